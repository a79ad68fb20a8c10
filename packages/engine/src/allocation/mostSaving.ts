import { exchange, greedy, type TooNear } from './exchange.ts';
import { type Fill, FREE, fillAll, OPENS, relax, STAYS_CLOSED } from './relaxation.ts';
import { candidatesOf, type Savings, savedBy } from './savings.ts';
import type { SearchBudget } from './searchBudget.ts';

const ROOT_ROUNDS = 600;
const NODE_ROUNDS = 60;
/** A bound that lies above a choice by no more than this share proves it. */
const PROVEN_SHARE = 1e-9;

/** Candidates that open together, and how good they are. */
export interface Choice {
  /** Ascending. */
  readonly open: readonly number[];
  /** What they save together. */
  readonly value: number;
  /** No choice of as many saves more; equal to `value` where that is proven. */
  readonly bound: number;
  readonly isProven: boolean;
}

/** Who serves whom where candidates have limits, in place of everyone going to the candidate that saves most. */
export interface Serving {
  readonly fill: Fill;
  /** How to bound what candidates save beside some that are open, and what these save; without it `fill` counts these, too. */
  within?(open: readonly number[]): { readonly fill: Fill; readonly base: number };
  /** Whether whole savings have whole sums; they do where it does not say. */
  readonly areSumsWhole?: boolean;
  /** What some open candidates save together, or what is known that they do. */
  totalOf(open: readonly number[]): number;
  /** Whether `totalOf` is the most that they save. */
  readonly isExact: boolean;
  /** Returns candidates that save as much as these, or more; those of `opens` stay. */
  improve(open: readonly number[], budget: SearchBudget): readonly number[];
  /** Returns some candidates to begin with. */
  start(openCount: number, budget: SearchBudget): readonly number[];
  /** Candidates that are open in any case, counted in `openCount`. */
  readonly opens: readonly number[];
}

export interface MostSavingOptions {
  /** Number of candidates that open; fewer where spacing leaves no more. */
  readonly openCount: number;
  readonly tooNear?: TooNear;
  readonly budget: SearchBudget;
  readonly serving?: Serving;
  /** A value to reach: the search ends where it is reached, or known to be out of reach. */
  readonly target?: number;
  /** Lowers or raises each bound before it is used. Only the tests of bounds give another than none. */
  readonly bend?: (bound: number) => number;
}

/**
 * Returns the candidates that save most together: greedy and exchange first, then branch and bound with Lagrangean bounds
 * (A. H. Land and A. G. Doig, Econometrica 28, 1960; N. Christofides and J. E. Beasley, European Journal of Operational Research
 * 10, 1982). Candidates that cannot be in a better choice, or not be left out of one, are decided by their values before any
 * branch. A budget that ends leaves the largest bound of what is open.
 */
export function mostSaving(savings: Savings, options: MostSavingOptions): Choice {
  return new Search(savings, options).run();
}

class Search {
  readonly #savings: Savings;
  readonly #openCount: number;
  readonly #tooNear: TooNear;
  readonly #budget: SearchBudget;
  readonly #target: number | undefined;
  readonly #bend: (bound: number) => number;
  /** Whole savings have whole sums: a bound below the next one proves. */
  readonly #areWhole: boolean;
  readonly #serving: Serving;
  readonly #seen = new Set<string>();
  #best: { open: readonly number[]; value: number };
  #openBound = -Infinity;

  constructor(savings: Savings, options: MostSavingOptions) {
    const { openCount, tooNear = () => false, budget, target, bend = (bound) => bound } = options;
    this.#savings = savings;
    this.#tooNear = tooNear;
    this.#budget = budget;
    this.#target = target;
    this.#bend = bend;
    this.#serving = options.serving ?? unlimited(savings, tooNear);
    this.#areWhole = this.#serving.areSumsWhole !== false && savings.saving.every(Number.isInteger);
    const open = this.#serving.improve(this.#serving.start(Math.min(openCount, candidatesOf(savings)), budget), budget);
    this.#openCount = open.length;
    this.#best = { open, value: this.#serving.totalOf(open) };
  }

