import type { Job, JobResults } from '@hinterland/contract';
import { LIMITS } from '@hinterland/contract';
import { sql } from 'kysely';
import { lockAccount } from '../credits/account.ts';
import { creditsOf, type Thousandths } from '../credits/amounts.ts';
import { type Clock, type Db, now } from '../db/database.ts';
import { ProblemError } from '../problem.ts';
import type { RunParts } from '../runs/parts.ts';
import { withCharge } from '../runs/result.ts';
import type { Caller } from '../who.ts';
import { endJob } from './end.ts';
import { isJobId } from './id.ts';
import { describeJob, type JobRow, jobColumns } from './job.ts';
import { lockJob } from './queue.ts';
import { type ItemRow, itemsOf, rowsOf } from './results.ts';

/** What one can do with jobs. Whoever calls, by HTTP or otherwise, has been admitted before. */

type Parts = Pick<RunParts, 'db' | 'clock' | 'actions'>;
type Reader = Pick<Caller, 'organization' | 'user' | 'role'>;

/** Jobs that the listing shows. */
const LISTED = 100;

/** The caller's own jobs, newest first. */
export async function list({ db }: Parts, { organization, user }: Reader): Promise<Job[]> {
  const { rows } = await sql<JobRow>`
    select ${jobColumns('j')} from job j
    where j.organization_id = ${organization.id} and j.user_id = ${user.id}
    order by j.created_at desc, j.id desc limit ${LISTED}`.execute(db);
  return rows.map(describeJob);
}

/** Throws not_found where there is no such job or the caller may not see it: the answer is the same. */
export async function read({ db }: Parts, caller: Reader, id: string): Promise<Job> {
  return describeJob(await findJob(db, caller, id));
}

/** One row per point, from `offset` on. Throws results_expired. */
export async function results(
  { db, clock, actions }: Parts,
  caller: Reader,
  id: string,
  page: { readonly offset: number; readonly limit: number },
): Promise<JobResults> {
  const { job, action, input } = await findResults(db, clock, actions, caller, id);
  const { data, total } = await rowsOf(db, action, job, input, page.offset, page.limit);
  return { data, ...page, total, hasMore: page.offset + data.length < total };
}

/**
 * The full result of one point as JSON text, with what it was charged: what the action of the point would have answered
 * by itself. Throws not_found for an index out of range, result_not_available for a point that is not done.
 */
export async function result(
  { db, clock, actions }: Parts,
  caller: Reader,
  id: string,
  index: string,
): Promise<Uint8Array> {
  const { job, action, input } = await findResults(db, clock, actions, caller, id);
  const total = itemsOf(action, input).length;
  if (!/^(0|[1-9][0-9]{0,5})$/.test(index) || Number(index) >= total) {
    throw new ProblemError('not_found', `This job has results with the indices 0 to ${total - 1}.`);
  }
  const { rows } = await sql<ItemRow & { result: string | null }>`
    select index, status, reason, detail, credits_charged, result from job_item
    where job_id = ${job.id} and index = ${Number(index)}`.execute(db);
  const row = rows[0];
  if (row === undefined || row.result === null) throw notAvailable(row);
  const shown = { charged: true, creditsCharged: creditsOf(row.credits_charged as Thousandths) } as const;
  return Buffer.concat(withCharge(shown, Buffer.from(row.result)));
}

function notAvailable(row: ItemRow | undefined): ProblemError {
  const reason = row?.reason ?? 'pending';
  const detail =
    row === undefined
      ? 'This point has not been done yet. Read the job to see how far it is.'
      : row.status === 'failed'
        ? `This point failed and was not charged: ${row.detail}`
        : 'This point was skipped and not charged.';
  return new ProblemError('result_not_available', detail, { reason });
}

/**
 * Stops a job of the caller's own at once: what is being computed is discarded, uncharged. A job that was stopped stays
 * so. Throws not_owner for the organization's owner, and job_not_running where it has come to its end.
 */
export async function stop({ db, clock, actions }: Parts, caller: Reader, id: string): Promise<Job> {
  const found = await findJob(db, caller, id);
  if (found.user_id !== caller.user.id) {
    throw new ProblemError('not_owner', 'Only the user who started this job can stop it.');
  }
  return stopJob({ db, clock, actions }, found);
}

/** Stops a job for someone who may. Throws job_not_running. */
export function stopJob({ db, clock, actions }: Parts, found: JobRow): Promise<Job> {
  return db.transaction().execute(async (trx) => {
    await lockAccount(trx, found.organization_id);
    const job = await lockJob(trx, found.id);
    if (job.status === 'stopped') return describeJob(job);
    if (job.finished_at !== null) {
      throw new ProblemError('job_not_running', `This job has ${job.status}; there is nothing to stop.`);
    }
    const reason = 'stopped_by_owner';
    const end = { status: 'stopped', stopReason: reason, skippedReason: reason } as const;
    return describeJob(await endJob(trx, clock, actions, job, end));
  });
}

/** Its creating user and the organization's owner see a job. */
async function findJob(db: Db, { organization, user, role }: Reader, id: string): Promise<JobRow> {
  if (!isJobId(id)) throw unknownJob();
  const { rows } = await sql<JobRow>`
    select ${jobColumns('j')} from job j
    where j.id = ${id} and j.organization_id = ${organization.id}
      and (j.user_id = ${user.id} or ${role === 'owner'})`.execute(db);
  if (rows[0] === undefined) throw unknownJob();
  return rows[0];
}

const unknownJob = () => new ProblemError('not_found', 'There is no job with this id. GET /api/v1/jobs lists yours.');

async function findResults(db: Db, clock: Clock, actions: Parts['actions'], caller: Reader, id: string) {
  const job = await findJob(db, caller, id);
  if (job.dataset_id !== null) {
    throw new ProblemError(
      'not_found',
      'This job has no results of its own: its rows stay with its dataset in the web app.',
    );
  }
  const { rows } = await sql<{ input: unknown; expired: boolean }>`
    select input, results_deleted_at is not null
      or coalesce(finished_at + make_interval(days => ${LIMITS.jobResultDays}) <= ${now(clock)}, false) as expired
    from job where id = ${job.id}`.execute(db);
  const { input, expired } = rows[0] as NonNullable<(typeof rows)[0]>;
  if (expired) {
    const detail = `Results are kept for ${LIMITS.jobResultDays} days after a job has finished. Its summary stays.`;
    throw new ProblemError('results_expired', detail);
  }
  const action = actions.find((one) => one.id === job.action_id);
  if (action === undefined) throw new Error(`there is no action ${job.action_id}`);
  return { job, action, input };
}
