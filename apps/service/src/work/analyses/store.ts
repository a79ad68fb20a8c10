import { type RawBuilder, sql } from 'kysely';
import { type Clock, type Db, now } from '../../kit/db/database.ts';
import { invalidKey } from '../../kit/who.ts';
import { liveOrganization } from '../../organizations/identity/live.ts';
import type { Reader } from './access.ts';
import { newCode } from './code.ts';
import { withRoom } from './room.ts';
import { bytesOfRun, LATEST_PARTS, newestFirst } from './runs.ts';

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

/**
 * Makes a copy of an analysis that is the caller's own, without versions and permissions, and answers its code. With
 * `withResults`, the latest results come along, as runs without a number. Null where the original is gone.
 */
export async function copyAnalysis(
  db: Db,
  clock: Clock,
  caller: Reader,
  original: { readonly id: number },
  { name, withResults }: { readonly name: string; readonly withResults: boolean },
): Promise<string | null> {
  const code = newCode();
  return withRoom(db, caller.organization.id, async (trx) => {
    const { rows } = await sql<{ id: number }>`
      with present as materialized (select ${nowInMilliseconds(clock)} as at)
      insert into analysis (organization_id, user_id, code, name, state, bytes, created_at, updated_at)
      select o.id, ${caller.user.id}::bigint, ${code}::text, ${name}::text, a.state, octet_length(a.state::text), at, at
      from analysis a, present, ${liveOrganization(caller.organization.id)} o where a.id = ${original.id}
      returning id`.execute(trx);
    if (rows[0] === undefined) return null;
    if (withResults) await copyLatestRuns(trx, caller, original.id, rows[0].id);
    return code;
  });
}

/** Bytes of a copy of an analysis; with results those of all its versions, which are at least as many. 0 where it is gone. */
export async function bytesOfCopy(db: Db, id: number, withResults: boolean): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select ${withResults ? sql`bytes` : sql`octet_length(state::text)`} as bytes from analysis where id = ${id}`.execute(
    db,
  );
  return rows[0]?.bytes ?? 0;
}

/** In the order in which they were stored, so that the latest of the original is the latest of the copy. */
async function copyLatestRuns(trx: Db, caller: Reader, fromId: number, toId: number): Promise<void> {
  await sql`
    with copied as (
    insert into analysis_run (organization_id, analysis_id, user_id, action_id, credits_charged, territory_id,
      data_version, input, state, results, created_at, dataset_ids)
    select ${caller.organization.id}::bigint, ${toId}::bigint, r.user_id, r.action_id, r.credits_charged,
      r.territory_id, r.data_version, r.input, r.state, r.results, r.created_at, r.dataset_ids
    from analysis_run r
    where r.id in (
      select distinct on (part.action_id) one.id
      from ${LATEST_PARTS}
      join analysis_run one on one.analysis_id = ${fromId}
        and (part.action_id is null or one.action_id = part.action_id)
      order by part.action_id, ${newestFirst('one')})
    order by r.version_no nulls first, r.id
    returning ${bytesOfRun('analysis_run')} as bytes
    )
    update analysis set bytes = bytes + (select coalesce(sum(copied.bytes), 0) from copied) where id = ${toId}`.execute(
    trx,
  );
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
