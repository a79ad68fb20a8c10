import { exchange, greedy, type TooNear } from './exchange.ts';
import { type NearGroups, nearGroups } from './nearGroups.ts';
import { choiceBy, type Fill, FREE, fillAll, OPENS, relax, STAYS_CLOSED } from './relaxation.ts';
import { candidatesOf, type Savings, savedBy } from './savings.ts';
import type { SearchBudget } from './searchBudget.ts';

const ROOT_ROUNDS = 600;
const NODE_ROUNDS = 60;
/** A thorough search begins at so many choices beside the greedy one. */
const STARTS = 12;
const THOROUGH_PATIENCE = 30;
/** Branches of a thorough search that do not end soon would not lower the bound. */
const BRANCH_STEPS = 5e8;
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
  /** Prices to begin a thorough bound with. */
  pricesAt?(openCount: number, groups: NearGroups | undefined, budget: SearchBudget): Float64Array;
}

export interface MostSavingOptions {
  /** Number of candidates that open; fewer where spacing leaves no more. */
  readonly openCount: number;
  readonly tooNear?: TooNear;
  readonly budget: SearchBudget;
  readonly serving?: Serving;
  /** A value to reach: the search ends where it is reached, or known to be out of reach. */
  readonly target?: number;
  /** Begins at several choices, and takes more time for the first bound, in which near candidates exclude each other: for a thousand candidates at most. */
  readonly isThorough?: boolean;
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
  readonly #groups: NearGroups | undefined;
  readonly #isThorough: boolean;
  readonly #seen = new Set<string>();
  #best: { open: readonly number[]; value: number };
  #openBound = -Infinity;

  constructor(savings: Savings, options: MostSavingOptions) {
    const { openCount, tooNear, budget, target, bend = (bound) => bound, isThorough = false } = options;
    this.#savings = savings;
    this.#tooNear = tooNear ?? (() => false);
    this.#budget = budget;
    this.#target = target;
    this.#bend = bend;
    this.#serving = options.serving ?? unlimited(savings, this.#tooNear);
    this.#isThorough = isThorough;
    this.#groups = isThorough && tooNear !== undefined ? nearGroups(candidatesOf(savings), tooNear) : undefined;
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
      if (this.#isThorough)
        for (let start = 0; start < STARTS; start++)
          this.#offer(spreadChoice(start, decided.length, this.#openCount, this.#tooNear), true, 0);
      this.#visit(decided, new Float64Array(customers), ROOT_ROUNDS, Infinity);
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

  /** Looks at the choices of a part, of which none saves more than `atMost`. */
  #visit(decided: Uint8Array, startPrices: Float64Array, rounds: number, atMost: number): void {
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
    const prices = root ? this.#firstPrices() : startPrices;
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
      ...(this.#groups === undefined ? {} : { groups: this.#groups }),
      ...(root && this.#isThorough ? { patience: THOROUGH_PATIENCE } : {}),
      enough: this.#settledUpTo(),
      offer: (open) => this.#offer(open, root),
    });
    const bound = Math.min(atMost, this.#bend(relaxed.bound));
    if (this.#isSettled(bound)) return;
    if (root && this.#isThorough) this.#budget.keep(BRANCH_STEPS);
    if (isLeaf || !this.#budget.take(1)) {
      this.#openBound = Math.max(this.#openBound, bound);
      return;
    }
    const { values } = relaxed;
    const chosen = choiceBy(values, decided, this.#openCount, this.#groups).slice(opens.length);
    // No choice is that far apart.
    if (chosen.length < missing) return;
    const isChosen = new Set(chosen);
    const others = free.filter((j) => !isChosen.has(j)).sort((a, b) => values[b]! - values[a]! || a - b);
    const order = [...chosen, ...others];
    const [last, next] = [values[chosen.at(-1)!]!, values[others[0]!]!];
    const reduced = decided.slice();
    order.forEach((j, rank) => {
      if (rank < missing && this.#isSettled(bound - values[j]! + next)) reduced[j] = OPENS;
      if (rank >= missing && this.#isSettled(bound - last + values[j]!)) reduced[j] = STAYS_CLOSED;
    });
    // What is decided by values holds for better choices alone, so its bound is the best value itself.
    const branch = order.find((j) => reduced[j] === FREE);
    if (branch === undefined) {
      this.#visit(reduced, relaxed.prices, NODE_ROUNDS, bound);
      return;
    }
    const opened = reduced.slice();
    opened[branch] = OPENS;
    for (const j of order) if (j !== branch && opened[j] === FREE && this.#tooNear(j, branch)) opened[j] = STAYS_CLOSED;
    this.#visit(opened, relaxed.prices, NODE_ROUNDS, bound);
    reduced[branch] = STAYS_CLOSED;
    this.#visit(reduced, relaxed.prices, NODE_ROUNDS, bound);
  }

  /** A thorough bound begins between no price and those at which the best choice has no value. */
  #firstPrices(): Float64Array {
    const prices = pricesOf(this.#savings, this.#best.open);
    if (!this.#isThorough) return prices;
    return this.#serving.pricesAt?.(this.#openCount, this.#groups, this.#budget) ?? prices.map((price) => price / 2);
  }

  /** Takes a choice if it is better, exchanged first where that is wanted. */
  #offer(open: readonly number[], isExchanged: boolean, leastShare = 0.9): void {
    const key = open.toSorted((a, b) => a - b).join();
    if (open.length !== this.#openCount || this.#seen.has(key)) return;
    if (this.#seen.size > 10_000) this.#seen.clear();
    this.#seen.add(key);
    if (open.some((a, i) => open.some((b, k) => k > i && this.#tooNear(a, b)))) return;
    const { totalOf, improve } = this.#serving;
    const value = totalOf(open);
    const better = isExchanged && value > leastShare * this.#best.value ? improve(open, this.#budget) : open;
    const improved = better === open ? value : totalOf(better);
    if (improved > this.#best.value) this.#best = { open: better.toSorted((a, b) => a - b), value: improved };
  }
}

/** A choice spread over all candidates, by multiples of the golden ratio less whole numbers; each number gives another. */
function spreadChoice(number: number, candidates: number, openCount: number, tooNear: TooNear): number[] {
  const open: number[] = [];
  for (let i = 1; i <= candidates && open.length < openCount; i++) {
    const j = Math.floor(candidates * ((((Math.sqrt(5) - 1) / 2) * (number * openCount + i)) % 1));
    if (open.every((other) => other !== j && !tooNear(other, j))) open.push(j);
  }
  return open;
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
