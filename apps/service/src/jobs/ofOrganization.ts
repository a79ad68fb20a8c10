import { sql } from 'kysely';
import { type Clock, type Db, now } from '../db/database.ts';
import { closeJob } from './end.ts';
import { lockJob } from './queue.ts';

/**
 * Ends the jobs of a deleted organization that are under way, without an event, and removes what their callers sent and
 * got. The organization is locked.
 */
export async function stopJobsOf(trx: Db, clock: Clock, organizationId: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from job where organization_id = ${organizationId} and finished_at is null order by id`.execute(trx);
  const reason = 'organization_deleted';
  for (const { id } of rows) {
    await closeJob(trx, clock, await lockJob(trx, id), {
      status: 'stopped',
      stopReason: reason,
      skippedReason: reason,
    });
  }
  await sql`
    with gone as (
      update job set input = '{}', results_deleted_at = coalesce(results_deleted_at, ${now(clock)})
      where organization_id = ${organizationId} returning id
    )
    delete from job_item i using gone where i.job_id = gone.id`.execute(trx);
}
