import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../kit/db/database.ts';
import { ProblemError } from '../../kit/problem.ts';
import { type Idempotency, type IdempotencyState, idempotencyState } from '../../organizations/credits/idempotency.ts';
import type { ChargedRun } from './chargedRun.ts';

export type Charged = Extract<IdempotencyState, { state: 'charged' }>;

/** The charge of an earlier run under the same key; null where there is no key, or no such run. */
export async function findCharged(run: ChargedRun): Promise<Charged | null> {
  const { settings, call, spender, idempotency, waitUntil } = run;
  if (idempotency === null) return null;
  return chargedBefore(settings.db, spender.organizationId, idempotency, waitUntil, call.signal);
}

/**
 * What an earlier run under the key was charged, or null where the key is free. While an earlier run goes on, its end is
 * waited for, until the deadline (milliseconds of performance.now): then it throws idempotency_in_progress. Throws
 * idempotency_key_reused where the key stands for another request.
 */
async function chargedBefore(
  db: Db,
  organizationId: number,
  idempotency: Idempotency,
  deadline: number,
  signal: AbortSignal,
): Promise<Charged | null> {
  for (let waitMilliseconds = 25; ; waitMilliseconds = Math.min(waitMilliseconds * 2, 400)) {
    const earlier = await idempotencyState(db, organizationId, idempotency);
    if (earlier.state === 'free') return null;
    if (earlier.state === 'charged') return earlier;
    if (performance.now() + waitMilliseconds > deadline) {
      throw new ProblemError(
        'idempotency_in_progress',
        'A run with this idempotency key has not ended yet. Repeat the call with the same key in a moment.',
        { retryAfter: 5 },
        { 'Retry-After': '5' },
      );
    }
    await sleep(waitMilliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}
