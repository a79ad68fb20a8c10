import { LIMITS } from '@hinterland/contract';
import type { WritableStore } from '@hinterland/storage';
import { sql } from 'kysely';
import { type Clock, type Db, now } from '../../kit/db/database.ts';
import { partPath } from './file.ts';

const JOBS_AT_ONCE = 20;

/** Removes the files of jobs whose results were deleted, those of parts that were never finished too. Returns how many jobs. */
export async function removeJobFiles(db: Db, clock: Clock, store: WritableStore): Promise<number> {
  const { rows } = await sql<{ id: string; total: number }>`
    select id, total from job
    where action_id = 'enrich.dataset' and files_deleted_at is null and results_deleted_at is not null
    order by id limit ${JOBS_AT_ONCE}`.execute(db);
  for (const { id, total } of rows) {
    // A part that the cap has cut is one more.
    const most = Math.ceil(total / LIMITS.enrichDatasetPartRows) + 1;
    for (let index = 0; index < most; index++) await store.remove(partPath(id, index));
    await sql`update job set files_deleted_at = ${now(clock)} where id = ${id}`.execute(db);
  }
  return rows.length;
}
