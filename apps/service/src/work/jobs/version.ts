import type { Action } from '@hinterland/actions';
import type { Job } from '@hinterland/contract';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { creditsOf } from '../../organizations/credits/amounts.ts';
import { recordVersion } from '../analyses/record.ts';
import { describeJob, type EndedJob, spenderOfJob } from './job.ts';
import { rowsOf } from './results.ts';

/** Stores a batch as one version of the analysis that it is bound to, where anything was done. */
export async function storeVersion(
  trx: Db,
  actions: readonly Action[],
  { row: job, input, named, dataVersion }: EndedJob,
  isClosed: (territoryId: string) => boolean,
): Promise<void> {
  const action = actions.find(({ id }) => id === job.action_id);
  if (action === undefined || job.analysis_code === null || job.done === 0) return;
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
    holdId: await firstHoldOf(trx, job.id),
    charged: job.credits_charged,
    territoryId: job.territory_id,
    isClosed: isClosed(job.territory_id),
    dataVersion,
    input,
    datasets: job.dataset_ids,
    named,
    results: () => JSON.stringify(results),
    endedAt: job.finished_at as Date,
  });
}

async function firstHoldOf(trx: Db, jobId: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select min(id) as id from credit_hold where job_id = ${jobId}`.execute(trx);
  return rows[0]?.id as number;
}
