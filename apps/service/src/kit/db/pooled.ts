import { sql } from 'kysely';
import { type Db, SERVER_LIMITS } from './database.ts';

/**
 * Returns the statements by which the operator sets, for the user of the database, the limits that processes behind a pooler cannot set
 * themselves; empty where all are set.
 */
export async function missingLimits(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; role: string; milliseconds: string }>`
    select name::text as name, session_user::text as role, setting as milliseconds from pg_settings
    where name = any (${Object.keys(SERVER_LIMITS)})`.execute(db);
  return rows
    .filter(({ milliseconds }) => milliseconds === '0')
    .map(({ name, role }) => `alter role "${role}" set ${name} = ${SERVER_LIMITS[name as keyof typeof SERVER_LIMITS]}`);
}
