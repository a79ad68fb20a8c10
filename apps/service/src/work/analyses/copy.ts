import type { Action } from '@hinterland/actions';
import { sql } from 'kysely';
import type { Clock, Db } from '../../kit/db/database.ts';
import { liveOrganization } from '../../organizations/identity/live.ts';
import type { Found, Reader } from './access.ts';
import { newCode } from './code.ts';
import { withRoom } from './room.ts';
import { bytesOfRun, findRunsToCopy, idsToCopy } from './runs.ts';
import { seenRun, seenStateText } from './seen.ts';
import { nowInMilliseconds, readState } from './store.ts';

type Original = Pick<Found, 'id' | 'isInside'>;

/**
 * Makes a copy of an analysis that is the caller's own, without versions and permissions, and answers its code. With
 * `withResults`, the latest results come along, as runs without a number; strangers copy what they see. Null where the original is gone.
 */
export async function copyAnalysis(
  db: Db,
  clock: Clock,
  actions: readonly Action[],
  caller: Reader,
  original: Original,
  { name, withResults }: { readonly name: string; readonly withResults: boolean },
): Promise<string | null> {
  const code = newCode();
  return withRoom(db, caller.organization.id, async (trx) => {
    const state = await readState(trx, original.id);
    if (state === null) return null;
    const seen = seenStateText(original, state);
    const { rows } = await sql<{ id: number }>`
      with present as materialized (select ${nowInMilliseconds(clock)} as at)
      insert into analysis (organization_id, user_id, code, name, state, bytes, created_at, updated_at)
      select o.id, ${caller.user.id}::bigint, ${code}::text, ${name}::text, ${seen}::json, octet_length(${seen}::json::text), at, at
      from present, ${liveOrganization(caller.organization.id)} o
      returning id`.execute(trx);
    if (rows[0] === undefined) return null;
    if (withResults && original.isInside) await copyRunsWhole(trx, caller, original.id, rows[0].id);
    else if (withResults) await copyRunsSeen(trx, actions, caller, original, rows[0].id);
    return code;
  });
}

/** In the order in which they were stored, so that the latest of the original is the latest of the copy. */
async function copyRunsWhole(trx: Db, caller: Reader, fromId: number, toId: number): Promise<void> {
  await sql`
    with copied as (
    insert into analysis_run (organization_id, analysis_id, user_id, action_id, credits_charged, territory_id,
      data_version, input, state, results, names_lists, created_at, dataset_ids, said)
    select ${caller.organization.id}::bigint, ${toId}::bigint, r.user_id, r.action_id, r.credits_charged,
      r.territory_id, r.data_version, r.input, r.state, r.results, r.names_lists, r.created_at, r.dataset_ids, r.said
    from analysis_run r
    where r.id in ${idsToCopy(fromId)}
    order by r.version_no nulls first, r.id
    returning ${bytesOfRun('analysis_run')} as bytes
    )
    update analysis set bytes = bytes + (select coalesce(sum(copied.bytes), 0) from copied) where id = ${toId}`.execute(
    trx,
  );
}

/** The same for strangers, who copy what they see. */
async function copyRunsSeen(
  trx: Db,
  actions: readonly Action[],
  caller: Reader,
  original: Original,
  toId: number,
): Promise<void> {
  for (const { id, run } of await findRunsToCopy(trx, original.id)) {
    const { input, state, results } = seenRun(actions, original, run);
    await sql`
      with copied as (
        insert into analysis_run (organization_id, analysis_id, user_id, action_id, credits_charged, territory_id,
          data_version, input, state, results, names_lists, created_at)
        select ${caller.organization.id}::bigint, ${toId}::bigint, r.user_id, r.action_id, r.credits_charged, r.territory_id,
          r.data_version, ${input}::json, ${state}::json, ${results}::json, true, r.created_at
        from analysis_run r where r.id = ${id}
        returning ${bytesOfRun('analysis_run')} as bytes
      )
      update analysis set bytes = bytes + (select coalesce(sum(copied.bytes), 0) from copied) where id = ${toId}`.execute(
      trx,
    );
  }
}
