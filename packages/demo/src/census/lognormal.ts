/** Share of a lognormal distribution below a limit; `sigma` is the spread of the logarithm. */
export function lognormalBelow(limit: number, median: number, sigma: number): number {
  return limit <= 0 ? 0 : normalBelow(Math.log(limit / median) / sigma);
}

/** Shares of the classes between limits; the last class is open. Limits are ascending and begin with 0. */
export function lognormalClasses(limits: readonly number[], median: number, sigma: number): number[] {
  const below = limits.map((limit) => lognormalBelow(limit, median, sigma));
  return below.map((share, i) => (below[i + 1] ?? 1) - share);
}

/** Standard normal distribution function: Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.17 (error below 7.5e-8). */
function normalBelow(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
  return z >= 0 ? 1 - tail : tail;
}
