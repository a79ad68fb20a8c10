import type { Action } from '@hinterland/actions';
import type { Data, Job } from '@hinterland/contract';
import { sql } from 'kysely';
import { creditsOf } from '../credits/amounts.ts';
import { endHold } from '../credits/chargePart.ts';
import { settleDataset } from '../datasets/settle.ts';
import { type Clock, type Db, now } from '../db/database.ts';
import { recordEvent } from '../events/record.ts';
import { recordVersion } from '../runs/record.ts';
import { describeJob, type JobRow, jobColumns, spenderOfJob } from './job.ts';
import { rowsOf } from './results.ts';

export interface JobEnd {
  readonly status: 'succeeded' | 'stopped' | 'failed';
  /** Why it did not come to the last item; null where it did. */
  readonly stopReason: string | null;
  /** Why the items that are left are skipped. */
  readonly skippedReason: string;
  readonly error?: Job['error'];
}

/**
 * Ends a job: what is left is skipped, the hold ends, a bound analysis gets its version, its dataset the state that it is
 * left in, and the event is written. In a transaction that has locked the account, then the job.
 */
export async function endJob(
  trx: Db,
  clock: Clock,
  actions: readonly Action[],
  job: JobRow,
  end: JobEnd,
): Promise<JobRow> {
  const { input, dataVersion, ended } = await closeJob(trx, clock, job, end);
  await storeVersion(trx, actions, ended, input, dataVersion);
  await settleDataset(trx, clock, ended);
  const failed = end.status === 'failed';
  await recordEvent(trx, {
    organizationId: ended.organization_id,
    type: failed ? 'job.failed' : 'job.completed',
    subject: `job:${ended.id}:${failed ? 'failed' : 'completed'}`,
    data: { job: { ...describeJob(ended) } },
    createdAt: ended.finished_at as Date,
  });
  return ended;
}

/** Ends a job and tells nobody: what is left is skipped, and the hold ends. In such a transaction, too. */
export async function closeJob(
  trx: Db,
  clock: Clock,
  job: JobRow,
  end: JobEnd,
): Promise<{ readonly ended: JobRow; readonly input: unknown; readonly dataVersion: Data }> {
  if (job.dataset_id === null) await skipRest(trx, job, end.skippedReason);
  const open = await openHoldOf(trx, job);
  if (open !== null) await endHold(trx, clock, open, { keep: end.status === 'succeeded' });
  const { rows } = await sql<JobRow & { input: unknown; data_version: Data }>`
    update job set status = ${end.status}, stop_reason = ${end.stopReason}, skipped = total - done - failed,
      error = ${end.error === undefined || end.error === null ? null : JSON.stringify(end.error)}::json,
      finished_at = date_trunc('milliseconds', ${now(clock)}), lease_token = null, lease_until = null
    where id = ${job.id}
    returning ${jobColumns('job')}, input, data_version`.execute(trx);
  const { input, data_version: dataVersion, ...ended } = rows[0] as NonNullable<(typeof rows)[0]>;
  return { ended, input, dataVersion };
}

async function skipRest(trx: Db, job: JobRow, reason: string): Promise<void> {
  await sql`
    insert into job_item (job_id, index, status, reason)
    select ${job.id}, index, 'skipped', ${reason}
    from generate_series(${job.done + job.failed}::integer, ${job.total - 1}::integer) as index`.execute(trx);
}

interface JobHold {
  readonly id: number;
  readonly organizationId: number;
  /** What it still covers. */
  readonly left: number;
}

async function openHoldOf(trx: Db, job: JobRow): Promise<JobHold | null> {
  const { rows } = await sql<{ id: number; left: number }>`
    select id, amount - committed as left from credit_hold where job_id = ${job.id} and state = 'held'`.execute(trx);
  return rows[0] === undefined ? null : { ...rows[0], organizationId: job.organization_id };
}

/** One version with everything that was done, where anything was. */
async function storeVersion(
  trx: Db,
  actions: readonly Action[],
  job: JobRow,
  input: unknown,
  dataVersion: Data,
): Promise<void> {
  const action = actions.find(({ id }) => id === job.action_id);
  if (action === undefined || job.analysis_code === null || job.done === 0) return;
  const { rows } = await sql<{ id: number }>`select min(id) as id from credit_hold where job_id = ${job.id}`.execute(
    trx,
  );
  const { data } = await rowsOf(trx, action, job, input, 0, job.total);
  const { stopReason } = describeJob(job).result as NonNullable<Job['result']>;
  const results = {
    charged: true,
    creditsCharged: creditsOf(job.credits_charged),
    jobId: job.id,
    done: job.done,
    skipped: job.skipped,
    failed: job.failed,
    stopReason,
    rows: data,
  };
  await recordVersion(trx, {
    action,
    spender: spenderOfJob(job),
    analysisCode: job.analysis_code,
    holdId: rows[0]?.id as number,
    charged: job.credits_charged,
    territoryId: job.territory_id,
    dataVersion,
    input,
    results: () => JSON.stringify(results),
    endedAt: job.finished_at as Date,
  });
}
