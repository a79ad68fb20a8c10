/** A median, or the limit it lies beyond when it falls into an open class. `value` is null where there is none. */
export interface Median {
  readonly value: number | null;
  /** Lower limit of the open top class that holds the median: it is at least this. */
  readonly atLeast?: number;
  /** Upper limit of the open bottom class that holds the median: it is at most this. */
  readonly atMost?: number;
}

/** One class of a distribution: lower limit inclusive, upper limit exclusive, null for an open end. */
export type ClassLimits = readonly [number | null, number | null];

/**
 * Grouped median: m = L + (N/2 − F)/f · (U − L), where L and U are the limits of the class that holds rank N/2, f its
 * count and F the count below it. Counts may be fractions. No class holds the median of nothing: `value` is null.
 *
 * Source: the textbook formula of the median of grouped data; known answer in docs/methods/people-economy.md.
 */
export function groupedMedian(counts: ArrayLike<number>, limits: readonly ClassLimits[]): Median {
  let total = 0;
  for (let i = 0; i < limits.length; i++) total += counts[i] as number;
  if (!(total > 0)) return { value: null };
  const middle = total / 2;
  let below = 0;
  for (let i = 0; i < limits.length; i++) {
    const count = counts[i] as number;
    if (count > 0 && below + count >= middle) {
      const [lower, upper] = limits[i] as ClassLimits;
      if (upper === null) return lower === null ? { value: null } : { value: null, atLeast: lower };
      if (lower === null) return { value: null, atMost: upper };
      return { value: lower + ((middle - below) / count) * (upper - lower) };
    }
    below += count;
  }
  return { value: null };
}

/**
 * Weighted median of the medians of units: the median of the first unit, in ascending order, at which the cumulated
 * weight reaches half. Units whose median is NaN or whose weight is not above 0 do not take part. It is not the median
 * of the people, which is why results name it `median_of_medians`.
 */
export function medianOfMedians(medians: ArrayLike<number>, weights: ArrayLike<number>): number | null {
  const order: number[] = [];
  let total = 0;
  for (let i = 0; i < medians.length; i++) {
    if (Number.isNaN(medians[i]) || !((weights[i] as number) > 0)) continue;
    order.push(i);
    total += weights[i] as number;
  }
  order.sort((a, b) => (medians[a] as number) - (medians[b] as number) || a - b);
  let cumulated = 0;
  for (const i of order) {
    cumulated += weights[i] as number;
    if (cumulated >= total / 2) return medians[i] as number;
  }
  return null;
}
