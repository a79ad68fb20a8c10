import { expect, test } from 'vitest';
import { lognormalBelow, lognormalClasses } from './lognormal.ts';

test('published values of the normal distribution come out', () => {
  // With sigma 1 and median 1, the share below exp(z) is the standard normal distribution at z.
  const published = [
    [0, 0.5],
    [1, 0.8413447],
    [1.959964, 0.975],
    [-2.575829, 0.005],
  ] as const;
  for (const [z, share] of published) expect(lognormalBelow(Math.exp(z), 1, 1)).toBeCloseTo(share, 6);
  expect(lognormalBelow(0, 1, 1)).toBe(0);
});

test('classes share out everybody, half of them below the median', () => {
  const shares = lognormalClasses([0, 20, 50, 90], 50, 0.7);
  expect(shares.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
  expect(shares[0]! + shares[1]!).toBeCloseTo(0.5, 8);
});
