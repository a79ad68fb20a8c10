import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Removes what is older than two years; the database refuses to remove anything younger. */
export async function removeOldEntries(db: Db): Promise<void> {
  await sql`delete from audit_entry where created_at < clock_timestamp() - interval '2 years 1 day'`.execute(db);
}
