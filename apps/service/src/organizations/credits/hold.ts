import type { Channel } from '@hinterland/actions';
import { type Sentence, said } from '@hinterland/answers/said';
import { BLOCKED_BY, type BlockedBy, LIMITS } from '@hinterland/contract';
import { sql } from 'kysely';
import { type Clock, type Db, instantOf } from '../../kit/db/database.ts';
import { SharedStatement } from '../../kit/db/sharedStatement.ts';
import { ProblemError } from '../../kit/problem.ts';
import { invalidKey } from '../../kit/who.ts';
import { creditsOf, type Thousandths } from './amounts.ts';
import { type Idempotency, type IdempotencyState, idempotencyState } from './idempotency.ts';
import { endOfMonth } from './months.ts';
import type { Spender } from './spender.ts';

export interface HoldRequest {
  readonly spender: Spender;
  readonly actionId: string;
  /** What the run came through; that of the hold before of its job where absent. */
  readonly channel?: Channel;
  readonly amount: Thousandths;
  readonly idempotency: Idempotency | null;
  /** Lease of the hold; LIMITS.holdLeaseSeconds where absent. */
  readonly leaseSeconds?: number;
  /** The job that it belongs to: then it lives as long as the job, which has a lease of its own. */
  readonly jobId?: string;
}

/** Credits set aside. It must end with commitHold or releaseHold, and its lease be renewed until then. */
export interface Hold {
  readonly state: 'held';
  readonly id: number;
  readonly organizationId: number;
  readonly amount: Thousandths;
}

/** A hold as the statement of its organization asks for it. */
interface Asked {
  readonly request: HoldRequest;
  readonly leaseSeconds: number | null;
  readonly instant: string | null;
}

/** A row of the SQL function hold_for_channel. */
interface HoldRow {
  readonly place: number;
  readonly hold_id: number | null;
  readonly deleted: boolean;
  readonly refused: Refused | null;
}

const callFor = ({ request, leaseSeconds, instant }: Asked, place: number) => sql`
  select ${sql.lit(place)}::integer as place, h.hold_id, h.deleted, h.refused
  from hold_for_channel(${request.spender.organizationId}, ${request.spender.userId}, ${request.spender.teamId},
    ${request.spender.apiKeyId}, ${request.actionId}, ${request.amount}, ${request.idempotency?.key ?? null},
    ${request.idempotency?.fingerprint ?? null}, ${leaseSeconds}, ${request.jobId ?? null}, ${request.channel ?? null}, ${instant}) h`;

/** Holds of one organization: ledger/hold.sql for each, one after the other, each knowing those before it. */
const holds = new SharedStatement<Asked, HoldRow>(
  (asked) => sql<HoldRow>`${sql.join(asked.map(callFor), sql` union all `)} order by place`,
  (rows) => rows,
);

/**
 * Sets credits aside for a run, in a statement that locks the organization's account first (ledger/hold.sql; limits are
 * checked in ledger/monthlyLimits.sql) and that other holds of the organization may share. Open holds count as spent for the balance
 * and all limits, so parallel runs can never pass them together. Also within a transaction of the caller's.
 *
 * Answers the hold, or the state of the idempotency key where an earlier run owns it. Throws insufficient_credits, and
 * invalid_api_key where the organization was deleted after the caller was let in.
 */
export async function holdCredits(
  db: Db,
  clock: Clock,
  request: HoldRequest,
): Promise<Hold | Exclude<IdempotencyState, { state: 'free' }>> {
  const { spender, amount, idempotency, jobId } = request;
  const { organizationId } = spender;
  const leaseSeconds = jobId === undefined ? (request.leaseSeconds ?? LIMITS.holdLeaseSeconds) : null;
  for (;;) {
    const asked = { request, leaseSeconds, instant: instantOf(clock) };
    const { hold_id: id, deleted, refused } = await holds.answer(db, organizationId, asked);
    if (deleted) throw invalidKey();
    if (refused !== null) throw insufficientCredits(refused, amount);
    if (id !== null) return { state: 'held', id, organizationId, amount };
    // The key was taken; if its run has been given up by now, it is free again.
    const earlier = await idempotencyState(db, organizationId, idempotency as Idempotency);
    if (earlier.state !== 'free') return earlier;
  }
}

/** As holdCredits, for an idempotency key that is known to be free. */
export async function holdWithin(trx: Db, clock: Clock, request: HoldRequest): Promise<Hold> {
  const hold = await holdCredits(trx, clock, request);
  if (hold.state !== 'held') throw new Error(`the idempotency key of hold ${hold.holdId} was not free`);
  return hold;
}

/** Why nothing was set aside. */
interface Refused {
  readonly available: Thousandths;
  /** First day of the month that limits count in, YYYY-MM-01. */
  readonly month: string;
  /** Those that would be passed. */
  readonly limits: readonly {
    readonly scope: 'team' | 'user' | 'api_key';
    readonly limit: Thousandths;
    readonly used: Thousandths;
  }[];
}

const BLOCKER: Readonly<Record<Refused['limits'][0]['scope'], BlockedBy>> = {
  team: 'team_limit',
  user: 'user_limit',
  api_key: 'api_key_limit',
};

const BLOCKED_TEXT: Readonly<Record<BlockedBy, Sentence>> = {
  organization_balance: said('balance'),
  team_limit: said('team_limit'),
  user_limit: said('user_limit'),
  api_key_limit: said('key_cap'),
};

function insufficientCredits({ available, month, limits }: Refused, amount: Thousandths): ProblemError {
  const blocked = new Set<BlockedBy>(limits.map(({ scope }) => BLOCKER[scope]));
  if (amount > available) blocked.add('organization_balance');
  const all = BLOCKED_BY.filter((reason) => blocked.has(reason));
  const first = all[0] as BlockedBy;
  const full = limits.find(({ scope }) => BLOCKER[scope] === first);
  return new ProblemError('insufficient_credits', BLOCKED_TEXT[first], {
    blockedBy: first,
    blockedByAll: all,
    requiredCredits: creditsOf(amount),
    availableCredits: creditsOf(available),
    ...(full === undefined
      ? {}
      : { limit: creditsOf(full.limit), used: creditsOf(full.used), resetsAt: endOfMonth(month) }),
  });
}
