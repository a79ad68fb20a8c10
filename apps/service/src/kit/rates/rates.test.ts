import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { describeOnBoth } from '../../testing/databases.ts';
import { makeAccount, TestClock } from '../../testing/town.ts';
import { databaseClock } from '../db/database.ts';
import type { ProblemError } from '../problem.ts';
import { AddressLimiter } from './addressLimiter.ts';
import { makeAttempts } from './attempts.ts';
import { type Policy, RATE_LIMIT_POLICY, rateLimitHeader, takeRate } from './rateLimit.ts';

describeOnBoth('rate windows', (database) => {
  const db = () => database().db;
  let keyId: number;
  let clock: TestClock;
  beforeEach(async () => {
    keyId = (await makeAccount(db())).keyId;
    clock = new TestClock('2026-11-21T10:00:00.250Z');
  });
  const take = (policies: Policy[] = ['requests']) => takeRate(db(), clock, keyId, policies);
  const refusal = (policies?: Policy[]) =>
    take(policies).then(
      () => null,
      (error: ProblemError) => error,
    );

  it('S246 600 requests pass in any 60 seconds, and the 601st waits exactly as long as it is told (D22)', async () => {
    for (let i = 0; i < 600; i++) {
      if (i === 300) clock.advanceSeconds(30);
      await take();
    }
    const problem = (await refusal()) as ProblemError;
    expect(problem).toMatchObject({ code: 'rate_limited', fields: { policy: 'requests', retryAfter: 30 } });
    expect(problem.headers['Retry-After']).toBe('30');
    clock.advanceSeconds(29.999);
    expect(await refusal()).toMatchObject({ fields: { retryAfter: 1 } });
    clock.advanceSeconds(0.001);
    expect(await take()).toEqual([{ policy: 'requests', remaining: 299, resetSeconds: 30 }]);
  });

  it('D21 no 60 seconds hold more than the quota, over the edge of a minute and within a second too', async () => {
    clock.set('2026-11-21T10:00:00.999Z');
    for (let i = 0; i < 600; i++) await take();
    clock.set('2026-11-21T10:01:00.500Z'); // a fixed window, or whole-second buckets, would let the next one through
    expect((await refusal())?.fields.retryAfter).toBe(1);
    clock.set('2026-11-21T10:01:00.999Z');
    expect((await take())[0]?.remaining).toBe(599);
  });

  it('D22 refused calls do not count', async () => {
    for (let i = 0; i < 600; i++) await take();
    for (let i = 0; i < 50; i++) expect(await refusal()).not.toBeNull();
    clock.advanceSeconds(60);
    expect((await take())[0]?.remaining).toBe(599);
  });

  it('S247 60 charged executions pass; a refused one counts in neither window', async () => {
    for (let i = 0; i < 60; i++) await take(['charged', 'requests']);
    const problem = (await refusal(['requests', 'charged'])) as ProblemError;
    expect(problem).toMatchObject({ code: 'rate_limited', fields: { policy: 'charged', retryAfter: 60 } });
    expect(problem.headers.RateLimit).toBe('"requests";r=540;t=60, "charged";r=0;t=60');
    expect((await take())[0]?.remaining).toBe(539);
    clock.advanceSeconds(60);
    expect(await take(['requests', 'charged'])).toMatchObject([{ remaining: 599 }, { remaining: 59 }]);
  });

  it('S246 exactly 600 of 650 parallel requests pass', async () => {
    const attempts = await Promise.allSettled(
      Array.from({ length: 650 }, () => takeRate(db(), databaseClock, keyId, ['requests'])),
    );
    expect(attempts.filter((attempt) => attempt.status === 'fulfilled').length).toBe(600);
  });

  it('L2 a clock that jumps ahead by 2 hours and back leaves no call waiting, and no quota twice as large', async () => {
    for (let i = 0; i < 30; i++) await take(['charged']);
    clock.advanceSeconds(7200);
    for (let i = 0; i < 60; i++) await take(['charged']);
    expect((await refusal(['charged']))?.fields.retryAfter).toBe(60);
    clock.advanceSeconds(-7200);
    // The seconds that lie ahead do not count; those before the jump had left the window ahead.
    expect((await take(['charged']))[0]?.remaining).toBe(59);
    for (let i = 0; i < 59; i++) await take(['charged']);
    expect((await refusal(['charged']))?.fields.retryAfter).toBe(60);
    clock.advanceSeconds(60);
    expect((await take(['charged']))[0]?.remaining).toBe(59);
  });

  it('a clock that goes back by half a second keeps what it has counted', async () => {
    for (let i = 0; i < 60; i++) await take(['charged']);
    clock.advanceSeconds(-0.5);
    expect(await refusal(['charged'])).not.toBeNull();
  });

  it('a clock that jumps back: attempts that lie ahead do not count', async () => {
    const attempts = makeAttempts(db(), clock);
    const limit = { policy: 'links', attempts: 3, windowSeconds: 3600 } as Parameters<typeof attempts.take>[0];
    clock.advanceSeconds(86_400);
    for (let i = 0; i < 3; i++) await attempts.take(limit, 'ann');
    await expect(attempts.take(limit, 'ann')).rejects.toMatchObject({ code: 'rate_limited' });
    clock.advanceSeconds(-86_400);
    for (let i = 0; i < 3; i++) await attempts.take(limit, 'ann');
    await expect(attempts.take(limit, 'ann')).rejects.toMatchObject({ fields: { retryAfter: 3600 } });
  });

  it('M3 addresses of one IPv6 /64 share a window, and those of one /48 a window ten times as large', async () => {
    const attempts = makeAttempts(db(), clock);
    const limit = { policy: 'links', attempts: 2, windowSeconds: 3600 };
    const outcome = (address: string) =>
      attempts.takeFrom(limit, address).then(
        () => 'taken',
        (error: ProblemError) => error.code,
      );
    expect(await outcome('2001:db8:1:0::1')).toBe('taken');
    expect(await outcome('2001:db8:1:0::2')).toBe('taken');
    expect(await outcome('2001:db8:1:0:ffff::3')).toBe('rate_limited');
    for (let i = 1; i <= 9; i++) {
      for (const host of ['1', '2']) expect(await outcome(`2001:db8:1:${i}::${host}`)).toBe('taken');
    }
    expect(await outcome('2001:db8:1:a::1')).toBe('rate_limited');
    expect(await outcome('2001:db8:2::1')).toBe('taken');
    expect(await outcome('192.0.2.1')).toBe('taken');
    expect(await outcome('::ffff:192.0.2.1')).toBe('taken');
    expect(await outcome('192.0.2.1')).toBe('rate_limited');
  });

  it('H5 several attempts at once fit into a window, or none of them counts', async () => {
    const attempts = makeAttempts(db(), clock);
    const limit = { policy: 'mails', attempts: 5, windowSeconds: 600 };
    await attempts.takeMany(limit, 'ann', 3);
    clock.advanceSeconds(60);
    await attempts.takeMany(limit, 'ann', 0);
    await attempts.takeMany(limit, 'ann', 1);
    const refused = { code: 'rate_limited', fields: { policy: 'mails', maximum: 5, present: 4 } };
    await expect(attempts.takeMany(limit, 'ann', 2)).rejects.toMatchObject({
      ...refused,
      fields: { ...refused.fields, retryAfter: 540 }, // the first three leave then
    });
    await expect(attempts.takeMany(limit, 'ann', 5)).rejects.toMatchObject({ fields: { retryAfter: 600 } });
    await attempts.takeMany(limit, 'ann', 1);
    await attempts.takeMany(limit, 'bob', 5);
    clock.advanceSeconds(540);
    await attempts.takeMany(limit, 'ann', 3);
    await expect(attempts.takeMany(limit, 'ann', 1)).rejects.toMatchObject({ fields: { present: 5 } });
    const both = await Promise.allSettled([attempts.takeMany(limit, 'eve', 3), attempts.takeMany(limit, 'eve', 3)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('each key has windows of its own', async () => {
    const bob = await makeAccount(db(), { email: 'bob@example.com' });
    for (let i = 0; i < 60; i++) await take(['requests', 'charged']);
    expect(await refusal(['requests', 'charged'])).not.toBeNull();
    expect(await takeRate(db(), clock, bob.keyId, ['requests', 'charged'])).toMatchObject([
      { remaining: 599 },
      { remaining: 59 },
    ]);
  });

  it('D26 the headers name every policy with its quota, and what is left', () => {
    expect(RATE_LIMIT_POLICY).toBe('"requests";q=600;w=60, "charged";q=60;w=60');
    expect(rateLimitHeader([{ policy: 'requests', remaining: 599, resetSeconds: 60 }])).toBe('"requests";r=599;t=60');
  });

  it('D21 for any pattern of calls: never more than the quota within 60 seconds, and a refusal only when it is near', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 2500 }), { minLength: 100, maxLength: 160 }),
        async (gaps) => {
          await database().empty();
          keyId = (await makeAccount(db())).keyId;
          const passed: number[] = [];
          for (const gapMilliseconds of gaps) {
            clock.advanceSeconds(gapMilliseconds / 1000);
            const present = clock.instant().getTime();
            const within = (milliseconds: number) => passed.filter((at) => at > present - milliseconds).length;
            if ((await refusal(['charged'])) === null) {
              expect(within(60_000)).toBeLessThan(60);
              passed.push(present);
            } else {
              expect(within(61_000)).toBeGreaterThanOrEqual(60); // buckets of a second hold on for at most one second more
            }
          }
        },
      ),
      { numRuns: 4, seed: 7 },
    );
  });
});

describe('addresses', () => {
  it('D25 requests without a valid key are limited per address, and no other address with them', () => {
    let present = 0;
    const limiter = new AddressLimiter(() => present);
    for (let i = 0; i < 600; i++) limiter.failed('192.0.2.1');
    expect(() => limiter.failed('192.0.2.1')).toThrow(expect.objectContaining({ code: 'rate_limited' }));
    limiter.failed('192.0.2.2');
    present = 60_000;
    expect(() => limiter.failed('192.0.2.1')).toThrow(
      expect.objectContaining({ fields: { policy: 'unauthenticated', retryAfter: 120 } }),
    );
    present = 120_000;
    limiter.failed('192.0.2.1');
  });

  it('M3 700 guesses from addresses of one IPv6 /64 are refused after 600', () => {
    const limiter = new AddressLimiter(() => 0);
    const refused = Array.from({ length: 700 }, (_, i) => `2001:db8::${(i + 1).toString(16)}`).filter((address) => {
      try {
        limiter.failed(address);
        return false;
      } catch {
        return true;
      }
    });
    expect(refused.length).toBe(100);
  });
});
