import { setTimeout as sleep } from 'node:timers/promises';
import { TerritoryDamaged } from '../../engine/damage.ts';
import type { Lease } from '../../engine/territoriesInForce.ts';
import { ProblemError } from '../../kit/problem.ts';
import type { JobWork } from './kind.ts';
import { noteData } from './queue.ts';

// Shared by all kinds of jobs: the lease of the territory, ordered execution, retries.

/** Attempts of a step that fails by a fault of the service. */
const ATTEMPTS = 3;

/** Problems that may pass by themselves. */
const OURS: readonly string[] = ['service_unavailable', 'internal_error', 'run_timeout'];

/**
 * Leases the job's territory, so that it stays as it is, and stores its versions. A process without the territory leaves
 * the job to others, and to itself later: the lease of the job runs out.
 */
export async function leaseTerritory({ db, engine, job }: JobWork): Promise<Lease> {
  let lease: Lease;
  try {
    lease = engine.lease({}, job.territory_id);
  } catch (error) {
    throw new Error(`the territory ${job.territory_id} cannot be used here`, { cause: error });
  }
  try {
    await noteData(db, job, lease.generation.territory.dataVersion);
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
  { engine, signal }: Pick<JobWork, 'engine' | 'signal'>,
  steps: { readonly first: number; readonly end: number },
  compute: (step: number, signal: AbortSignal) => Promise<T>,
  finish: (step: number, computed: T) => Promise<boolean>,
): Promise<void> {
  const ahead = engine.pool.batchThreads + 1;
  const computing = new Map<number, Promise<T>>();
  const abandon = new AbortController();
  const computeSignal = AbortSignal.any([signal, abandon.signal]);
  try {
    for (let step = steps.first; step < steps.end; step++) {
      for (let next = step; next < Math.min(step + ahead, steps.end); next++) {
        if (computing.has(next)) continue;
        const computed = compute(next, computeSignal);
        computed.catch(() => {}); // handled when its turn comes
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

/**
 * Retries where the fault is ours. A full queue is no fault of the step: the retries go on as long as it takes. A
 * territory that turned out to be damaged ends the work, and the lease of the job runs out.
 */
export async function computePatiently<T>(signal: AbortSignal, compute: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted();
    try {
      return await compute();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof TerritoryDamaged) throw new Error('the territory of the job is damaged', { cause: error });
      if (!(error instanceof ProblemError) || !OURS.includes(error.code)) throw error;
      if (attempt >= ATTEMPTS && error.code !== 'service_unavailable') throw error;
      await sleep(Math.min(100 * 2 ** attempt, 5_000), undefined, { signal });
    }
  }
}

/** Stores a step. Tolerates short outages of the database; the lease limits how long. */
export async function storePatiently<T>(
  { log, job, signal }: Pick<JobWork, 'log' | 'signal'> & { readonly job: { readonly id: string } },
  store: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted();
    try {
      return await store();
    } catch (error) {
      if (attempt >= 5) throw error;
      log.warn({ job: job.id, err: error }, 'step of a job not stored, tried again');
      await sleep(100 * 2 ** attempt, undefined, { signal });
    }
  }
}
