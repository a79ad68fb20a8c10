import { randomUUID } from 'node:crypto';
import type { Data } from '@hinterland/contract';
import { sql } from 'kysely';
import { type Clock, type Db, instantOf, now } from '../../kit/db/database.ts';
import { FAIR_LIMITS, limitOf, requireRoom } from '../../kit/fairness/limits.ts';
import { type JobRow, jobColumns } from './job.ts';

/** A job that this process works on as long as the row has its token and the lease lasts. */
export interface ClaimedJob extends JobRow {
  readonly input: unknown;
  readonly lease_token: string;
}

/**
 * Takes the next job that nobody works on, for `leaseSeconds`, in one statement (claimJob.sql). Organizations with fewer jobs under
 * way come first, then older jobs; one that has as many under way as it may waits. Null when there is none.
 */
export async function claimJob(db: Db, clock: Clock, leaseSeconds: number): Promise<ClaimedJob | null> {
  const { rows } = await sql<ClaimedJob>`
    select ${jobColumns('j')}, j.input
    from claim_job(${randomUUID()}, ${leaseSeconds}, ${FAIR_LIMITS.running_jobs.default}, ${instantOf(clock)}) j`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Says that work goes on. False where the job has ended, or someone else has taken over. */
export async function renewJob(db: Db, clock: Clock, job: ClaimedJob, leaseSeconds: number): Promise<boolean> {
  const { rows } = await sql`
    update job set lease_until = ${now(clock)} + make_interval(secs => ${leaseSeconds})
    where id = ${job.id} and lease_token = ${job.lease_token} and finished_at is null returning id`.execute(db);
  return rows.length > 0;
}

/** Returns a job to the queue; the claim does not count against it. */
export async function handBack(db: Db, job: ClaimedJob): Promise<void> {
  await sql`
    update job set lease_token = null, lease_until = null, claims_without_progress = greatest(claims_without_progress - 1, 0)
    where id = ${job.id} and lease_token = ${job.lease_token} and finished_at is null`.execute(db);
}

/** Throws organization_limit_reached where an organization, whose account is locked, has as many open jobs as it may have. */
export async function requireRoomForJob(trx: Db, organizationId: number): Promise<void> {
  const { rows } = await sql<{ present: number; maximum: number }>`
    select count(*) as present, ${limitOf('open_jobs', sql<number>`${organizationId}`)} as maximum from job
    where organization_id = ${organizationId} and finished_at is null`.execute(trx);
  const { present, maximum } = rows[0] as (typeof rows)[0];
  requireRoom('open_jobs', present, maximum);
}

/** Notes the data that the job goes on with. */
export async function noteData(db: Db, job: ClaimedJob, dataVersion: Data): Promise<void> {
  await sql`
    update job set data_version = ${JSON.stringify(dataVersion)}
    where id = ${job.id} and lease_token = ${job.lease_token}`.execute(db);
}

/**
 * Locks a job's row until the end of the transaction. The organization's account is always locked before: changes of a
 * job's items or its end need both.
 */
export async function lockJob(trx: Db, id: string): Promise<JobRow> {
  const { rows } = await sql<JobRow>`
    select ${jobColumns('job')} from job where id = ${id} for update`.execute(trx);
  if (rows[0] === undefined) throw new Error(`there is no job ${id}`);
  return rows[0];
}
