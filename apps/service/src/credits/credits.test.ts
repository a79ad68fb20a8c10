import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseClock } from '../db/database.ts';
import { ProblemError } from '../problem.ts';
import { describeOnBoth } from '../testing/databases.ts';
import { accountState, type MadeAccount, makeAccount, TestClock } from '../testing/town.ts';
import { creditsOf, thousandthsOf } from './amounts.ts';
import { commitHold } from './commit.ts';
import { grantCredits } from './grant.ts';
import { type Hold, holdCredits } from './hold.ts';
import { idempotencyState } from './idempotency.ts';
import { findViolations } from './invariants.ts';
import { renewLease } from './lease.ts';
import { setLimit } from './limits.ts';
import { endOfMonth } from './months.ts';
import { releaseHold } from './release.ts';
import { releaseExpiredHolds } from './releaseExpired.ts';
import type { Spender } from './spender.ts';
import { creditSummary } from './summary.ts';
import { findViolationsInPieces } from './violations.ts';

const fingerprint = (text: string) => createHash('sha256').update(text).digest();

describe('amounts', () => {
  it('S13 are thousandths inside and plain numbers outside', () => {
    expect(thousandthsOf(2.1 + 0.2)).toBe(2300);
    expect(creditsOf(2300)).toBe(2.3);
    for (const wrong of [0.0005, Number.NaN, Number.POSITIVE_INFINITY, 1e14]) {
      expect(() => thousandthsOf(wrong)).toThrow(RangeError);
    }
  });

  it('D81 a month ends where the next begins, over the year too', () => {
    expect(endOfMonth('2026-11-01')).toBe('2026-12-01T00:00:00.000Z');
    expect(endOfMonth('2026-12-01')).toBe('2027-01-01T00:00:00.000Z');
  });
});

