import { describe, expect, it } from 'vitest';
import { Budgets, makeRequestCounts, type Rate } from './budgets.ts';

const RATE: Rate = { policy: 'bytes', of: 'bytes', perSecond: 100, burst: 1_000 };

describe('budgets', () => {
  it('give a burst, then so many bytes per second, to each subject', () => {
    let now = 5_000;
    const budgets = new Budgets(() => now);
    budgets.spend(RATE, 'a', 600);
    budgets.spend(RATE, 'a', 400);
    const refused = {
      code: 'rate_limited',
      fields: { policy: 'bytes', retryAfter: 3 },
      headers: { 'Retry-After': '3' },
    };
    expect(() => budgets.spend(RATE, 'a', 250)).toThrow(expect.objectContaining(refused));
    budgets.spend(RATE, 'b', 1_000);
    now += 2_499;
    expect(() => budgets.spend(RATE, 'a', 250)).toThrow('Wait 1 s.');
    now += 1;
    budgets.spend(RATE, 'a', 250);
    now += 1_000_000;
    budgets.spend(RATE, 'a', 1_000);
    expect(() => budgets.spend(RATE, 'a', 1)).toThrow('Wait 1 s.');
  });

  it('M4 of requests are those of a minute at once, then so many per second, and the answer names their policy', () => {
    let now = 0;
    const budgets = new Budgets(() => now);
    const counts = makeRequestCounts({ budgets, pace: { enter: async () => {} }, maximumOf: (id) => 120 * id });
    const request = { weight: 1, signal: new AbortController().signal };
    const passed = (tries: number, id = 1) => {
      let count = 0;
      for (let i = 0; i < tries; i++) {
        try {
          void counts.ofOrganization(id, request);
          count++;
        } catch (error) {
          expect(error).toMatchObject({ fields: { policy: 'organization_requests', retryAfter: 1 } });
        }
      }
      return count;
    };
    expect(passed(200)).toBe(120);
    now += 10_000;
    expect(passed(200)).toBe(20);
    expect(passed(500, 2)).toBe(240);
  });

  it('are remembered for the ten thousand subjects that came last', () => {
    const budgets = new Budgets(() => 0);
    budgets.spend(RATE, 'first', 1_000);
    for (let i = 0; i < 9_999; i++) budgets.spend(RATE, `${i}`, 1_000);
    expect(() => budgets.spend(RATE, 'first', 1)).toThrow();
    budgets.spend(RATE, 'last', 1_000);
    budgets.spend(RATE, 'first', 1_000);
    expect(() => budgets.spend(RATE, '9998', 1)).toThrow();
  });
});
