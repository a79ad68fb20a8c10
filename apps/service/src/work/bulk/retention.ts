import type { WritableStore } from '@hinterland/storage';
import { sql } from 'kysely';
import { type Clock, type Db, now } from '../../kit/db/database.ts';
import type { Log } from '../../kit/log.ts';
import { folderOf } from './file.ts';

const JOBS_AT_ONCE = 20;

/** Removes the files of jobs whose results were deleted, also those that were written and never charged. Returns how many jobs. */
export async function removeJobFiles(db: Db, clock: Clock, store: WritableStore): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from job
    where action_id = 'enrich.dataset' and files_deleted_at is null and results_deleted_at is not null
    order by id limit ${JOBS_AT_ONCE}`.execute(db);
  for (const { id } of rows) {
    for await (const path of store.list(folderOf(id))) await store.remove(path);
    await sql`delete from job_part where job_id = ${id}`.execute(db);
    await sql`update job set files_deleted_at = ${now(clock)} where id = ${id}`.execute(db);
  }
  return rows.length;
}

/**
 * Returns what removes the files of jobs whose results have just been deleted, so that no address of theirs leads anywhere. Where the store
 * cannot be reached the regular task does it later.
 */
export const fileRemoval = (db: Db, clock: Clock, store: WritableStore | null, log: Log) => async (): Promise<void> => {
  try {
    if (store !== null) while ((await removeJobFiles(db, clock, store)) > 0);
  } catch (error) {
    log.warn({ err: error }, 'files of jobs not removed, tried again later');
  }
};
