/** Middle of a class; the open one counts as 1.35 times its limit. */
export function classMiddle(limits: readonly number[], i: number): number {
  const upper = limits[i + 1];
  return upper === undefined ? limits[i]! * 1.35 : (limits[i]! + upper) / 2;
}

/** Median of classes, linear within the class (docs/methods/people-economy.md), to the whole dollar; NaN without people or in the open class. */
export function groupedMedian(counts: readonly number[], limits: readonly number[]): number {
  const half = counts.reduce((a, b) => a + b, 0) / 2;
  let below = 0;
  for (const [i, count] of counts.entries()) {
    const upper = limits[i + 1];
    if (half > 0 && below + count >= half) {
      return upper === undefined
        ? Number.NaN
        : Math.round(limits[i]! + ((half - below) / count) * (upper - limits[i]!));
    }
    below += count;
  }
  return Number.NaN;
}
