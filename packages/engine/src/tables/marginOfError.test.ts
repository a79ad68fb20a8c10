import { expect, it } from 'vitest';
import { marginOfSum } from './marginOfError.ts';

it('reproduces the published margin of males and females together', () => {
  // 10,154,024 ± 3,778 and 9,712,936 ± 3,911 give 19,866,960 ± 5,437.757 (census-data-aggregator, README).
  expect(marginOfSum([3778, 3911])).toBeCloseTo(5437.757, 3);
});

it('scales with the share that is taken, and is unknown where one margin is', () => {
  expect(marginOfSum([30, 80], [0.1, 0.05])).toBeCloseTo(5, 12);
  expect(marginOfSum([30, Number.NaN])).toBeNull();
  expect(marginOfSum([30, Number.NaN], [1, 0])).toBe(30);
});
