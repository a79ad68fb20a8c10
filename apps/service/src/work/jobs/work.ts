import type { Engine } from '../../engine/engine.ts';
import { keepLease } from '../../kit/background/lease.ts';
import type { Clock, Db } from '../../kit/db/database.ts';
import type { Log } from '../../kit/log.ts';
import { ProblemError } from '../../kit/problem.ts';
import type { Turns } from '../../kit/rates/turns.ts';
import { lockAccount } from '../../organizations/credits/account.ts';
import { endJob } from './end.ts';
import { type JobKind, type JobWork, kindOf } from './kind.ts';
import { type ClaimedJob, handBack, lockJob, renewJob } from './queue.ts';

export interface WorkSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly engine: Engine;
  readonly log: Log;
  readonly turns: Pick<Turns, 'take'>;
  readonly kinds: readonly JobKind[];
  /** Lease of a claimed job. */
  readonly leaseSeconds: number;
}

/** Taken up so often without finishing anything, a job cannot go on. */
const CLAIMS_WITHOUT_PROGRESS_MAX = 10;

/** Works on a job until it ends, is lost to another process, or `stopping` asks to hand it back. */
export async function workOn(
  { kinds, ...services }: WorkSettings,
  job: ClaimedJob,
  stopping: AbortSignal,
): Promise<void> {
  const { db, clock, log, leaseSeconds } = services;
  const lease = keepLease({
    seconds: leaseSeconds,
    renew: () => renewJob(db, clock, job, leaseSeconds),
    lost: () => new Error('the job is no longer ours'),
    onError: (error) => log.warn({ job: job.id, err: error }, 'lease of a job not renewed'),
  });
  const signal = AbortSignal.any([stopping, lease.signal]);
  const work: JobWork = {
    ...services,
    job,
    signal,
    end: (trx, row, end) => endJob(trx, clock, kinds, row, end),
  };
  const kind = kindOf(kinds, job);
  try {
    if (job.claims_without_progress > CLAIMS_WITHOUT_PROGRESS_MAX) throw noProgress(kind);
    await kind.work(work);
  } catch (error) {
    if (lease.signal.aborted) return;
    if (stopping.aborted) await handBack(db, job);
    else if (error instanceof ProblemError) await failJob(work, error);
    else throw error;
  } finally {
    lease.stop();
  }
}

const noProgress = (kind: JobKind): ProblemError =>
  new ProblemError(
    'internal_error',
    `The job was taken up again and again without getting any further. ${kind.noProgress}`,
  );

/** Ends a job that cannot go on. Work that is stored stays, and stays charged. */
async function failJob(work: JobWork, problem: ProblemError): Promise<void> {
  const { job: claimed } = work;
  work.log.warn({ job: claimed.id, err: problem }, 'job failed');
  await work.db.transaction().execute(async (trx) => {
    await lockAccount(trx, claimed.organization_id);
    const job = await lockJob(trx, claimed.id);
    if (job.finished_at !== null || job.lease_token !== claimed.lease_token) return;
    await work.end(trx, job, {
      status: 'failed',
      stopReason: problem.code,
      skippedReason: 'job_failed',
      error: {
        error: problem.code,
        detail: problem.message,
        ...(problem.cause instanceof Error ? { forOperator: problem.cause.message } : {}),
      },
    });
  });
}
