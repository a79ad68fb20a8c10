import { LIMITS } from '@hinterland/contract';
import { sql } from 'kysely';
import type { Clock, Db } from '../db/database.ts';
import { ProblemError } from '../problem.ts';

/** Windows that calls of a key are counted in. The order is also the order in which their rows are locked. */
export const POLICIES = {
  requests: LIMITS.requestsPerMinute,
  charged: LIMITS.chargedExecutionsPerMinute,
} as const;
export type Policy = keyof typeof POLICIES;

/** What a caller has left in one window. */
export interface RateState {
  readonly policy: Policy;
  readonly remaining: number;
  /** Until the oldest calls leave the window and more fit. */
  readonly resetSeconds: number;
}

/** Value of the header RateLimit-Policy: every window there is. */
export const RATE_LIMIT_POLICY = Object.entries(POLICIES)
  .map(([name, quota]) => `"${name}";q=${quota};w=${LIMITS.rateWindowSeconds}`)
  .join(', ');

/** Value of the header RateLimit. */
export const rateLimitHeader = (states: readonly RateState[]): string =>
  states.map(({ policy, remaining, resetSeconds }) => `"${policy}";r=${remaining};t=${resetSeconds}`).join(', ');

/**
 * Counts one call of a key in each of the policies, or in none when one is used up: then it throws rate_limited, and
 * waiting the seconds it names is enough for the next call. Windows slide exactly and are shared by all replicas.
 */
export async function takeRate(db: Db, clock: Clock, keyId: number, policies: readonly Policy[]): Promise<RateState[]> {
  const ordered = (Object.keys(POLICIES) as Policy[]).filter((policy) => policies.includes(policy));
  const { rows } = await sql<{ policy: Policy; taken: boolean; remaining: number; reset_ms: number }>`
    select policy, taken, remaining, reset_ms from take_rate(${keyId}, ${ordered}::text[],
      ${ordered.map((policy) => POLICIES[policy])}::integer[], ${LIMITS.rateWindowSeconds * 1000},
      ${clock.instant()?.getTime() ?? null})`.execute(db);
  const states = rows.map((row) => ({
    policy: row.policy,
    remaining: row.remaining,
    resetSeconds: Math.ceil(row.reset_ms / 1000),
  }));
  if (rows.every((row) => row.taken)) return states;
  const full = states.filter((state) => state.remaining === 0);
  const slowest = full.reduce((a, b) => (b.resetSeconds > a.resetSeconds ? b : a));
  throw new ProblemError(
    'rate_limited',
    `This key has made its ${POLICIES[slowest.policy]} ${slowest.policy === 'charged' ? 'charged executions' : 'requests'} ` +
      `of the last ${LIMITS.rateWindowSeconds} seconds. Wait ${slowest.resetSeconds} s.`,
    { policy: slowest.policy, retryAfter: slowest.resetSeconds },
    { 'Retry-After': String(slowest.resetSeconds), RateLimit: rateLimitHeader(states) },
  );
}
