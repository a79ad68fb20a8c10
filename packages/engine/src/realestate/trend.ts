import { quantile } from './quartiles.ts';

/** Periods with a median that a change per year needs at least. */
export const MINIMUM_TREND_PERIODS = 6;

/**
 * Change per year in percent of medians of equal periods, NaN or null where a period has none: 100 · (exp(s · periods per
 * year) − 1), where s is the median of the slopes between all pairs of logarithms. Null for fewer than
 * MINIMUM_TREND_PERIODS periods. One odd period moves it hardly. Estimator: P. K. Sen, Estimates of the Regression
 * Coefficient Based on Kendall's Tau, JASA 63 (1968).
 */
export function changePercentPerYear(medians: readonly (number | null)[], periodsPerYear: number): number | null {
  const known = medians.flatMap((value, at) => (value === null || !(value > 0) ? [] : [{ at, log: Math.log(value) }]));
  if (known.length < MINIMUM_TREND_PERIODS) return null;
  const slopes: number[] = [];
  for (let i = 0; i < known.length; i++) {
    for (let j = i + 1; j < known.length; j++) {
      slopes.push((known[j]!.log - known[i]!.log) / (known[j]!.at - known[i]!.at));
    }
  }
  return (
    100 *
    (Math.exp(
      quantile(
        slopes.sort((a, b) => a - b),
        0.5,
      ) * periodsPerYear,
    ) -
      1)
  );
}
