import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupedMedian, medianOfMedians } from './median.ts';

describe('grouped median', () => {
  it('of household income in Los Angeles, ACS 2013, is the published 70,065.84', () => {
    const classes: [number, number, number][] = [
      [2499, 9999, 1382],
      [10000, 14999, 2377],
      [15000, 19999, 1332],
      [20000, 24999, 3129],
      [25000, 29999, 1927],
      [30000, 34999, 1825],
      [35000, 39999, 1567],
      [40000, 44999, 1996],
      [45000, 49999, 1757],
      [50000, 59999, 3523],
      [60000, 74999, 4360],
      [75000, 99999, 6424],
      [100000, 124999, 5257],
      [125000, 149999, 3485],
      [150000, 199999, 2926],
      [200000, 250001, 4215],
    ];
    const counts = classes.map(([, , n]) => n);
    expect(counts.reduce((sum, n) => sum + n, 0)).toBe(47482);
    const median = groupedMedian(
      counts,
      classes.map(([lower, upper]) => [lower, upper]),
    );
    expect(median.value).toBeCloseTo(70065.84266055046, 8);
  });

  it('in an open class names the limit and no value', () => {
    const limits = [
      [null, 10],
      [10, 20],
      [20, null],
    ] as const;
    expect(groupedMedian([1, 1, 5], limits)).toEqual({ value: null, atLeast: 20 });
    expect(groupedMedian([5, 1, 1], limits)).toEqual({ value: null, atMost: 10 });
    expect(groupedMedian([1, 4, 1], limits)).toEqual({ value: 15 });
  });

  it('of nobody is no value', () => {
    expect(
      groupedMedian(
        [0, 0],
        [
          [0, 1],
          [1, 2],
        ],
      ),
    ).toEqual({ value: null });
  });

  it('lies within the range of the classes that hold people, and halves an even spread', () => {
    const counts = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 3, maxLength: 12 });
    fc.assert(
      fc.property(counts, (n) => {
        fc.pre(n.some((count) => count > 0));
        const limits = n.map((_, i) => [10 * i, 10 * (i + 1)] as const);
        const { value } = groupedMedian(n, limits);
        // Everyone spread evenly inside their class: below the median stands half of them.
        const below = n.reduce((sum, count, i) => sum + count * Math.min(1, Math.max(0, (value! - 10 * i) / 10)), 0);
        expect(below).toBeCloseTo(n.reduce((sum, count) => sum + count, 0) / 2, 9);
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});

describe('median of medians', () => {
  it('takes the unit at which the cumulated base passes half', () => {
    expect(medianOfMedians([50, 10, 30], [1, 1, 1])).toBe(30);
    expect(medianOfMedians([50, 10, 30], [5, 1, 1])).toBe(50);
  });

  it('leaves out units without a median or without weight', () => {
    expect(medianOfMedians([Number.NaN, 10, 30], [100, 1, 0])).toBe(10);
    expect(medianOfMedians([Number.NaN], [1])).toBeNull();
    expect(medianOfMedians([], [])).toBeNull();
  });
});