describeOnBoth('credits', (database) => {
  const db = () => database().db;
  let ann: MadeAccount;
  beforeEach(async () => {
    ann = await makeAccount(db());
  });
  afterEach(async () => {
    expect(await findViolations(db())).toEqual([]);
  });

  const hold = async (credits: number, options: { spender?: Spender; key?: string; request?: string } = {}) => {
    const held = await holdCredits(db(), databaseClock, {
      spender: options.spender ?? ann.spender,
      actionId: 'test.flat',
      amount: thousandthsOf(credits),
      idempotency:
        options.key === undefined ? null : { key: options.key, fingerprint: fingerprint(options.request ?? 'same') },
    });
    return held as Hold;
  };
  const commit = (held: Hold, credits: number) => commitHold(db(), databaseClock, held, thousandthsOf(credits));
  const release = (held: Hold) => releaseHold(db(), databaseClock, held);
  const grant = (credits: number) =>
    grantCredits(db(), databaseClock, ann.spender.organizationId, thousandthsOf(credits));
  const state = () => accountState(db(), ann.spender.organizationId);
  const blocked = async (attempt: Promise<unknown>) => {
    const problem = await attempt.then(
      () => null,
      (error) => error as ProblemError,
    );
    return { error: problem?.code, ...problem?.fields };
  };
  const limit = (scope: 'team' | 'user' | 'api_key', monthlyLimit: number | null) => {
    const scopeId = { team: ann.spender.teamId, user: ann.spender.userId, api_key: ann.keyId }[scope] as number;
    return setLimit(db(), databaseClock, { organizationId: ann.spender.organizationId, scope, scopeId, monthlyLimit });
  };

  it('S180 S181 S182 S262 a hold sets aside, a commit charges, a release gives back, and each ends once', async () => {
    await grant(1000);
    const first = await hold(120);
    expect(await state()).toEqual({ balance: 1000, reserved: 120 });
    await commit(first, 80);
    expect(await state()).toEqual({ balance: 920, reserved: 0 });
    await expect(commit(first, 80)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await release(first)).toBe(false);
    const second = await hold(900);
    expect(await release(second)).toBe(true);
    expect(await release(second)).toBe(false);
    await expect(commit(second, 1)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await state()).toEqual({ balance: 920, reserved: 0 });
  });

  it('S74 nothing above the hold can be charged, and nothing below zero', async () => {
    await grant(100);
    const held = await hold(10);
    await expect(commit(held, 10.001)).rejects.toThrow(RangeError);
    await expect(commit(held, -1)).rejects.toThrow(RangeError);
    await release(held);
  });

  it('D93 a charge of 0 ends the hold and leaves no entry', async () => {
    await grant(100);
    await commit(await hold(10), 0);
    expect(await state()).toEqual({ balance: 100, reserved: 0 });
    const { rows } = await sql`select kind from ledger_entry`.execute(db());
    expect(rows).toEqual([{ kind: 'grant' }]);
  });

  it('S55 every charge stands in the ledger with the name that its key had', async () => {
    await grant(100);
    await commit(await hold(10), 7.5);
    await sql`update api_key set name = 'renamed'`.execute(db());
    const { rows } = await sql`
      select seq, kind, amount, balance_after, operation, api_key_name, user_id, team_id, part
      from ledger_entry order by seq`.execute(db());
    expect(rows).toEqual([
      {
        seq: 1,
        kind: 'grant',
        amount: 100_000,
        balance_after: 100_000,
        operation: 'operator',
        api_key_name: null,
        user_id: null,
        team_id: null,
        part: null,
      },
      {
        seq: 2,
        kind: 'charge',
        amount: -7500,
        balance_after: 92_500,
        operation: 'test.flat',
        api_key_name: 'CI',
        user_id: ann.spender.userId,
        team_id: ann.spender.teamId,
        part: 0,
      },
    ]);
  });

  it('S185 S186 a balance that does not cover the run blocks it; what other runs hold is not available', async () => {
    await grant(25);
    const open = await hold(20);
    expect(await blocked(hold(6))).toEqual({
      error: 'insufficient_credits',
      blockedBy: 'organization_balance',
      blockedByAll: ['organization_balance'],
      requiredCredits: 6,
      availableCredits: 5,
    });
    await commit(await hold(5), 5);
    await release(open);
  });

  it.each([
    ['S187', 'team', 'team_limit'],
    ['S188', 'user', 'user_limit'],
    ['S189', 'api_key', 'api_key_limit'],
  ] as const)('%s the limit of the %s blocks above it, not at it (D84)', async (_statement, scope, reason) => {
    await grant(1000);
    await limit(scope, 50);
    await commit(await hold(30), 30);
    const open = await hold(15);
    expect(await blocked(hold(6))).toMatchObject({
      error: 'insufficient_credits',
      blockedBy: reason,
      blockedByAll: [reason],
      requiredCredits: 6,
      availableCredits: 955,
      limit: 50,
      used: 45,
    });
    await commit(await hold(5), 5);
    await release(open);
    await commit(await hold(15), 15);
  });

  it('D43 several limits in the way: the first by order is named, and all are listed', async () => {
    await limit('team', 3);
    await limit('user', 2);
    await limit('api_key', 1);
    expect(await blocked(hold(4))).toMatchObject({
      blockedBy: 'organization_balance',
      blockedByAll: ['organization_balance', 'team_limit', 'user_limit', 'api_key_limit'],
    });
    await grant(100);
    expect(await blocked(hold(4))).toMatchObject({ blockedBy: 'team_limit', limit: 3, used: 0 });
    await limit('team', null);
    expect(await blocked(hold(4))).toMatchObject({
      blockedBy: 'user_limit',
      blockedByAll: ['user_limit', 'api_key_limit'],
    });
    await limit('user', 4);
    expect(await blocked(hold(4))).toMatchObject({ blockedBy: 'api_key_limit' });
    await limit('api_key', 4);
    await commit(await hold(4), 4);
  });

  it('D82 D83 a limit of 0 blocks every charged run; one lowered under use blocks and reverses nothing', async () => {
    await grant(100);
    await limit('api_key', 0);
    expect(await blocked(hold(0.001))).toMatchObject({ blockedBy: 'api_key_limit', limit: 0 });
    await limit('api_key', null);
    await commit(await hold(60), 60);
    await limit('user', 40);
    expect(await blocked(hold(1))).toMatchObject({ blockedBy: 'user_limit', limit: 40, used: 60 });
    expect(await state()).toEqual({ balance: 40, reserved: 0 });
  });

  it('S261 members of a team share its limit, and each has their own', async () => {
    await grant(1000);
    const bob = await makeAccount(db(), { email: 'bob@example.com', role: 'member' });
    await limit('team', 100);
    await limit('user', 70);
    await commit(await hold(60), 60);
    expect(await blocked(hold(11))).toMatchObject({ blockedBy: 'user_limit' });
    await commit(await hold(40, { spender: bob.spender }), 40);
    expect(await blocked(hold(1, { spender: bob.spender }))).toMatchObject({ blockedBy: 'team_limit', used: 100 });
  });

  it('a user without a team and a run without a key have only the limits that they have', async () => {
    await grant(100);
    const alone = { ...ann.spender, teamId: null, apiKeyId: null };
    await limit('team', 0);
    await limit('api_key', 0);
    await commit(await hold(10, { spender: alone }), 10);
    const { credits, key } = await creditSummary(db(), databaseClock, alone);
    expect(credits.team).toBeNull();
    expect(credits.user).toEqual({ limit: null, used: 10, reserved: 0, remaining: null });
    expect(key).toEqual({ monthlyCap: null, monthlyUsage: 0 });
  });

  it('D81 a month is a UTC calendar month, and a run counts in the month its hold began', async () => {
    const clock = new TestClock('2026-11-30T23:59:59.000Z');
    await grant(100);
    await limit('user', 10);
    const request = { spender: ann.spender, actionId: 'test.flat', amount: 8000, idempotency: null };
    const late = (await holdCredits(db(), clock, request)) as Hold;
    clock.set('2026-12-01T00:00:01.000Z');
    const early = (await holdCredits(db(), clock, request)) as Hold;
    await commitHold(db(), clock, late, 8000);
    await commitHold(db(), clock, early, 8000);
    const { rows } = await sql`
      select month, committed from spend_counter where scope = 'user' order by month`.execute(db());
    expect(rows).toEqual([
      { month: '2026-11-01', committed: 8000 },
      { month: '2026-12-01', committed: 8000 },
    ]);
    const { credits } = await creditSummary(db(), clock, ann.spender);
    expect(credits).toMatchObject({
      month: '2026-12',
      resetsAt: '2027-01-01T00:00:00.000Z',
      user: { used: 8, remaining: 2 },
    });
  });

  it('S178 the summary shows balance, reserved and the limits with their use', async () => {
    await grant(1000);
    await limit('team', 500);
    await commit(await hold(120), 120);
    const open = await hold(40);
    const { credits, key } = await creditSummary(db(), databaseClock, ann.spender);
    expect(credits).toMatchObject({
      balance: 880,
      reserved: 40,
      available: 840,
      team: { limit: 500, used: 120, reserved: 40, remaining: 340 },
      user: { limit: null, used: 120, reserved: 40, remaining: null },
    });
    expect(key).toEqual({ monthlyCap: null, monthlyUsage: 120 });
    await release(open);
  });

  it('S191 D68 D69 a key belongs to the run that goes on or was charged; a released one is free again', async () => {
    await grant(100);
    const first = await hold(10, { key: 'k' });
    expect(await hold(10, { key: 'k' })).toEqual({ state: 'running', holdId: first.id });
    await release(first);
    const second = await hold(10, { key: 'k' });
    expect(second.state).toBe('held');
    await commit(second, 6);
    expect(await hold(10, { key: 'k' })).toMatchObject({ state: 'charged', charged: 6000, quoted: 10_000 });
    expect(await state()).toEqual({ balance: 94, reserved: 0 });
  });

  it('D65 the same key for another request is refused; another organization has keys of its own', async () => {
    await grant(100);
    await commit(await hold(10, { key: 'k', request: 'one' }), 10);
    const reused = hold(10, { key: 'k', request: 'two' });
    await expect(reused).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    const other = await makeAccount(db(), { organization: 'Other', email: 'o@example.com', credits: 50 });
    const idempotency = { key: 'k', fingerprint: fingerprint('two') };
    expect(await idempotencyState(db(), other.spender.organizationId, idempotency)).toEqual({ state: 'free' });
    await commit(await hold(10, { key: 'k', request: 'two', spender: other.spender }), 10);
  });

  it('D71 a charged key answers before balance and limits are looked at', async () => {
    await grant(10);
    await commit(await hold(10, { key: 'k' }), 10);
    await limit('user', 0);
    expect(await hold(10, { key: 'k' })).toMatchObject({ state: 'charged' });
  });

  it('L2 a clock that jumps back keeps no hold for hours: who works renews it, the others end after a lease', async () => {
    const clock = new TestClock('2026-11-21T12:00:00.000Z');
    await grant(100);
    const request = { spender: ann.spender, actionId: 'test.flat', amount: 8000, idempotency: null };
    const alive = (await holdCredits(db(), clock, request)) as Hold;
    const gone = (await holdCredits(db(), clock, request)) as Hold;
    const job = (await holdCredits(db(), clock, request)) as Hold;
    await sql`update credit_hold set lease_until = 'infinity' where id = ${job.id}`.execute(db()); // as that of a job
    clock.set('2026-11-21T10:00:00.000Z');
    expect(await releaseExpiredHolds(db(), clock)).toBe(0);
    clock.advanceSeconds(30);
    expect(await renewLease(db(), clock, alive)).toBe(true);
    clock.advanceSeconds(31);
    expect(await releaseExpiredHolds(db(), clock)).toBe(1);
    expect(await renewLease(db(), clock, gone)).toBe(false);
    await commitHold(db(), clock, alive, 8000);
    clock.set('2026-11-21T13:00:00.000Z');
    expect(await releaseExpiredHolds(db(), clock)).toBe(0);
    await commitHold(db(), clock, job, 8000);
    expect(await state()).toEqual({ balance: 84, reserved: 0 });
  });

  it('D91 a hold whose worker is gone is released after its lease, and its zombie cannot charge', async () => {
    const clock = new TestClock('2026-11-21T10:00:00.000Z');
    await grant(100);
    const request = { spender: ann.spender, actionId: 'test.flat', amount: 8000, idempotency: null };
    const alive = (await holdCredits(db(), clock, request)) as Hold;
    const gone = (await holdCredits(db(), clock, request)) as Hold;
    clock.advanceSeconds(45);
    expect(await renewLease(db(), clock, alive)).toBe(true);
    clock.advanceSeconds(14);
    expect(await releaseExpiredHolds(db(), clock)).toBe(0);
    clock.advanceSeconds(2);
    expect(await Promise.all([releaseExpiredHolds(db(), clock), releaseExpiredHolds(db(), clock)])).toContain(1);
    expect(await state()).toEqual({ balance: 100, reserved: 8 });
    expect(await renewLease(db(), clock, gone)).toBe(false);
    await expect(commitHold(db(), clock, gone, 8000)).rejects.toMatchObject({ code: 'service_unavailable' });
    await commitHold(db(), clock, alive, 8000);
    expect(await state()).toEqual({ balance: 92, reserved: 0 });
  });

  it('S259 D80 200 parallel holds on a balance for 25 grant exactly 25', async () => {
    await grant(100);
    const attempts = await Promise.allSettled(Array.from({ length: 200 }, () => hold(4)));
    const held = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
    const refused = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []));
    expect(held.length).toBe(25);
    expect(new Set(refused.map((error) => error.fields?.blockedBy))).toEqual(new Set(['organization_balance']));
    expect(await state()).toEqual({ balance: 100, reserved: 100 });
    await Promise.all(held.map((one, i) => (i % 2 === 0 ? commit(one, 4) : release(one))));
    expect(await state()).toEqual({ balance: 48, reserved: 0 });
  });

  it.each(['team', 'user', 'api_key'] as const)('D80 parallel holds never pass the limit of the %s', async (scope) => {
    await grant(1000);
    await limit(scope, 40);
    const attempts = await Promise.allSettled(Array.from({ length: 60 }, () => hold(4)));
    const held = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
    expect(held.length).toBe(10);
    await Promise.all(held.map((one) => commit(one, 4)));
  });

  it('S191 50 parallel holds with one idempotency key are one hold', async () => {
    await grant(1000);
    const attempts = await Promise.all(Array.from({ length: 50 }, () => hold(4, { key: 'once' })));
    expect(attempts.filter((one) => one.state === 'held').length).toBe(1);
    await commit(attempts.find((one) => one.state === 'held') as Hold, 4);
    expect(await state()).toEqual({ balance: 996, reserved: 0 });
  });

  it('S259 S260 S261 any mixture of grants, holds, commits and releases keeps the books right', async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('grant' as const), credits: fc.integer({ min: 1, max: 50 }) }),
      fc.record({ do: fc.constant('hold' as const), credits: fc.integer({ min: 0, max: 40 }) }),
      fc.record({ do: fc.constant('commit' as const), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
      fc.record({ do: fc.constant('release' as const) }),
      fc.record({ do: fc.constant('limit' as const), credits: fc.option(fc.integer({ min: 0, max: 200 })) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        await database().empty();
        ann = await makeAccount(db());
        // The twin: what a reader of the specification would note on paper.
        let balance = 0;
        let spent = 0;
        let cap: number | null = null;
        const open: Hold[] = [];
        const reserved = () => open.reduce((sum, one) => sum + one.amount, 0) / 1000;
        for (const one of steps) {
          if (one.do === 'grant') {
            await grant(one.credits);
            balance += one.credits;
          } else if (one.do === 'hold') {
            const fits =
              one.credits <= balance - reserved() && (cap === null || spent + reserved() + one.credits <= cap);
            const outcome = await hold(one.credits).catch((error) => error);
            expect(outcome instanceof ProblemError).toBe(!fits);
            if (fits) open.push(outcome);
          } else if (one.do === 'limit') {
            await limit('user', one.credits);
            cap = one.credits;
          } else {
            const held = open.shift();
            if (held === undefined) continue;
            if (one.do === 'release') expect(await release(held)).toBe(true);
            else {
              const due = Math.floor((held.amount / 1000) * one.share);
              await commit(held, due);
              balance -= due;
              spent += due;
            }
          }
          expect(await state()).toEqual({ balance, reserved: reserved() });
        }
        expect(await findViolations(db())).toEqual([]);
      }),
      { numRuns: 15, seed: 20261121 },
    );
  });
});

