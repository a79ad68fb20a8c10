import { keepLease, type LeaseKeeper } from '../background/lease.ts';
import { lockAccount } from '../credits/account.ts';
import { workOnDataset } from '../datasets/work.ts';
import { ProblemError } from '../problem.ts';
import { workOnBatch } from './batch.ts';
import { endJob } from './end.ts';
import type { WorkParts } from './jobWork.ts';
import { type ClaimedJob, handBack, lockJob, renewJob } from './queue.ts';

/** Taken up so often without finishing anything, a job cannot go on. */
const FRUITLESS_MAX = 10;

/**
 * Works on a job until it ends, is lost to someone else, or `stopping` asks to hand it back. A job is a batch of calls,
 * or works on the dataset that it names.
 */
export async function workOn(parts: WorkParts, job: ClaimedJob, stopping: AbortSignal): Promise<void> {
  const lease = keepJob(parts, job);
  const signal = AbortSignal.any([stopping, lease.signal]);
  const workOnKind = job.dataset_id === null ? workOnBatch : workOnDataset;
  try {
    if (job.fruitless > FRUITLESS_MAX) throw new ProblemError('internal_error', noProgress(job));
    await workOnKind({ parts, job, signal });
  } catch (error) {
    if (lease.signal.aborted) return;
    if (stopping.aborted) await handBack(parts.db, job);
    else if (error instanceof ProblemError) await failJob(parts, job, error);
    else throw error;
  } finally {
    lease.stop();
  }
}

const noProgress = ({ dataset_id }: ClaimedJob): string =>
  'The job was taken up again and again without getting any further. ' +
  (dataset_id === null
    ? 'What was done is charged, the rest is not. Start a new job with the points that are left; '
    : 'What was done stays. Start it again; ') +
  'if it fails again, report the job id.';

/** The job cannot go on. What was done stays, and stays charged. */
async function failJob(
  { db, clock, actions, log }: WorkParts,
  claimed: ClaimedJob,
  problem: ProblemError,
): Promise<void> {
  log.warn({ job: claimed.id, err: problem }, 'job failed');
  await db.transaction().execute(async (trx) => {
    await lockAccount(trx, claimed.organization_id);
    const job = await lockJob(trx, claimed.id);
    if (job.finished_at !== null || job.lease_token !== claimed.lease_token) return;
    const error = { error: problem.code, detail: problem.message };
    await endJob(trx, clock, actions, job, {
      status: 'failed',
      stopReason: problem.code,
      skippedReason: 'job_failed',
      error,
    });
  });
}

/** Renews the lease of a job while it is worked on. */
const keepJob = ({ db, clock, log, leaseSeconds }: WorkParts, job: ClaimedJob): LeaseKeeper =>
  keepLease({
    seconds: leaseSeconds,
    renew: () => renewJob(db, clock, job, leaseSeconds),
    lost: () => new Error('the job is no longer ours'),
    onError: (error) => log.warn({ job: job.id, err: error }, 'lease of a job not renewed'),
  });
