import { describe, expect, it } from 'vitest';
import { marginOfSum } from '../tables/marginOfError.ts';
import { leakageSurplusFactor, locationQuotient, perTenThousand, salesPotentialPerSquareMeter } from './indices.ts';

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

  it('D-11: sales potential per square meter tells the less saturated site', () => {
    expect(salesPotentialPerSquareMeter(13_500 * 160.2, 14_200)).toBeCloseTo(152.3, 2);
    expect(salesPotentialPerSquareMeter(10_800 * 152.1, 10_000)).toBeCloseTo(164.27, 2);
    expect(salesPotentialPerSquareMeter(1, 0)).toBeNull();
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
