import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { hashPassword, PASSWORD_COST, type PasswordCost } from './passwords.ts';

/** Gives a user their first password; false where they have one, which they keep. */
export async function ensurePassword(
  db: Db,
  userId: number,
  password: string,
  cost: PasswordCost = PASSWORD_COST,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from web_credential where user_id = ${userId} and provider_id = 'credential'`.execute(db);
  if (rows.length > 0) return false;
  const inserted = await sql`
    insert into web_credential (user_id, account_id, provider_id, password)
    values (${userId}, ${String(userId)}, 'credential', ${await hashPassword(password, cost)})
    on conflict do nothing returning id`.execute(db);
  return inserted.rows.length > 0;
}

/** The hash of the password of a user; null where there is no such user or password. */
export async function storedPassword(db: Db, email: string): Promise<string | null> {
  const { rows } = await sql<{ password: string | null }>`
    select c.password from web_credential c join app_user u on u.id = c.user_id
    where u.email = ${email} and c.provider_id = 'credential'`.execute(db);
  return rows[0]?.password ?? null;
}
