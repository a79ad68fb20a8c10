import { BLOCKED_BY, type BlockedBy, LIMITS } from '@hinterland/contract';
import { sql } from 'kysely';
import { type Clock, type Db, now } from '../db/database.ts';
import { invalidKey } from '../keys/authenticate.ts';
import { ProblemError } from '../problem.ts';
import { type Account, lockAccount } from './account.ts';
import { creditsOf, type Thousandths } from './amounts.ts';
import { type Idempotency, type IdempotencyState, idempotencyState } from './idempotency.ts';
import { endOfMonth, presentMonth } from './months.ts';
import { type Spender, scopesOf } from './spender.ts';

export interface HoldRequest {
  readonly spender: Spender;
  readonly actionId: string;
  readonly amount: Thousandths;
  readonly idempotency: Idempotency | null;
  /** How long the hold lives without a sign of life; LIMITS.holdLeaseSeconds where absent. */
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

/**
 * Sets credits aside for a run, in one transaction under the organization's lock. Open holds count as spent for the
 * balance and all limits, so parallel runs can never pass them together.
 *
 * Answers the hold, or the state of the idempotency key where an earlier run owns it. Throws insufficient_credits, and invalid_api_key where the organization was
 * deleted after the caller was let in.
 */
export async function holdCredits(
  db: Db,
  clock: Clock,
  request: HoldRequest,
): Promise<Hold | Exclude<IdempotencyState, { state: 'free' }>> {
  const { spender, idempotency } = request;
  return db.transaction().execute(async (trx) => {
    await lockAccount(trx, spender.organizationId);
    if (idempotency !== null) {
      const earlier = await idempotencyState(trx, spender.organizationId, idempotency);
      if (earlier.state !== 'free') return earlier;
    }
    return holdWithin(trx, clock, request);
  });
}

/** As holdCredits, in a transaction of the caller's, for an idempotency key that is known to be free. */
export async function holdWithin(trx: Db, clock: Clock, request: HoldRequest): Promise<Hold> {
  const { spender, amount } = request;
  const account = await lockAccount(trx, spender.organizationId);
  const limits = await readLimits(trx, clock, spender);
  if (limits[0]?.deleted) throw invalidKey();
  refuseWhatIsBlocked(account, limits, amount);
  const id = await insertHold(trx, clock, request, limits[0]?.month as string);
  return { state: 'held', id, organizationId: spender.organizationId, amount };
}

interface LimitRow {
  month: string;
  /** Whether the organization was. */
  deleted: boolean;
  scope: 'team' | 'user' | 'api_key';
  monthly_limit: Thousandths | null;
  reserved: Thousandths;
  committed: Thousandths;
}

async function readLimits(trx: Db, clock: Clock, spender: Spender): Promise<LimitRow[]> {
  const { rows } = await sql<LimitRow>`
    select p.month, o.deleted_at is not null as deleted, s.scope, l.monthly_limit, coalesce(c.reserved, 0) as reserved, coalesce(c.committed, 0) as committed
    from (select ${presentMonth(clock)} as month) p
    join organization o on o.id = ${spender.organizationId}
    cross join ${scopesOf(spender)}
    left join spend_limit l
      on l.organization_id = ${spender.organizationId} and l.scope = s.scope and l.scope_id = s.scope_id
    left join spend_counter c
      on c.organization_id = ${spender.organizationId} and c.scope = s.scope and c.scope_id = s.scope_id
        and c.month = p.month
    where s.scope_id is not null
    order by s.place`.execute(trx);
  return rows;
}

const BLOCKER: Readonly<Record<LimitRow['scope'], BlockedBy>> = {
  team: 'team_limit',
  user: 'user_limit',
  api_key: 'api_key_limit',
};

const BLOCKED_TEXT: Readonly<Record<BlockedBy, string>> = {
  organization_balance:
    "The organization's available balance does not cover the run. Buy credits, or wait until running calls have ended.",
  team_limit: "The team's monthly limit would be exceeded. Ask for a higher limit, or wait for the next month.",
  user_limit: 'Your personal monthly limit would be exceeded. Ask for a higher limit, or wait for the next month.',
  api_key_limit: "The key's monthly cap would be exceeded. Raise the cap, use another key, or wait for the next month.",
};

/** Exactly reaching a limit is allowed. */
function refuseWhatIsBlocked(account: Account, limits: readonly LimitRow[], amount: Thousandths): void {
  const available = account.balance - account.reserved;
  const full = limits.filter(
    (row) => row.monthly_limit !== null && row.reserved + row.committed + amount > row.monthly_limit,
  );
  const blocked = new Set<BlockedBy>(full.map((row) => BLOCKER[row.scope]));
  if (amount > available) blocked.add('organization_balance');
  const all = BLOCKED_BY.filter((reason) => blocked.has(reason));
  const first = all[0];
  if (first === undefined) return;
  const row = full.find((limit) => BLOCKER[limit.scope] === first);
  throw new ProblemError('insufficient_credits', BLOCKED_TEXT[first], {
    blockedBy: first,
    blockedByAll: all,
    requiredCredits: creditsOf(amount),
    availableCredits: creditsOf(available),
    ...(row === undefined
      ? {}
      : {
          limit: creditsOf(row.monthly_limit as Thousandths),
          used: creditsOf(row.reserved + row.committed),
          resetsAt: endOfMonth(row.month),
        }),
  });
}

async function insertHold(trx: Db, clock: Clock, request: HoldRequest, month: string): Promise<number> {
  const { spender, actionId, amount, idempotency, jobId } = request;
  const leaseUntil =
    jobId === undefined
      ? sql`${now(clock)} + make_interval(secs => ${request.leaseSeconds ?? LIMITS.holdLeaseSeconds})`
      : sql`'infinity'`;
  const { rows } = await sql<{ id: number }>`
    with account as (
      update credit_account set reserved = reserved + ${amount} where organization_id = ${spender.organizationId}
    ), counters as (
      insert into spend_counter (organization_id, scope, scope_id, month, reserved)
      select ${spender.organizationId}::bigint, s.scope, s.scope_id, ${month}::date, ${amount}::bigint
      from ${scopesOf(spender)} where s.scope_id is not null
      on conflict (organization_id, scope, scope_id, month)
        do update set reserved = spend_counter.reserved + excluded.reserved
    )
    insert into credit_hold (organization_id, user_id, team_id, api_key_id, action_id, idempotency_key, fingerprint,
      month, amount, lease_until, created_at, job_id)
    values (${spender.organizationId}, ${spender.userId}, ${spender.teamId}, ${spender.apiKeyId}, ${actionId},
      ${idempotency?.key ?? null}, ${idempotency?.fingerprint ?? null}, ${month}::date, ${amount},
      ${leaseUntil}, ${now(clock)}, ${jobId ?? null})
    returning id`.execute(trx);
  return rows[0]?.id as number;
}
