import { coverOf } from './coverClasses.ts';
import type { TooNear } from './exchange.ts';
import { mostSaving } from './mostSaving.ts';
import { candidatesOf, type Savings, savedBy } from './savings.ts';
import type { SearchBudget } from './searchBudget.ts';

/** An amount this near to all there is, as a share, is all. */
const ROUNDING = 1e-12;

/** The fewest candidates that save a stated amount. */
export interface LeastMany {
  /** Candidates that save it together, ascending; those that save most where none do. */
  readonly open: readonly number[];
  /** False where spacing or the candidates allow no choice that saves it, or none was found. */
  readonly isReached: boolean;
  /** No fewer candidates save it. */
  readonly leastCount: number;
}

/**
 * Returns the fewest candidates that save at least this much (set covering, C. Toregas, R. Swain, C. ReVelle, L. Bergman,
 * Operations Research 19, 1971, for a share of the demand). From what greedy needs, one less is tried until none is found;
 * a number is too small where the bound of the best choice of as many lies below the amount.
 */
export function leastMany(savings: Savings, amount: number, budget: SearchBudget, tooNear?: TooNear): LeastMany {
  const everything = savedBy(
    savings,
    Array.from({ length: candidatesOf(savings) }, (_, j) => j),
  );
  if (amount > 0 && amount >= everything * (1 - ROUNDING)) {
    const cover = mostOfEach(savings);
    return fewest(cover, cover.customers, budget, tooNear);
  }
  return fewest(savings, amount, budget, tooNear);
}

/** Every customer counts 1 where it saves most: a tighter problem where everything is to be saved. */
function mostOfEach({ customers, firstEntry, customer, saving }: Savings): Savings {
  const most = new Float64Array(customers);
  for (let i = 0; i < customer.length; i++) most[customer[i]!] = Math.max(most[customer[i]!]!, saving[i]!);
  const members: number[][] = Array.from({ length: customers }, () => []);
  for (let j = 0; j + 1 < firstEntry.length; j++) {
    for (let i = firstEntry[j]!; i < firstEntry[j + 1]!; i++)
      if (saving[i] === most[customer[i]!]) members[customer[i]!]!.push(j);
  }
  return coverOf(
    members.filter((some) => some.length > 0),
    firstEntry.length - 1,
  );
}

function fewest(savings: Savings, amount: number, budget: SearchBudget, tooNear?: TooNear): LeastMany {
  if (amount <= 0) return { open: [], isReached: true, leastCount: 0 };
  const all = candidatesOf(savings);
  const near = tooNear === undefined ? {} : { tooNear };
  const reached = (openCount: number) => mostSaving(savings, { openCount, budget, target: amount, ...near });
  const most = mostSaving(savings, { openCount: all, budget, target: amount, ...near }).open;
  let found = savedBy(savings, most) >= amount ? most : null;
  // What fewer than this save is known to be too little.
  let least = 1;
  let [low, high] = [1, found === null ? all : found.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const { open, value, bound } = reached(middle);
    if (value >= amount) {
      found = open;
      high = open.length;
    } else {
      if (bound < amount) least = Math.max(least, middle + 1);
      low = middle + 1;
    }
  }
  const open = found ?? most;
  return { open, isReached: found !== null, leastCount: Math.min(least, open.length) };
}
