import { describe, expect, it } from 'vitest';
import { ByteBudgets, type ByteRate } from './byteBudget.ts';

const RATE: ByteRate = { policy: 'bytes', bytesPerSecond: 100, burst: 1_000 };

describe('budgets of bytes', () => {
  it('give a burst, then so many bytes per second, to each subject', () => {
    let now = 5_000;
    const budgets = new ByteBudgets(() => now);
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

  it('are remembered for the ten thousand subjects that came last', () => {
    const budgets = new ByteBudgets(() => 0);
    budgets.spend(RATE, 'first', 1_000);
    for (let i = 0; i < 9_999; i++) budgets.spend(RATE, `${i}`, 1_000);
    expect(() => budgets.spend(RATE, 'first', 1)).toThrow();
    budgets.spend(RATE, 'last', 1_000);
    budgets.spend(RATE, 'first', 1_000);
    expect(() => budgets.spend(RATE, '9998', 1)).toThrow();
  });
});
