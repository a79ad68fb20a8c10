import type { NearGroups } from './nearGroups.ts';
import { candidatesOf, type Savings } from './savings.ts';
import type { SearchBudget } from './searchBudget.ts';

/** Rounds without a better bound until steps are halved, unless asked for more. */
const PATIENCE = 10;
/** Steps shorter than this end the search for a better bound. */
const LEAST_STEP = 1e-4;
/** Bounds are raised by this share, so that the order of sums decides nothing. */
const ROUNDING = 1 + 1e-12;

/** What is decided about a candidate: nothing, that it opens, or that it stays closed. */
export const FREE = 0;
export const OPENS = 1;
export const STAYS_CLOSED = 2;

/**
 * Chooses whom a candidate serves at some prices: writes the share of each of its entries that it serves, 0..1, and returns
 * what they save above the prices, the most that it may.
 */
export interface Fill {
  (candidate: number, prices: Float64Array, shares: Float64Array): number;
  /** Called once before candidates are asked at other prices. */
  readonly prepare?: (prices: Float64Array) => void;
}

/** Serves everyone who saves more than the price. */
export const fillAll =
  ({ firstEntry, customer, saving }: Savings): Fill =>
  (j, prices, shares) => {
    let sum = 0;
    for (let i = firstEntry[j]!; i < firstEntry[j + 1]!; i++) {
      const more = saving[i]! - prices[customer[i]!]!;
      shares[i] = more > 0 ? 1 : 0;
      if (more > 0) sum += more;
    }
    return sum;
  };

/** An upper bound with what it follows from. */
export interface Relaxation {
  /** No choice saves more. */
  readonly bound: number;
  /** Price of each customer. */
  readonly prices: Float64Array;
  /** What each candidate saves above the prices of its customers. */
  readonly values: Float64Array;
}

export interface RelaxationQuestion {
  /** Candidates that open, those decided included. */
  readonly openCount: number;
  /** FREE, OPENS or STAYS_CLOSED by candidate. */
  readonly decided: Uint8Array;
  /** A saving that is known to be reached. */
  readonly reached: number;
  readonly startPrices: Float64Array;
  readonly rounds: number;
  readonly fill: Fill;
  /** What is saved in any case, beside what `fill` counts. */
  readonly base: number;
  readonly budget: SearchBudget;
  /** Called with the choice of a round, which may be a good one. */
  readonly offer?: (open: readonly number[]) => void;
  /** The search for a better bound ends at this one. */
  readonly enough?: number;
  /** Rounds without a better bound until steps are halved. */
  readonly patience?: number;
  /** Of each group of candidates one opens at most; a group of its own for each where it is not given. */
  readonly groups?: NearGroups;
}

/**
 * Returns an upper bound of what any `openCount` candidates save, the least that is found.
 *
 * Lagrangean relaxation of the p-median problem (G. Cornuéjols, M. L. Fisher, G. L. Nemhauser, Management Science 23, 1977): a
 * customer that may be served more than once pays a price u ≥ 0 for it, so no choice saves more than Σ u and the candidates with the
 * largest Σ max(0, saving − u). Prices are improved by subgradient steps (M. Held, P. Wolfe, H. P. Crowder, Mathematical
 * Programming 6, 1974), each mixed with the one before (P. M. Camerini, L. Fratta, F. Maffioli, Math. Programming Study 3, 1975).
 */
export function relax(savings: Savings, question: RelaxationQuestion): Relaxation {
  const { customers, firstEntry, customer, saving } = savings;
  const { openCount, decided, reached, rounds, fill, base, budget, offer, groups, enough = reached } = question;
  const { patience = PATIENCE } = question;
  const count = candidatesOf(savings);
  const prices = question.startPrices.slice();
  const values = new Float64Array(count);
  const served = new Float64Array(customers);
  const shares = new Float64Array(saving.length);
  const direction = new Float64Array(customers);
  let best: Relaxation = { bound: Infinity, prices, values };
  let [step, since] = [1.5, 0];
  for (let round = 0; round < rounds && step > LEAST_STEP; round++) {
    let bound = base;
    for (let c = 0; c < customers; c++) bound += prices[c]!;
    fill.prepare?.(prices);
    for (let j = 0; j < count; j++) {
      values[j] = decided[j] === STAYS_CLOSED ? 0 : fill(j, prices, shares);
    }
    const open = choiceBy(values, decided, openCount, groups);
    served.fill(0);
    for (const j of open) {
      bound += values[j]!;
      for (let i = firstEntry[j]!; i < firstEntry[j + 1]!; i++) {
        served[customer[i]!]! += shares[i]!;
      }
    }
    bound *= ROUNDING;
    offer?.(open);
    if (bound < best.bound) {
      best = { bound, prices: prices.slice(), values: values.slice() };
      since = 0;
    } else if (++since >= patience) {
      step /= 2;
      since = 0;
      prices.set(best.prices);
      direction.fill(0);
      continue;
    }
    if (best.bound <= enough || !budget.take(2 * saving.length + customers)) break;
    let norm = 0;
    for (let c = 0; c < customers; c++) {
      const slope = 1 - served[c]!;
      const mixed = slope + 0.5 * direction[c]!;
      direction[c] = slope > 0 && prices[c] === 0 ? 0 : mixed;
      norm += direction[c]! * direction[c]!;
    }
    if (norm === 0) break;
    const length = (step * (bound - reached)) / norm;
    for (let c = 0; c < customers; c++) prices[c] = Math.max(0, prices[c]! - length * direction[c]!);
  }
  return best;
}

/** Returns the candidates that are decided to open and, of the free ones, those with the largest values, one of each group. */
export function choiceBy(values: Float64Array, decided: Uint8Array, openCount: number, groups?: NearGroups): number[] {
  const open: number[] = [];
  const free: number[] = [];
  for (let j = 0; j < values.length; j++) {
    if (decided[j] === OPENS) open.push(j);
    else if (decided[j] === FREE) free.push(j);
  }
  const missing = Math.max(0, openCount - open.length);
  free.sort((a, b) => values[b]! - values[a]! || a - b);
  if (groups === undefined) return [...open, ...free.slice(0, missing)];
  const isTaken = new Uint8Array(groups.count);
  for (const j of free) {
    if (open.length === openCount) break;
    if (isTaken[groups.of[j]!] === 1) continue;
    isTaken[groups.of[j]!] = 1;
    open.push(j);
  }
  return open;
}
