import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AgeClass, fiveYearParts } from './ages.ts';

const five = Array.from({ length: 17 }, (_, i) => ({ from: i * 5, to: i * 5 + 4 }));

describe('five-year age classes', () => {
  it('are taken as they are where the source has them, or finer ones', () => {
    const own = [...five, { from: 85, to: null }];
    const { parts, isExact } = fiveYearParts(own, undefined, 15);
    expect(isExact).toBe(true);
    expect(parts).toEqual(own.map((_, index) => [{ class: index, share: 1 }]));
    const finer: AgeClass[] = [{ from: 0, to: 1 }, { from: 2, to: 4 }, ...own.slice(1)];
    expect(fiveYearParts(finer, undefined, 15)).toMatchObject({ isExact: true });
    expect(fiveYearParts(finer, undefined, 15).parts[0]).toEqual([
      { class: 0, share: 1 },
      { class: 1, share: 1 },
    ]);
  });

  it('are split by years of age without a profile', () => {
    const { parts, isExact } = fiveYearParts(
      [
        { from: 0, to: 14 },
        { from: 15, to: 20 },
        { from: 21, to: 79 },
        { from: 80, to: null },
      ],
      undefined,
      15,
    );
    expect(isExact).toBe(false);
    expect(parts[0]).toEqual([{ class: 0, share: 5 / 15 }]);
    expect(parts[3]).toEqual([{ class: 1, share: 5 / 6 }]);
    expect(parts[4]).toEqual([
      { class: 1, share: 1 / 6 },
      { class: 2, share: 4 / 59 },
    ]);
    expect(parts[16]).toEqual([{ class: 3, share: 5 / 15 }]);
    expect(parts[17]).toEqual([{ class: 3, share: 10 / 15 }]);
  });

  it('follow the profile of a larger area', () => {
    const profile = [
      { from: 0, to: 4, persons: 30 },
      { from: 5, to: 14, persons: 20 },
      { from: 15, to: 84, persons: 700 },
      { from: 85, to: null, persons: 50 },
    ];
    const { parts } = fiveYearParts(
      [
        { from: 0, to: 14 },
        { from: 15, to: 79 },
        { from: 80, to: null },
      ],
      profile,
      15,
    );
    expect(parts[0]).toEqual([{ class: 0, share: 0.6 }]);
    expect(parts[1]).toEqual([{ class: 0, share: 0.2 }]);
    expect(parts[16]![0]!.share).toBeCloseTo(0.5, 12);
    expect(parts[17]![0]!.share).toBeCloseTo(0.5, 12);
  });

  it('keep everybody, whatever the classes', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 110 }), { maxLength: 20 }), (limits) => {
        const starts = [0, ...limits.toSorted((a, b) => a - b)];
        const classes = starts.map((from, i) => ({ from, to: i + 1 < starts.length ? starts[i + 1]! - 1 : null }));
        const sums = classes.map(() => 0);
        for (const part of fiveYearParts(classes, undefined, 15).parts)
          for (const { class: c, share } of part) sums[c]! += share;
        for (const sum of sums) expect(sum).toBeCloseTo(1, 9);
      }),
      { seed: 7, numRuns: 100 },
    );
  });

  it('refuses classes that overlap, leave a gap or end', () => {
    expect(() =>
      fiveYearParts(
        [
          { from: 0, to: 10 },
          { from: 10, to: null },
        ],
        undefined,
        15,
      ),
    ).toThrow(/follow on each other/);
    expect(() =>
      fiveYearParts(
        [
          { from: 0, to: 10 },
          { from: 12, to: null },
        ],
        undefined,
        15,
      ),
    ).toThrow(/follow on each other/);
    expect(() => fiveYearParts([{ from: 0, to: 10 }], undefined, 15)).toThrow(/must be open/);
  });
});
