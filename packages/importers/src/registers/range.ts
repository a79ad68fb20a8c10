import { REGISTER_PARAMETERS } from './parameters.ts';

/** What is compared: stores of the map with those that a register leads to expect. */
export interface Comparison {
  /** Stores of the map; a count. */
  readonly mapped: number;
  /** Stores of the register, above 0, and what they may be where cells are rounded or not published. */
  readonly expected: number;
  readonly leastExpected: number;
  readonly mostExpected: number;
  /** Independent factors, 1 or more, by which the share may be off to either side. */
  readonly factors: readonly number[];
  /** Factor, 1 or more, by which there may be more stores than the register counts. */
  readonly uncounted: number;
}

/** A share of all stores, 0..1, and the range that holds it nine times of ten. */
export interface ShareRange {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Returns the share of all stores that the map holds. Chance in both counts is that of Poisson; factors come together as
 * independent errors do (the root of the sum of squared logarithms). More mapped than counted is all of them: the classes
 * differ then, and supply is never taken to be less than what is there. Where nothing is mapped, `low` is that of one store.
 */
export function shareRange({
  mapped,
  expected,
  leastExpected,
  mostExpected,
  factors,
  uncounted,
}: Comparison): ShareRange {
  const { quantile } = REGISTER_PARAMETERS;
  const ofRegister = quantile / Math.sqrt(expected);
  const squares = factors.reduce((sum, factor) => sum + Math.log(factor) ** 2, ofRegister ** 2);
  const up = Math.exp(Math.sqrt(squares));
  const down = Math.exp(Math.sqrt(squares + Math.log(uncounted) ** 2));
  const atMostAll = (share: number) => Math.min(1, share);
  return {
    value: atMostAll(mapped / expected),
    low: atMostAll(poissonLow(mapped) / mostExpected / down),
    high: atMostAll((poissonHigh(mapped) / leastExpected) * up),
  };
}

/** Byar's limits of the mean of a Poisson count; within 1 % of the exact ones from a count of 3 on. */
function poissonLow(mapped: number): number {
  const count = Math.max(1, mapped);
  return count * Math.max(0, 1 - 1 / (9 * count) - REGISTER_PARAMETERS.quantile / (3 * Math.sqrt(count))) ** 3;
}

function poissonHigh(count: number): number {
  const next = count + 1;
  return next * (1 - 1 / (9 * next) + REGISTER_PARAMETERS.quantile / (3 * Math.sqrt(next))) ** 3;
}
