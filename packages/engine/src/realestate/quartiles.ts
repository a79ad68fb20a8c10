/**
 * Figures of fewer prices than this are not shown: a median of four means little, and may reveal a neighbor's price.
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
  const numbers = new Float64Array(values.length);
  let count = 0;
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i])) numbers[count++] = values[i]!;
  if (count < MINIMUM_LISTINGS) return { count, p25: null, median: null, p75: null };
  const known = numbers.subarray(0, count);
  for (const share of [0.5, 0.25, 0.75]) {
    const below = Math.floor((count - 1) * share);
    // The median is in its place already, so the quartiles lie on either side of it.
    const middle = Math.floor((count - 1) * 0.5);
    const [from, to] = share === 0.5 ? [0, count - 1] : share < 0.5 ? [0, middle] : [middle, count - 1];
    putInPlace(known, below, from, to);
    putInPlace(known, Math.min(below + 1, to), below, to);
  }
  return { count, p25: quantile(known, 0.25), median: quantile(known, 0.5), p75: quantile(known, 0.75) };
}

/**
 * Moves values between `from` and `to` so that the one at `rank` is where sorting would put it, smaller ones before and
 * greater ones behind: C. A. R. Hoare, Algorithm 65: Find, CACM 4 (1961). Much faster than sorting where a few ranks are
 * wanted of many values.
 */
function putInPlace(values: Float64Array, rank: number, from: number, to: number): void {
  let [low, high] = [from, to];
  while (low < high) {
    const pivot = values[(low + high) >>> 1]!;
    let [left, right] = [low, high];
    while (left <= right) {
      while (values[left]! < pivot) left++;
      while (values[right]! > pivot) right--;
      if (left > right) break;
      const swapped = values[left]!;
      values[left++] = values[right]!;
      values[right--] = swapped;
    }
    if (rank <= right) high = right;
    else if (rank >= left) low = left;
    else return;
  }
}
