import type { Fit } from './fit.ts';

/** A coefficient with its standard error and the interval that holds it in 95 of 100 cases. */
export interface TermEstimate {
  readonly term: string;
  readonly value: number;
  readonly standardError: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly atBound: boolean;
}

/**
 * Intervals of the coefficients: standard errors from the curvature of the misfit, or from the fits of the folds where these
 * scatter more (delete-a-group jackknife, J. Shao and D. Tu, The Jackknife and Bootstrap, 1995), whichever is larger, times
 * Student's t. In: the fit of all stores and those without a fold each.
 */
export function intervalsOf(whole: Fit, without: readonly Fit[], stores: number): TermEstimate[] {
  const { terms, spread, misfit, coefficients, atBound } = whole;
  const freedom = stores - terms.length;
  const variance = freedom > 0 ? misfit / freedom : null;
  return terms.map((term, k) => {
    const value = coefficients[term]!;
    const isAtBound = atBound.includes(term);
    if (variance === null || spread === null) {
      return { term, value, standardError: null, low: null, high: null, atBound: isAtBound };
    }
    const curved = variance * spread[k * terms.length + k]!;
    const groups = without.length;
    const scattered =
      (groups > 1 ? (groups - 1) / groups : 0) *
      without.reduce((sum, { coefficients: other }) => sum + (other[term]! - value) ** 2, 0);
    const standardError = Math.sqrt(Math.max(curved, scattered));
    const reach = studentQuantile(Math.min(freedom, groups > 1 ? groups - 1 : freedom)) * standardError;
    return { term, value, standardError, low: value - reach, high: value + reach, atBound: isAtBound };
  });
}

/** The 97.5% quantile of Student's t, by the expansion of Cornish and Fisher; exact to 0.3% from 3 degrees of freedom. */
function studentQuantile(freedom: number): number {
  const exact = [12.706, 4.303, 3.182, 2.776, 2.571];
  if (freedom <= exact.length) return exact[Math.max(1, Math.floor(freedom)) - 1]!;
  const z = 1.959964;
  const n = freedom;
  return (
    z +
    (z ** 3 + z) / (4 * n) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * n ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * n ** 3)
  );
}

/** Correlation of estimates from which on two terms cannot be told apart. */
const ALIKE = 0.95;

/** Returns pairs of terms that the data do not tell apart: raising one and lowering the other changes nothing. */
export function inseparable({ terms, spread }: Fit): [string, string][] {
  if (spread === null) return [];
  const size = terms.length;
  return terms.flatMap((a, i) =>
    terms.flatMap((b, j): [string, string][] => {
      if (j <= i) return [];
      const correlation = spread[i * size + j]! / Math.sqrt(spread[i * size + i]! * spread[j * size + j]!);
      return Math.abs(correlation) > ALIKE ? [[a, b]] : [];
    }),
  );
}
