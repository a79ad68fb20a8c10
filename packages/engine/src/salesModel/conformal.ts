/** A range of ln sales; infinite where too few stores say how wide. */
export interface LogRange {
  readonly low: number;
  readonly high: number;
}

/**
 * The range of jackknife+ (R. F. Barber, E. J. Candès, A. Ramdas, R. J. Tibshirani, Annals of Statistics 49, 2021), CV+ where
 * several stores share a fold: with μ_i the forecast of a model that has not seen store i and R_i how far it missed that store,
 * from the ⌊α(n+1)⌋-th smallest μ_i − R_i to the ⌈(1−α)(n+1)⌉-th smallest μ_i + R_i. Fewer than 1 ÷ α − 1 stores say nothing:
 * the range is infinite. In: forecasts and absolute residuals per store; `level` 0..1; `widened` multiplies the residuals.
 */
export function conformalRange(
  forecasts: readonly number[],
  misses: readonly number[],
  level: number,
  widened = 1,
): LogRange {
  const count = misses.length;
  const rank = Math.ceil(level * (count + 1) - 1e-9);
  if (rank > count) return { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  const lows = misses.map((miss, i) => forecasts[i]! - widened * miss).sort((a, b) => b - a);
  const highs = misses.map((miss, i) => forecasts[i]! + widened * miss).sort((a, b) => a - b);
  return { low: lows[rank - 1]!, high: highs[rank - 1]! };
}
