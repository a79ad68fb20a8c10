import { sql } from 'kysely';
import { note } from '../../kit/audit/note.ts';
import type { Clock, Db } from '../../kit/db/database.ts';
import { nameTaken } from '../../kit/nameTaken.ts';
import type { Visitor } from '../../kit/who.ts';

/** Gives the first organization of a mailbox its starting credits. */
export type StartAccount = (trx: Db, organizationId: number, maker: Visitor) => Promise<void>;

/** Creates an organization, which the visitor owns. Returns its number. Throws name_taken. */
export function createOrganization(
  db: Db,
  clock: Clock,
  startAccount: StartAccount,
  visitor: Visitor,
  name: string,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const id = await insertOrganization(trx, name);
    if (id === null) throw nameTaken('an_organization');
    await sql`
      insert into membership (organization_id, user_id, role, billing)
      values (${id}, ${visitor.user.id}, 'owner', true)`.execute(trx);
    await startAccount(trx, id, visitor);
    await note(trx, clock, { ...visitor, organization: { id } }, 'organization.made', { id, name });
    return id;
  });
}

/** Inserts an organization and its account. Returns its number, or null where another one has the name. */
export async function insertOrganization(trx: Db, name: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into organization (name) values (${name}) on conflict do nothing returning id`.execute(trx);
  const id = rows[0]?.id;
  if (id === undefined) return null;
  await sql`insert into credit_account (organization_id) values (${id})`.execute(trx);
  return id;
}
