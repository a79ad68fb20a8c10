/**
 * Figures of fewer prices than this are not shown: a median of four says little, and may tell a neighbour's price.
 * Counts are always shown.
 */
export const MINIMUM_LISTINGS = 5;

/** Quartiles of `count` values; null where they are too few. */
export interface Quartiles {
  readonly count: number;
  readonly p25: number | null;
  readonly median: number | null;
  readonly p75: number | null;
}

/**
 * The quantile `share` (0..1) of values in ascending order, by linear interpolation between the two around rank
 * 1 + (n − 1) · share: type 7 of R. J. Hyndman and Y. Fan, Sample Quantiles in Statistical Packages, The American
 * Statistician 50 (1996). `ascending` must not be empty.
 */
export function quantile(ascending: ArrayLike<number>, share: number): number {
  const rank = (ascending.length - 1) * share;
  const below = Math.floor(rank);
  const low = ascending[below]!;
  return low + (rank - below) * (ascending[Math.min(below + 1, ascending.length - 1)]! - low);
}

/** Quartiles of the values that are numbers; their order does not matter. */
export function quartiles(values: ArrayLike<number>): Quartiles {
  const ascending = Float64Array.from(values)
    .filter((value) => !Number.isNaN(value))
    .sort();
  const count = ascending.length;
  if (count < MINIMUM_LISTINGS) return { count, p25: null, median: null, p75: null };
  return {
    count,
    p25: quantile(ascending, 0.25),
    median: quantile(ascending, 0.5),
    p75: quantile(ascending, 0.75),
  };
}
