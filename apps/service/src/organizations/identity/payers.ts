import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

/** A member who has to do with money. */
interface Payer {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

/** Returns the members who may buy credits, by name. */
export const buyersOf = (db: Db, organizationId: number): Promise<Payer[]> =>
  membersWith(db, organizationId, sql`m.billing`);

/** Returns the recipients of mails about money and unpaid storage: owners, and members who may buy credits. */
export async function payersOf(db: Db, organizationId: number): Promise<string[]> {
  const payers = await membersWith(db, organizationId, sql`(m.role = 'owner' or m.billing)`);
  return payers.map(({ email }) => email);
}

async function membersWith(db: Db, organizationId: number, right: RawBuilder<unknown>): Promise<Payer[]> {
  const { rows } = await sql<Payer>`
    select u.id, u.name, u.email from membership m join app_user u on u.id = m.user_id
    where m.organization_id = ${organizationId} and ${right} order by u.name, u.id`.execute(db);
  return rows;
}
