import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { creditCalls, fingerprint } from '../../testing/creditCalls.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { makeAccount, TestClock } from '../../testing/town.ts';
import { creditsOf, thousandthsOf } from './amounts.ts';
import { commitHold } from './commit.ts';
import { type Hold, holdCredits } from './hold.ts';
import { idempotencyState } from './idempotency.ts';
import { renewLease } from './lease.ts';
import { endOfMonth } from './months.ts';
import { releaseExpiredHolds } from './releaseExpired.ts';

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
  const suite = creditCalls(database);
  const { db, hold, commit, release, grant, state, blocked, limit } = suite;

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
        user_id: suite.ann.spender.userId,
        team_id: suite.ann.spender.teamId,
        part: 0,
      },
    ]);
  });

  it('S185 S186 a balance that does not cover the run blocks it; what other runs hold is not available', async () => {
    await grant(25);
    const open = await hold(20);
    expect(await blocked(hold(6))).toMatchObject({
      error: 'insufficient_credits',
      blockedBy: 'organization_balance',
      blockedByAll: ['organization_balance'],
      requiredCredits: 6,
      availableCredits: 5,
    });
    await commit(await hold(5), 5);
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
    const request = { spender: suite.ann.spender, actionId: 'test.flat', amount: 8000, idempotency: null };
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
    const request = { spender: suite.ann.spender, actionId: 'test.flat', amount: 8000, idempotency: null };
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

  it('S191 50 parallel holds with one idempotency key are one hold', async () => {
    await grant(1000);
    const attempts = await Promise.all(Array.from({ length: 50 }, () => hold(4, { key: 'once' })));
    expect(attempts.filter((one) => one.state === 'held').length).toBe(1);
    await commit(attempts.find((one) => one.state === 'held') as Hold, 4);
    expect(await state()).toEqual({ balance: 996, reserved: 0 });
  });
});
