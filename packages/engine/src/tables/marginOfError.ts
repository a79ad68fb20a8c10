/**
 * Margin of error of a weighted sum of independent estimates: √Σ(w·m)². Estimates without a published margin (NaN) make
 * the margin of the sum unknown: null.
 *
 * Source: US Census Bureau, "Understanding and Using American Community Survey Data", aggregating estimates.
 */
export function marginOfSum(margins: ArrayLike<number>, weights?: ArrayLike<number>): number | null {
  let squares = 0;
  for (let i = 0; i < margins.length; i++) {
    const weight = weights === undefined ? 1 : (weights[i] as number);
    if (weight === 0) continue;
    squares += (weight * (margins[i] as number)) ** 2;
  }
  return Number.isNaN(squares) ? null : Math.sqrt(squares);
}
