import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { said } from '@hinterland/answers/said';
import { LIMITS } from '@hinterland/contract';
import type { Db } from '../../kit/db/database.ts';
import { isObject } from '../../kit/json.ts';
import { ProblemError } from '../../kit/problem.ts';
import { type Idempotency, type IdempotencyState, idempotencyState } from '../../organizations/credits/idempotency.ts';

/**
 * The key in a header Idempotency-Key, or null. Both forms are taken, abc and "abc" (a structured field string). What
 * cannot be a key (empty, too long, control or non-ASCII characters) is ignored: the call then counts as a new run.
 */
export function headerKey(value: string | undefined): string | null {
  const trimmed = value?.trim() ?? '';
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(trimmed);
  const key = quoted === null ? trimmed : (quoted[1] as string).replace(/\\(["\\])/g, '$1');
  if (key.length > LIMITS.idempotencyKeyCharacters || !/^[\x20-\x7e]+$/.test(key)) return null;
  return key;
}

/**
 * Returns SHA-256 of the action and its parsed input, to distinguish a repeat from another request under the same
 * idempotency key. Members that may change between tries (quotedCredits, the analysis of the run) are not part of it.
 */
export function fingerprintOf(actionId: string, input: unknown): Buffer {
  return createHash('sha256').update(actionId).update('\0').update(canonicalJson(input)).digest();
}

/** JSON with the members of every object in order of their names. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    isObject(item) ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))) : item,
  );
}

export type Charged = Extract<IdempotencyState, { state: 'charged' }>;

/**
 * What an earlier run under the key was charged, or null where the key is free. While an earlier run goes on, its end is
 * waited for, until the deadline (milliseconds of performance.now): then it throws idempotency_in_progress. Throws
 * idempotency_key_reused where the key stands for another request.
 */
export async function chargedBefore(
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
        said('key_in_progress'),
        { retryAfter: 5 },
        { 'Retry-After': '5' },
      );
    }
    await sleep(waitMilliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}
