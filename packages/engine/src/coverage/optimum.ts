/** Choices are counted out where there are at most this many of them. */
export const MAX_COMBINATIONS = 1_000_000;

/** Nodes of search trees that all certificates of one plan may visit together. */
const MAX_NODES = 2_000_000;

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

/** Counts the nodes of search trees. The same input visits the same nodes, so whether it ends early is no matter of speed. */
export class SearchBudget {
  #left = MAX_NODES;
  readonly #checkpoint: (() => void) | undefined;

  constructor(checkpoint?: () => void) {
    this.#checkpoint = checkpoint;
  }

  /** Takes one node; false when none is left. */
  take(): boolean {
    if (this.#left === 0) return false;
    this.#left--;
    if (this.#left % 1024 === 0) this.#checkpoint?.();
    return true;
  }
}

/** Number of ways to choose k of n, or Infinity where that is more than MAX_COMBINATIONS. */
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
