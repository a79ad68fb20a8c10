import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Returns the recipients of mails about money and unpaid storage: owners, and members who may buy credits. */
export async function payersOf(db: Db, organizationId: number): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select u.email from membership m join app_user u on u.id = m.user_id
    where m.organization_id = ${organizationId} and (m.role = 'owner' or m.billing) order by u.email`.execute(db);
  return rows.map(({ email }) => email);
}
