import fc from 'fast-check';
import { expect, test } from 'vitest';
import { apportion, part } from './apportion.ts';

test('largest remainders get what rounding down leaves', () => {
  // 10 seats by votes 53, 24, 23 (Hamilton): quotas 5.3, 2.4, 2.3 leave one seat, and 2.4 has the largest remainder.
  expect(apportion(10, [53, 24, 23])).toEqual([5, 3, 2]);
  expect(apportion(7, [1, 1])).toEqual([4, 3]);
  expect(apportion(0, [1, 2])).toEqual([0, 0]);
  expect(apportion(5, [0, 0])).toEqual([5, 0]);
});

test('apportioned counts add up, and none is a whole person off its share', () => {
  const shares = fc.array(fc.double({ min: 0, max: 1000, noNaN: true }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(fc.nat(100_000), shares, (total, weights) => {
      const counts = apportion(total, weights);
      const sum = weights.reduce((a, b) => a + b, 0);
      expect(counts.reduce((a, b) => a + b, 0)).toBe(total);
      for (const [i, count] of counts.entries()) {
        expect(Number.isInteger(count) && count >= 0).toBe(true);
        if (sum > 0) expect(Math.abs(count - (total * weights[i]!) / sum)).toBeLessThan(1 + 1e-6);
      }
    }),
    { numRuns: 200, seed: 3 },
  );
});

test('a part stays within its whole', () => {
  expect([part(10, 0.25), part(10, -1), part(10, 7)]).toEqual([3, 0, 10]);
});
