import { setTimeout as sleep } from 'node:timers/promises';
import type { Lease } from '../engine/territories.ts';
import { ProblemError } from '../problem.ts';
import type { RunParts } from '../runs/parts.ts';
import { type ClaimedJob, noteData } from './queue.ts';

/** What every kind of job works with, and what it bears. */

export interface WorkParts extends Pick<RunParts, 'db' | 'clock' | 'engine' | 'actions' | 'log'> {
  readonly leaseSeconds: number;
}

export interface JobWork {
  readonly parts: WorkParts;
  readonly job: ClaimedJob;
  /** Aborted when the job is no longer ours, or is to be handed back. */
  readonly signal: AbortSignal;
}

/** How often a step is computed when the fault is ours. */
const ATTEMPTS = 3;

/** Problems that may pass by themselves. */
const OURS: readonly string[] = ['service_unavailable', 'internal_error', 'run_timeout'];

/**
 * The job's territory, kept as it is; its versions are noted. A process without it leaves the job to others, and to
 * itself later: the lease of the job runs out.
 */
export async function leaseTerritory({ parts, job }: JobWork): Promise<Lease> {
  let lease: Lease;
  try {
    lease = parts.engine.lease({}, job.territory_id);
  } catch (error) {
    throw new Error(`the territory ${job.territory_id} cannot be used here`, { cause: error });
  }
  try {
    await noteData(parts.db, job, lease.generation.territory.dataVersion);
    return lease;
  } catch (error) {
    lease.release();
    throw error;
  }
}

/**
 * Computes the steps from `first` on, some ahead, one per thread and one that waits; finishes them strictly one after
 * the other, until `finish` answers that there is no more to do.
 */
export async function inOrder<T>(
  { parts, signal }: JobWork,
  steps: { readonly first: number; readonly end: number },
  compute: (step: number, signal: AbortSignal) => Promise<T>,
  finish: (step: number, computed: T) => Promise<boolean>,
): Promise<void> {
  const ahead = parts.engine.pool.batchThreads + 1;
  const computing = new Map<number, Promise<T>>();
  const abandon = new AbortController();
  const computeSignal = AbortSignal.any([signal, abandon.signal]);
  try {
    for (let step = steps.first; step < steps.end; step++) {
      for (let next = step; next < Math.min(step + ahead, steps.end); next++) {
        if (computing.has(next)) continue;
        const computed = compute(next, computeSignal);
        computed.catch(() => {}); // heard when its turn comes
        computing.set(next, computed);
      }
      const computed = await (computing.get(step) as Promise<T>);
      computing.delete(step);
      if (!(await finish(step, computed))) return;
    }
  } finally {
    abandon.abort(new Error('the job has ended'));
  }
}

/** Tries again where the fault is ours. A full queue is no fault of the step: it waits as long as it takes. */
export async function computePatiently<T>(signal: AbortSignal, compute: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted();
    try {
      return await compute();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ProblemError) || !OURS.includes(error.code)) throw error;
      if (attempt >= ATTEMPTS && error.code !== 'service_unavailable') throw error;
      await sleep(Math.min(100 * 2 ** attempt, 5_000), undefined, { signal });
    }
  }
}

/** A database that is away for a moment is borne; the lease says how long. */
export async function storePatiently<T>({ parts, job, signal }: JobWork, store: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted();
    try {
      return await store();
    } catch (error) {
      if (attempt >= 5) throw error;
      parts.log.warn({ job: job.id, err: error }, 'step of a job not stored, tried again');
      await sleep(100 * 2 ** attempt, undefined, { signal });
    }
  }
}
