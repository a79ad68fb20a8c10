import { sql } from 'kysely';
import { type Clock, type Db, now } from '../../kit/db/database.ts';
import { lockAccount } from '../../organizations/credits/account.ts';
import { closeJob } from './end.ts';
import { lockJob } from './queue.ts';

/** Open jobs that are ended in one transaction, under the lock of the account. */
const CLOSED_AT_ONCE = 20;

/** Takes the jobs of an organization that is being deleted from the processes that work on them. */
async function giveUpJobsOf(trx: Db, organizationId: number): Promise<void> {
  await sql`
    update job set lease_token = null, lease_until = null
    where organization_id = ${organizationId} and finished_at is null and lease_token is not null`.execute(trx);
}

/**
 * Ends the open jobs of a deleted organization, without an event, then removes what callers of its jobs sent and got: at most
 * `limit` rows. Returns how many; 0 where nothing is left.
 */
async function removeJobsOf(db: Db, clock: Clock, organizationId: number, limit: number): Promise<number> {
  const closed = await closeOpenJobs(db, clock, organizationId, Math.min(limit, CLOSED_AT_ONCE));
  if (closed > 0) return closed;
  const jobs = sql`
    select id from job where organization_id = ${organizationId} and (results_deleted_at is null or input::text <> '{}')
    order by id limit ${limit}`;
  const { rows: items } = await sql`
    delete from job_item where ctid = any (array(
      select i.ctid from job_item i where i.job_id in (${jobs}) limit ${limit}
    )) returning job_id`.execute(db);
  if (items.length === limit) return limit;
  const { rows } = await sql`
    update job set input = '{}', results_deleted_at = coalesce(results_deleted_at, ${now(clock)})
    where id in (${jobs}) returning id`.execute(db);
  return items.length + rows.length;
}

function closeOpenJobs(db: Db, clock: Clock, organizationId: number, limit: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await lockAccount(trx, organizationId);
    const { rows } = await sql<{ id: string }>`
      select id from job where organization_id = ${organizationId} and finished_at is null order by id limit ${limit}`.execute(
      trx,
    );
    await closeAll(trx, clock, rows, 'organization_deleted');
    return rows.length;
  });
}

async function closeAll(
  trx: Db,
  clock: Clock,
  jobs: readonly { readonly id: string }[],
  reason: 'organization_deleted' | 'dataset_deleted',
): Promise<void> {
  for (const { id } of jobs) {
    const end = { status: 'stopped', stopReason: reason, skippedReason: reason } as const;
    await closeJob(trx, clock, await lockJob(trx, id), end);
  }
}

/** Ends the open jobs on datasets of an organization whose datasets are deleted; the caller holds the lock of its account. */
export async function endDatasetJobs(trx: Db, clock: Clock, organizationId: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from job where organization_id = ${organizationId} and dataset_id is not null and finished_at is null
    order by id`.execute(trx);
  await closeAll(trx, clock, rows, 'dataset_deleted');
}

/** The jobs of deleted organizations, as their deletion needs them. */
export const jobsOfDeleted = (clock: Clock) => ({
  giveUp: giveUpJobsOf,
  remove: (db: Db, organizationId: number, limit: number) => removeJobsOf(db, clock, organizationId, limit),
});
