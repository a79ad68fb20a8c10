import { type RawBuilder, sql } from 'kysely';
import { type Clock, type Db, now } from '../../kit/db/database.ts';
import { invalidKey } from '../../kit/who.ts';
import { liveOrganization } from '../../organizations/identity/live.ts';
import type { Reader } from './access.ts';
import { newCode } from './code.ts';

/** The present in whole milliseconds, as answers show it. */
export const nowInMilliseconds = (clock: Clock): RawBuilder<Date> =>
  sql<Date>`date_trunc('milliseconds', ${now(clock)})`;

export interface NewAnalysis {
  readonly name: string;
  /** JSON text of an object. */
  readonly state: string;
}

/** Makes an analysis of the caller and answers its code. Throws invalid_api_key where the organization was deleted. */
export async function insertAnalysis(db: Db, clock: Clock, caller: Reader, wanted: NewAnalysis): Promise<string> {
  const code = newCode();
  const { rows } = await sql`
    with present as materialized (select ${nowInMilliseconds(clock)} as at)
    insert into analysis (organization_id, user_id, code, name, state, bytes, created_at, updated_at)
    select o.id, ${caller.user.id}::bigint, ${code}::text, ${wanted.name}::text, ${wanted.state}::json,
      ${Buffer.byteLength(wanted.state)}::bigint, at, at
    from present, ${liveOrganization(caller.organization.id)} o
    returning id`.execute(db);
  if (rows.length === 0) throw invalidKey();
  return code;
}

/** Bytes of a copy of an analysis; with results those of all its versions, which are at least as many. 0 where it is gone. */
export async function bytesOfCopy(db: Db, id: number, withResults: boolean): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select ${withResults ? sql`bytes` : sql`octet_length(state::text)`} as bytes from analysis where id = ${id}`.execute(
    db,
  );
  return rows[0]?.bytes ?? 0;
}

/** JSON text of an object; null where the analysis is gone. */
export async function readState(db: Db, id: number): Promise<string | null> {
  const { rows } = await sql<{ state: string }>`select state::text as state from analysis where id = ${id}`.execute(db);
  return rows[0]?.state ?? null;
}

/** False where it is gone. */
export async function renameAnalysis(db: Db, clock: Clock, id: number, name: string): Promise<boolean> {
  const { rows } = await sql`
    update analysis set name = ${name}, updated_at = greatest(updated_at, ${nowInMilliseconds(clock)})
    where id = ${id} returning id`.execute(db);
  return rows.length > 0;
}

/** With its versions and permissions. False where it is gone already. */
export async function deleteAnalysis(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`delete from analysis where id = ${id} returning id`.execute(db);
  return rows.length > 0;
}
