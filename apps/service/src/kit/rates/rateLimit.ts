import { LIMITS } from '@hinterland/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Clock, Db } from '../db/database.ts';
import { rateLimited } from '../problem.ts';

/** Windows that calls of a key are counted in. The order is also the order in which their rows are locked. */
const POLICIES = {
  requests: LIMITS.requestsPerMinute,
  charged: LIMITS.chargedExecutionsPerMinute,
} as const;
export type Policy = keyof typeof POLICIES;

const NAMES = Object.keys(POLICIES) as readonly Policy[];

/** A number for a set of policies: others have others. */
export const numberOf = (policies: readonly Policy[]): number =>
  NAMES.reduce((sum, name, i) => sum + (policies.includes(name) ? 2 ** i : 0), 0);

/** Calls that a caller has left in one window. */
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

/** A row of the SQL function take_rate. */
export interface RateRow {
  readonly policy: Policy;
  readonly taken: boolean;
  readonly remaining: number;
  readonly reset_ms: number;
}

/**
 * The call of take_rate that counts one call of a key in each of the policies, or in none when one is used up: rows of
 * type RateRow, of which `statesOf` makes sense. Windows slide exactly and are shared by all replicas. Milliseconds since
 * 1970, or null for the clock of the database.
 */
export function takingRate(
  keyId: RawBuilder<number>,
  policies: readonly Policy[],
  instantMilliseconds: RawBuilder<number | null>,
): RawBuilder<RateRow> {
  const ordered = NAMES.filter((policy) => policies.includes(policy));
  return sql`take_rate(${keyId}, ${ordered}::text[], ${ordered.map((policy) => POLICIES[policy])}::integer[],
    ${LIMITS.rateWindowSeconds * 1000}, ${instantMilliseconds})`;
}

/** Counts one call of a key by itself; see takingRate and statesOf. */
export async function takeRate(db: Db, clock: Clock, keyId: number, policies: readonly Policy[]): Promise<RateState[]> {
  const instant = sql<number | null>`${clock.instant()?.getTime() ?? null}`;
  const { rows } = await sql<RateRow>`
    select policy, taken, remaining, reset_ms from ${takingRate(sql`${keyId}`, policies, instant)}`.execute(db);
  return statesOf(rows);
}

/** Returns the rates left after a call. Throws rate_limited, with the seconds to wait, where the call did not fit. */
export function statesOf(rows: readonly RateRow[]): RateState[] {
  const states = rows.map((row) => ({
    policy: row.policy,
    remaining: row.remaining,
    resetSeconds: Math.ceil(row.reset_ms / 1000),
  }));
  if (rows.every((row) => row.taken)) return states;
  const full = states.filter((state) => state.remaining === 0);
  const slowest = full.reduce((a, b) => (b.resetSeconds > a.resetSeconds ? b : a));
  throw rateLimited(
    `This key has made its ${POLICIES[slowest.policy]} ${slowest.policy === 'charged' ? 'charged executions' : 'requests'} ` +
      `of the last ${LIMITS.rateWindowSeconds} seconds. Wait ${slowest.resetSeconds} s.`,
    slowest.policy,
    slowest.resetSeconds,
    {},
    { RateLimit: rateLimitHeader(states) },
  );
}
