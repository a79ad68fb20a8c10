import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { ProblemError } from '../problem.ts';
import { placesOf } from '../signIn/visitor.ts';
import { type Member, type Place, requireRole, unknownOrganization, type Visitor } from '../who.ts';

/** Makes an organization whose owner the visitor is, and answers its number. Throws name_taken. */
export function createOrganization(db: Db, visitor: Visitor, name: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number }>`
      insert into organization (name) values (${name}) on conflict do nothing returning id`.execute(trx);
    const id = rows[0]?.id;
    if (id === undefined) throw nameTaken('an organization');
    await sql`insert into credit_account (organization_id) values (${id})`.execute(trx);
    await sql`
      insert into membership (organization_id, user_id, role, billing)
      values (${id}, ${visitor.user.id}, 'owner', true)`.execute(trx);
    return id;
  });
}

/** Throws insufficient_role and name_taken. */
export async function renameOrganization(db: Db, actor: Member, name: string): Promise<void> {
  requireRole(actor, ['owner'], 'rename the organization');
  await sql`update organization set name = ${name}
    where id = ${actor.organization.id} and deleted_at is null`
    .execute(db)
    .catch((error) => {
      throw error.code === UNIQUE_VIOLATION ? nameTaken('an organization') : error;
    });
}

/** SQLSTATE of a value that another row has. */
export const UNIQUE_VIOLATION = '23505';

export const nameTaken = (what: string) =>
  new ProblemError('name_taken', `There is ${what} with this name already. Choose another name.`);

/** The organization that the session works in: the chosen one while the user is a member of it, else the first. */
export function activeOf(visitor: Visitor, places: readonly Place[]): Place | null {
  return places.find(({ organization }) => organization.id === visitor.chosenOrganizationId) ?? places[0] ?? null;
}

/** Works in another organization from now on, in this session. Throws not_found. */
export async function switchOrganization(db: Db, visitor: Visitor, organizationId: number): Promise<void> {
  const places = await placesOf(db, visitor.user.id);
  if (!places.some(({ organization }) => organization.id === organizationId)) throw unknownOrganization();
  await sql`
    update web_session set active_organization_id = ${organizationId} where id = ${visitor.sessionId}`.execute(db);
}
