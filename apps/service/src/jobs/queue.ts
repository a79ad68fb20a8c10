import { randomUUID } from 'node:crypto';
import type { Data } from '@hinterland/contract';
import { sql } from 'kysely';
import { type Clock, type Db, now } from '../db/database.ts';
import { limitOf, requireRoom } from '../fairness/limits.ts';
import { type JobRow, jobColumns } from './job.ts';

/** A job that this process works on as long as the row has its token and the lease lasts. */
export interface ClaimedJob extends JobRow {
  readonly input: unknown;
  readonly lease_token: string;
}

/** Advisory lock of claims in the database. */
const CLAIMS_LOCK = 0x6a6f6273;

/**
 * Takes the next job that nobody works on, for `leaseSeconds`. Organizations with fewer jobs under way come first, then
 * older jobs; one that has as many under way as it may have waits. Null when there is none.
 *
 * The time grows with the number of organizations that have jobs, and not with the number of jobs: the organizations are
 * read off the index of open jobs one by one, and of each its oldest waiting jobs. Claims wait for each other: two at once
 * would each count what is under way without the other.
 */
export function claimJob(db: Db, clock: Clock, leaseSeconds: number): Promise<ClaimedJob | null> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${CLAIMS_LOCK})`.execute(trx);
    return takeNext(trx, clock, leaseSeconds);
  });
}

async function takeNext(db: Db, clock: Clock, leaseSeconds: number): Promise<ClaimedJob | null> {
  // A lease that ends later than this was taken before the clock went back; who still works renews it soon.
  const longest = sql`${now(clock)} + make_interval(secs => ${2 * leaseSeconds})`;
  const isWaiting = sql`c.finished_at is null
    and (c.lease_until is null or c.lease_until < ${now(clock)} or c.lease_until > ${longest})`;
  const { rows } = await sql<ClaimedJob>`
    with recursive busy as materialized (
      select organization_id, count(*) as jobs from job
      where finished_at is null and lease_until >= ${now(clock)} and lease_until <= ${longest} group by organization_id
    ), waiting as materialized (
      (select organization_id from job where finished_at is null order by organization_id limit 1)
      union all
      select (
        select j.organization_id from job j where j.finished_at is null and j.organization_id > w.organization_id
        order by j.organization_id limit 1
      ) from waiting w where w.organization_id is not null
    ), candidate as materialized (
      select oldest.id, oldest.created_at, coalesce(b.jobs, 0) as busy
      from waiting w
      join organization o on o.id = w.organization_id and o.deleted_at is null
      left join busy b on b.organization_id = o.id
      cross join lateral (
        select c.id, c.created_at from job c where c.organization_id = o.id and ${isWaiting}
        order by c.created_at, c.id limit 1
      ) oldest
      where coalesce(b.jobs, 0) < ${limitOf('running_jobs', sql<number>`o.id`)}
    )
    update job j
    set status = 'running', started_at = coalesce(j.started_at, ${now(clock)}), lease_token = ${randomUUID()},
      lease_until = ${now(clock)} + make_interval(secs => ${leaseSeconds}), claims_without_progress = j.claims_without_progress + 1
    where j.id = (
      select c.id from candidate join job c on c.id = candidate.id where ${isWaiting}
      order by candidate.busy, candidate.created_at, candidate.id
      limit 1 for update of c skip locked
    )
    returning ${jobColumns('j')}, j.input`.execute(db);
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
