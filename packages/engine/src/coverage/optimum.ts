import { SearchBudget } from '../allocation/searchBudget.ts';

/** Up to this many choices, the best one is found by branch and bound. */
export const MAX_COMBINATIONS = 1_000_000;

/** Steps of work that all certificates of one plan may take together, about half a second. */
const MAX_STEPS = 100_000_000;

/**
 * How good a greedy plan is: what the best choice of as many places reaches (or loses), exactly or as a bound that no
 * choice passes, and how far the plan is from that.
 */
export interface Optimum {
  /** `exact`: the best value there is; `bound`: no choice is better than this. */
  readonly kind: 'exact' | 'bound';
  /** People gained by opening, or lost by closing. */
  readonly value: number;
  /** People by which the plan may be worse than the best choice, ≥ 0; for `exact` it is that much worse. */
  readonly gap: number;
  /** A best choice, ascending, where it is better than the plan's. */
  readonly places?: readonly number[];
}

/** The work that the certificates of one plan may take together. */
export const planBudget = (checkpoint?: () => void): SearchBudget => new SearchBudget(MAX_STEPS, checkpoint);

/** Returns the number of ways to choose k of n; Infinity above MAX_COMBINATIONS. */
export function combinations(n: number, k: number): number {
  let ways = 1;
  const few = Math.min(k, n - k);
  if (few < 0) return 0;
  for (let i = 1; i <= few; i++) {
    ways = (ways * (n - few + i)) / i;
    if (ways > MAX_COMBINATIONS) return Infinity;
  }
  return Math.round(ways);
}
