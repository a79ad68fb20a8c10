import { describe, expect, it } from 'vitest';
import { marginOfSum } from '../tables/marginOfError.ts';
import { breakingPoint, reillyRatio } from './gravity.ts';
import {
  leakageSurplusFactor,
  locationQuotient,
  perTenThousand,
  salesPotentialPerSquareMeter,
  tradeAreaOverlap,
} from './indices.ts';

describe('gravity', () => {
  it("D-4: Converse's breaking point between towns of 400,000 and 200,000, 80 km apart", () => {
    const { fromA, fromB } = breakingPoint(400_000, 200_000, 80);
    expect(fromA).toBeCloseTo(46.86292, 5);
    expect(fromB).toBeCloseTo(33.13708, 5);
    expect(breakingPoint(5, 5, 10)).toEqual({ fromA: 5, fromB: 5 });
  });

  it('D-4: Reilly between towns of 39,851 and 37,366, 27 and 25 km away', () => {
    const ratio = reillyRatio({ population: 39_851, distance: 27 }, { population: 37_366, distance: 25 });
    expect(ratio).toBeCloseTo(0.9143555, 6);
    expect(ratio / (1 + ratio)).toBeCloseTo(0.477631, 5);
  });

  it('the breaking point is where both towns draw equally', () => {
    const { fromA, fromB } = breakingPoint(123_456, 7890, 31);
    expect(reillyRatio({ population: 123_456, distance: fromA }, { population: 7890, distance: fromB })).toBeCloseTo(
      1,
      12,
    );
  });
});

describe('indices', () => {
  it('D-4: location quotient', () => {
    expect(locationQuotient(1714, 79_006, 879_213, 15_593_224)).toBeCloseTo(0.3847623, 7);
    expect(locationQuotient(3, 0, 1, 1)).toBeNull();
    expect(locationQuotient(3, 1, 0, 1)).toBeNull();
  });

  it('D-10: margin of error of a sum', () => {
    expect(10_154_024 + 9_712_936).toBe(19_866_960);
    expect(marginOfSum([3778, 3911])).toBeCloseTo(5437.757, 3);
  });

  it('D-11: sales potential per square metre tells the less saturated site', () => {
    expect(salesPotentialPerSquareMeter(13_500 * 160.2, 14_200)).toBeCloseTo(152.3, 2);
    expect(salesPotentialPerSquareMeter(10_800 * 152.1, 10_000)).toBeCloseTo(164.27, 2);
    expect(salesPotentialPerSquareMeter(1, 0)).toBeNull();
  });

  it('D-12: measures of overlap agree with each other as published', () => {
    // 28.4 % of A and 26.6 % of B are shared.
    const overlap = tradeAreaOverlap(1 / 0.284, 1 / 0.266, 1);
    expect(overlap.ofA).toBeCloseTo(0.284, 12);
    expect(overlap.ofB).toBeCloseTo(0.266, 12);
    expect(100 * overlap.sizeRatio).toBeCloseTo(93.7, 1);
    expect(100 * overlap.ofBoth).toBeCloseTo(15.9, 1);
  });

  it('D-24: stores per 10,000 residents; none for a handful of residents', () => {
    expect(perTenThousand(7, 31_250)).toBe(2.24);
    expect(perTenThousand(7, 199)).toBeNull();
    expect(perTenThousand(7, null)).toBeNull();
  });

  it('leakage/surplus runs from +100 to -100', () => {
    expect(leakageSurplusFactor(300, 100)).toBe(50);
    expect(leakageSurplusFactor(5, 0)).toBe(100);
    expect(leakageSurplusFactor(0, 5)).toBe(-100);
    expect(leakageSurplusFactor(0, 0)).toBeNull();
  });
});
