import { coverClasses } from './coverClasses.ts';
import type { TooNear } from './exchange.ts';
import { mostSaving } from './mostSaving.ts';
import type { PlaceCosts } from './placeCosts.ts';
import type { SearchBudget } from './searchBudget.ts';

/** Candidates that leave the largest cost of a customer as small as may be. */
export interface LeastLargest {
  /** Ascending. */
  readonly open: readonly number[];
  /** Largest cost of a customer with them. */
  readonly largest: number;
  /** No choice of as many has a smaller one. */
  readonly bound: number;
}

export interface LeastLargestOptions {
  readonly openCount: number;
  readonly tooNear?: TooNear;
  readonly budget: SearchBudget;
}

/**
 * Returns the candidates with the least largest cost (p-center): by halving the list of distinct costs, each time asking
 * whether as many candidates cover all customers within it (E. Minieka, SIAM Review 12, 1970). Where the budget ends before
 * the answer is known, `bound` stays below `largest`.
 */
export function leastLargest(costs: PlaceCosts, { openCount, tooNear, budget }: LeastLargestOptions): LeastLargest {
  const distinct = Float64Array.from(new Set([...costs.base, ...costs.cost])).sort();
  const known = new Map<number, 'out' | 'open' | readonly number[]>();
  const answer = (at: number) => {
    const before = known.get(at);
    if (before !== undefined) return before;
    const found = coverAll(costs, distinct[at]!, openCount, tooNear, budget);
    known.set(at, found);
    return found;
  };
  /** The first cost that is answered as asked, of a list whose last one is. */
  const first = (isYes: (found: ReturnType<typeof answer>) => boolean) => {
    let [low, high] = [0, distinct.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isYes(answer(middle))) high = middle;
      else low = middle + 1;
    }
    return high;
  };
  if (distinct.length === 0) return { open: [], largest: 0, bound: 0 };
  const found = first((one) => typeof one !== 'string');
  const bound = first((one) => one !== 'out');
  const open = answer(found);
  return {
    open: typeof open === 'string' ? [] : open,
    largest: distinct[found]!,
    bound: distinct[Math.min(bound, found)]!,
  };
}

/** Candidates that cover every customer within a cost; `out`: none do; `open`: not known. */
function coverAll(
  costs: PlaceCosts,
  limit: number,
  openCount: number,
  tooNear: TooNear | undefined,
  budget: SearchBudget,
): readonly number[] | 'out' | 'open' {
  const classes = coverClasses(costs, limit);
  if (classes === null) return 'out';
  if (classes.customers === 0) return [];
  const target = classes.customers;
  const { open, value, bound } = mostSaving(classes, {
    openCount,
    budget,
    target,
    ...(tooNear === undefined ? {} : { tooNear }),
  });
  if (value >= target) return open;
  return bound < target ? 'out' : 'open';
}
