import { setTimeout as sleep } from 'node:timers/promises';
import type { Action, Batch } from '@hinterland/actions';
import { lockAccount } from '../credits/account.ts';
import { thousandthsOf } from '../credits/amounts.ts';
import type { Lease } from '../engine/territories.ts';
import { ProblemError } from '../problem.ts';
import type { RunParts } from '../runs/parts.ts';
import { endJob } from './end.ts';
import { finishItem, type ItemOutcome } from './finish-item.ts';
import { type ClaimedJob, handBack, lockJob, noteData, renewJob } from './queue.ts';

export interface WorkParts extends Pick<RunParts, 'db' | 'clock' | 'engine' | 'actions' | 'log'> {
  readonly leaseSeconds: number;
}

/** Taken up so often without finishing an item, a job cannot go on. */
const FRUITLESS_MAX = 10;

/** How often an item is computed when the fault is ours, before it counts as failed. */
const ATTEMPTS = 3;

/** Problems that may pass by themselves. */
const OURS: readonly string[] = ['service_unavailable', 'internal_error', 'run_timeout'];

/**
 * Works on a job until it ends, is lost to someone else, or `stopping` asks to hand it back. Items are charged strictly
 * one after the other; while one is being charged, the next are computed.
 */
export async function workOn(parts: WorkParts, job: ClaimedJob, stopping: AbortSignal): Promise<void> {
  const lost = new AbortController();
  const signal = AbortSignal.any([stopping, lost.signal]);
  const keeper = keepJob(parts, job, lost);
  let lease: Lease | null = null;
  try {
    const { action, batch, item } = actionsOf(parts.actions, job);
    if (job.fruitless > FRUITLESS_MAX) throw new ProblemError('internal_error', NO_PROGRESS);
    lease = leaseTerritory(parts, job);
    await noteData(parts.db, job, lease.generation.territory.dataVersion);
    await doItems({ parts, job, action, batch, item, lease, signal });
  } catch (error) {
    if (lost.signal.aborted) return;
    if (stopping.aborted) await handBack(parts.db, job);
    else if (error instanceof ProblemError) await failJob(parts, job, error);
    else throw error;
  } finally {
    keeper.stop();
    lease?.release();
  }
}

/** A process without the job's territory leaves it to others, and to itself later: the lease runs out. */
function leaseTerritory({ engine }: WorkParts, job: ClaimedJob): Lease {
  try {
    return engine.lease(job.input, job.territory_id);
  } catch (error) {
    throw new Error(`the territory ${job.territory_id} cannot be used here`, { cause: error });
  }
}

const NO_PROGRESS =
  'The job was taken up again and again without getting any further. What was done is charged, the rest is not. ' +
  'Start a new job with the points that are left; if it fails again, report the job id.';

function actionsOf(actions: readonly Action[], { action_id }: ClaimedJob) {
  const action = actions.find(({ id }) => id === action_id);
  const item = actions.find(({ id }) => id === action?.batch?.actionId);
  if (action?.batch === undefined || item === undefined) {
    throw new ProblemError('internal_error', `This version of the service cannot do ${action_id}.`);
  }
  return { action, batch: action.batch, item };
}

interface Work {
  readonly parts: WorkParts;
  readonly job: ClaimedJob;
  readonly action: Action;
  readonly batch: Batch<unknown>;
  readonly item: Action;
  readonly lease: Lease;
  readonly signal: AbortSignal;
}

async function doItems(work: Work): Promise<void> {
  const { parts, job, signal } = work;
  const first = job.done + job.failed;
  /** One computation per thread, and one that waits: threads never wait for the ledger. */
  const ahead = parts.engine.pool.batchThreads + 1;
  const computing = new Map<number, Promise<ItemOutcome>>();
  const abandon = new AbortController();
  const computeSignal = AbortSignal.any([signal, abandon.signal]);
  const computeAhead = (from: number) => {
    for (let index = from; index < Math.min(from + ahead, job.total); index++) {
      if (computing.has(index)) continue;
      const outcome = compute(work, index, computeSignal);
      outcome.catch(() => {}); // heard when its turn comes
      computing.set(index, outcome);
    }
  };
  try {
    for (let index = first; index < job.total; index++) {
      computeAhead(index);
      const outcome = await (computing.get(index) as Promise<ItemOutcome>);
      computing.delete(index);
      const state = await finishPatiently(work, index, outcome);
      if (state !== 'more') return;
    }
  } finally {
    abandon.abort(new Error('the job has ended'));
  }
}

async function compute(
  { parts, job, batch, item, lease }: Work,
  index: number,
  signal: AbortSignal,
): Promise<ItemOutcome> {
  const input = batch.inputOf(job.input, index);
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted();
    try {
      const question = { action: item, input, channel: 'batch', lease } as const;
      const ran = await parts.engine.run(question, { signal, batch: true });
      if (ran.creditsDue === undefined) throw new Error(`${item.id} does not say what is due`);
      return {
        status: 'done',
        due: thousandthsOf(ran.creditsDue),
        summary: ran.summary ?? {},
        resultJson: ran.resultJson,
      };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ProblemError)) throw error;
      if (!OURS.includes(error.code)) return { status: 'failed', reason: error.code, detail: error.message };
      // A full queue is no fault of the item: it waits as long as it takes.
      if (attempt >= ATTEMPTS && error.code !== 'service_unavailable') {
        parts.log.error({ job: job.id, index, err: error }, 'item failed');
        return { status: 'failed', reason: error.code, detail: error.message };
      }
      await sleep(Math.min(100 * 2 ** attempt, 5_000), undefined, { signal });
    }
  }
}

/** A database that is away for a moment is borne; the lease says how long. */
async function finishPatiently({ parts, job, signal }: Work, index: number, outcome: ItemOutcome) {
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted();
    try {
      return await finishItem(parts, job, index, outcome, parts.leaseSeconds);
    } catch (error) {
      if (attempt >= 5) throw error;
      parts.log.warn({ job: job.id, index, err: error }, 'item not stored, tried again');
      await sleep(100 * 2 ** attempt, undefined, { signal });
    }
  }
}

/** The job cannot go on. What was done stays charged. */
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

/** Renews the lease of a job while it is worked on; `lost` is aborted once it is no longer ours. */
function keepJob({ db, clock, log, leaseSeconds }: WorkParts, job: ClaimedJob, lost: AbortController) {
  const timer = setInterval(async () => {
    try {
      if (!(await renewJob(db, clock, job, leaseSeconds))) lost.abort(new Error('the job is no longer ours'));
    } catch (error) {
      log.warn({ job: job.id, err: error }, 'lease of a job not renewed');
    }
  }, leaseSeconds * 250);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