describeOnBoth('credit_invariants', (database) => {
  const db = () => database().db;

  it.each([
    ['balance is the sum of the ledger', 'update credit_account set balance = balance + 1'],
    ['reserved is the sum of open holds', 'update credit_account set reserved = reserved + 1'],
    ['entries are numbered without gaps', 'update credit_account set next_seq = next_seq + 1'],
    ['balance_after is chained', 'update ledger_entry set balance_after = balance_after + 1 where seq = 1'],
    ['a hold has committed what the ledger charged for it', 'update credit_hold set committed = committed - 1'],
    [
      'a counter is its open holds and charges',
      "update spend_counter set committed = committed + 1 where scope = 'team'",
    ],
    ['a counter is its open holds and charges', "delete from spend_counter where scope = 'user'"],
    ['no hold passes the limit of its month', "update spend_limit set monthly_limit = 1, set_at = '2000-01-01'"],
  ])('M12 sees when "%s" no longer holds, also in pieces of one row', async (invariant, damage) => {
    const ann = await makeAccount(db(), { credits: 100, userLimit: 50 });
    const request = { spender: ann.spender, actionId: 'test.flat', amount: 8000, idempotency: null };
    await commitHold(db(), databaseClock, (await holdCredits(db(), databaseClock, request)) as Hold, 8000);
    expect([...(await findViolations(db())), ...(await findViolationsInPieces(db(), 1))]).toEqual([]);
    await db()
      .transaction()
      .execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx);
        await sql.raw(damage).execute(trx);
      });
    const violations = await findViolations(db());
    expect(violations.map((violation) => violation.invariant)).toContain(invariant);
    expect(await findViolationsInPieces(db(), 1)).toEqual(violations);
    expect(await findViolationsInPieces(db())).toEqual(violations);
  });
});
