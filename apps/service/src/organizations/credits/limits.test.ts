import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { databaseClock } from '../../kit/db/database.ts';
import { creditCalls } from '../../testing/creditCalls.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { makeAccount, TestClock } from '../../testing/town.ts';
import { commitHold } from './commit.ts';
import { type Hold, holdCredits } from './hold.ts';
import { findViolations } from './invariants.ts';
import { setMonthlyLimit } from './setMonthlyLimit.ts';
import { creditSummary } from './summary.ts';
import { findViolationsInPieces } from './violations.ts';

describeOnBoth('monthly limits', (database) => {
  const suite = creditCalls(database);
  const { db, hold, commit, release, grant, state, blocked, limit } = suite;

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
    const alone = { ...suite.ann.spender, teamId: null, apiKeyId: null };
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
    const request = { spender: suite.ann.spender, actionId: 'test.flat', amount: 8000, idempotency: null };
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
    const { credits } = await creditSummary(db(), clock, suite.ann.spender);
    expect(credits).toMatchObject({
      month: '2026-12',
      resetsAt: '2027-01-01T00:00:00.000Z',
      user: { used: 8, remaining: 2 },
    });
  });

  it.each([
    ['holds of the same month', '2026-11-30T14:00:00.000Z', '2026-11-30T12:00:00.000Z'],
    ['holds of the month after', '2026-12-01T01:00:00.000Z', '2026-11-30T23:00:00.000Z'],
  ])('a limit that is set after the clock went back counts for later holds alone: %s', async (_case, ahead, back) => {
    const clock = new TestClock(ahead);
    const holdAt = async (amount: number) => {
      const request = { spender: suite.ann.spender, actionId: 'test.flat', amount, idempotency: null };
      await commitHold(db(), clock, (await holdCredits(db(), clock, request)) as Hold, amount);
    };
    const setLimit = (monthlyLimit: number | null) => {
      const { organizationId, userId } = suite.ann.spender;
      return setMonthlyLimit(db(), clock, { organizationId, scope: 'user', scopeId: userId, monthlyLimit });
    };
    await grant(100);
    await holdAt(8000);
    clock.set(back);
    await setLimit(5);
    const found = async () => [...(await findViolations(db())), ...(await findViolationsInPieces(db()))];
    expect(await found()).toEqual([]);
    // What is held later is compared with it, once the clock is where it was.
    clock.set(ahead);
    clock.advanceSeconds(1);
    await setLimit(null);
    await holdAt(6000);
    await sql`update spend_limit set monthly_limit = 5000 where scope = 'user'`.execute(db());
    const spent = { detail: expect.stringMatching(/6000 of 5000$/) };
    expect(await found()).toMatchObject([spent, spent]);
    await sql`update spend_limit set monthly_limit = null where scope = 'user'`.execute(db());
  });

  it('S178 the summary shows balance, reserved and the limits with their use', async () => {
    await grant(1000);
    await limit('team', 500);
    await commit(await hold(120), 120);
    const open = await hold(40);
    const { credits, key } = await creditSummary(db(), databaseClock, suite.ann.spender);
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

  it.each(['team', 'user', 'api_key'] as const)('D80 parallel holds never pass the limit of the %s', async (scope) => {
    await grant(1000);
    await limit(scope, 40);
    const attempts = await Promise.allSettled(Array.from({ length: 60 }, () => hold(4)));
    const held = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
    expect(held.length).toBe(10);
    await Promise.all(held.map((one) => commit(one, 4)));
  });
});
