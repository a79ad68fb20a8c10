import { LIMITS } from '@hinterland/contract';
import { sql } from 'kysely';
import { type Clock, type Db, now } from '../../kit/db/database.ts';

/** Deletes the results of jobs whose time has passed; the jobs and their summaries stay. Answers how many. */
export async function removeExpiredResults(db: Db, clock: Clock): Promise<number> {
  const { rows } = await sql`
    with expired as (
      update job set results_deleted_at = ${now(clock)}
      where results_deleted_at is null
        and finished_at <= ${now(clock)} - make_interval(days => ${LIMITS.jobResultDays})
      returning id
    ), deleted as (
      delete from job_item i using expired e where i.job_id = e.id
    )
    select id from expired`.execute(db);
  return rows.length;
}
