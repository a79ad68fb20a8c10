import { sql } from 'kysely';
import { type Clock, type Db, now } from '../../kit/db/database.ts';

/**
 * Deletes the results of finished jobs and the places that they were asked for, which end the addresses of their files, too; the
 * jobs and their summaries stay. Returns the ids of jobs that still had any.
 */
export async function eraseResults(trx: Db, clock: Clock, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with erased as (
      update job set results_deleted_at = ${now(clock)}, input = '{}'
      where id = any (${ids}::text[]) and results_deleted_at is null and finished_at is not null
      returning id
    ), deleted as (
      delete from job_item i using erased e where i.job_id = e.id
    )
    select id from erased order by id`.execute(trx);
  return rows.map(({ id }) => id);
}