  run(): Choice {
    const { customers } = this.#savings;
    if (this.#settledUpTo() !== Infinity) {
      const decided = new Uint8Array(candidatesOf(this.#savings));
      for (const j of this.#serving.opens) decided[j] = OPENS;
      this.#visit(decided, new Float64Array(customers), ROOT_ROUNDS);
    }
    const { open, value } = this.#best;
    const bound = Math.max(value, this.#openBound);
    return { open, value, bound, isProven: bound === value };
  }

  /** Up to this bound a part holds no better choice, or none that reaches the target. */
  #settledUpTo(): number {
    const { value } = this.#best;
    if (this.#target !== undefined) return value >= this.#target ? Infinity : this.#target * (1 - 1e-12);
    return this.#areWhole ? value + 1 - 1e-6 : value * (1 + PROVEN_SHARE);
  }

  /** Whether a part with this bound needs no further look. Where a target ends the search, its bound is kept. */
  #isSettled(bound: number): boolean {
    if (bound > this.#settledUpTo()) return false;
    if (this.#target !== undefined && bound > this.#best.value) this.#openBound = Math.max(this.#openBound, bound);
    return true;
  }

  #visit(decided: Uint8Array, startPrices: Float64Array, rounds: number): void {
    const opens = indicesOf(decided, OPENS);
    const free = indicesOf(decided, FREE);
    const missing = this.#openCount - opens.length;
    if (missing < 0 || missing > free.length) return;
    const isLeaf = missing === 0 || missing === free.length;
    if (isLeaf) {
      this.#offer(missing === 0 ? opens : [...opens, ...free], false);
      if (this.#serving.isExact) return;
    }
    const root = rounds === ROOT_ROUNDS;
    const prices = root ? pricesOf(this.#savings, this.#best.open) : startPrices;
    const { fill, base } = this.#serving.within?.(opens) ?? { fill: this.#serving.fill, base: 0 };
    const relaxed = relax(this.#savings, {
      openCount: this.#openCount,
      decided,
      reached: Math.max(this.#best.value, this.#target ?? 0),
      startPrices: prices,
      rounds,
      fill,
      base,
      budget: this.#budget,
      enough: this.#settledUpTo(),
      offer: (open) => this.#offer(open, root),
    });
    const bound = this.#bend(relaxed.bound);
    if (this.#isSettled(bound)) return;
    if (isLeaf || !this.#budget.take(1)) {
      this.#openBound = Math.max(this.#openBound, bound);
      return;
    }
    const { values } = relaxed;
    const order = free.toSorted((a, b) => values[b]! - values[a]! || a - b);
    const [last, next] = [values[order[missing - 1]!]!, values[order[missing]!]!];
    const reduced = decided.slice();
    order.forEach((j, rank) => {
      if (rank < missing && this.#isSettled(bound - values[j]! + next)) reduced[j] = OPENS;
      if (rank >= missing && this.#isSettled(bound - last + values[j]!)) reduced[j] = STAYS_CLOSED;
    });
    // What is decided by values holds for better choices alone, so its bound is the best value itself.
    const branch = order.find((j) => reduced[j] === FREE);
    if (branch === undefined) {
      this.#visit(reduced, relaxed.prices, NODE_ROUNDS);
      return;
    }
    const opened = reduced.slice();
    opened[branch] = OPENS;
    for (const j of order) if (j !== branch && opened[j] === FREE && this.#tooNear(j, branch)) opened[j] = STAYS_CLOSED;
    this.#visit(opened, relaxed.prices, NODE_ROUNDS);
    reduced[branch] = STAYS_CLOSED;
    this.#visit(reduced, relaxed.prices, NODE_ROUNDS);
  }

  /** Takes a choice if it is better, exchanged first where that is wanted. */
  #offer(open: readonly number[], isExchanged: boolean): void {
    const key = open.toSorted((a, b) => a - b).join();
    if (open.length !== this.#openCount || this.#seen.has(key)) return;
    if (this.#seen.size > 10_000) this.#seen.clear();
    this.#seen.add(key);
    if (open.some((a, i) => open.some((b, k) => k > i && this.#tooNear(a, b)))) return;
    const { totalOf, improve } = this.#serving;
    const value = totalOf(open);
    const better = isExchanged && value > 0.9 * this.#best.value ? improve(open, this.#budget) : open;
    const improved = better === open ? value : totalOf(better);
    if (improved > this.#best.value) this.#best = { open: better.toSorted((a, b) => a - b), value: improved };
  }
}

const unlimited = (savings: Savings, tooNear: TooNear): Serving => ({
  fill: fillAll(savings),
  totalOf: (open) => savedBy(savings, open),
  isExact: true,
  improve: (open, budget) => exchange(savings, open, tooNear, budget),
  start: (openCount) => greedy(savings, openCount, tooNear),
  opens: [],
});

/** What a choice saves each customer: prices at which its own candidates have no value. */
function pricesOf({ customers, firstEntry, customer, saving }: Savings, open: readonly number[]): Float64Array {
  const prices = new Float64Array(customers);
  for (const j of open) {
    for (let i = firstEntry[j]!; i < firstEntry[j + 1]!; i++) {
      prices[customer[i]!] = Math.max(prices[customer[i]!]!, saving[i]!);
    }
  }
  return prices;
}

function indicesOf(decided: Uint8Array, state: number): number[] {
  const found: number[] = [];
  for (let j = 0; j < decided.length; j++) if (decided[j] === state) found.push(j);
  return found;
}
