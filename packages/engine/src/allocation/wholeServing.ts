import { type Capacities, fillWhole } from './knapsack.ts';
import type { Serving } from './mostSaving.ts';
import type { Savings } from './savings.ts';

/**
 * Every customer goes to one candidate as a whole, and candidates have capacities (capacitated p-median, I. H. Osman and
 * N. Christofides, International Transactions in Operational Research 1, 1994). Assignments are found by regret, then by
 * moving customers and exchanging two for as long as that helps, so `totalOf` is a lower bound. In: what each customer
 * (row) saves at each candidate (column), of all pairs.
 */
export function wholeServing(savings: Savings, rows: readonly (readonly number[])[], limits: Capacities): Serving {
  const { demands, capacities } = limits;
  const totalOf = (open: readonly number[]) => assignedSaving(rows, demands, capacities, open, 3);
  const quickly = (open: readonly number[]) => assignedSaving(rows, demands, capacities, open, 1);
  const exchangeOnce = (open: readonly number[], reached: number) => {
    for (const [at] of open.entries()) {
      for (let j = 0; j < capacities.length; j++) {
        if (open.includes(j)) continue;
        const other = open.with(at, j);
        if (quickly(other) > reached) return other;
      }
    }
    return null;
  };
  return {
    fill: fillWhole(savings, limits),
    totalOf,
    isExact: false,
    improve(open, budget) {
      let [best, reached] = [open, totalOf(open)];
      while (budget.take(rows.length * capacities.length)) {
        const other = exchangeOnce(best, reached);
        if (other === null) break;
        [best, reached] = [other, totalOf(other)];
      }
      return best;
    },
    start(openCount) {
      const open: number[] = [];
      while (open.length < openCount) {
        const rest = [...capacities.keys()].filter((j) => !open.includes(j));
        const worth = rest.map((j) => totalOf([...open, j]));
        open.push(rest[worth.indexOf(Math.max(...worth))]!);
      }
      return open;
    },
    opens: [],
  };
}

/** Returns what customers save who are assigned to open candidates, in the best of some orders; one that finds no room saves nothing. */
function assignedSaving(
  rows: readonly (readonly number[])[],
  demands: Float64Array,
  capacities: Float64Array,
  open: readonly number[],
  orders: number,
): number {
  const regret = Float64Array.from(rows, (row) => {
    const sorted = open.map((j) => row[j]!).sort((a, b) => b - a);
    return (sorted[0] ?? 0) - (sorted[1] ?? 0);
  });
  const keys = [regret, demands, regret.map((one, c) => one / demands[c]!)];
  return Math.max(
    ...keys.slice(0, orders).map((key) => {
      const order = [...rows.keys()].sort((a, b) => key[b]! - key[a]! || demands[b]! - demands[a]! || a - b);
      return new Assignment(rows, demands, capacities, open).put(order).improve().saving();
    }),
  );
}

/** Whole customers at open candidates, within their capacities. */
class Assignment {
  readonly #rows: readonly (readonly number[])[];
  readonly #demands: Float64Array;
  readonly #open: readonly number[];
  readonly #left: Float64Array;
  /** Position of each customer's candidate, -1 for none. */
  readonly #of: Int32Array;

  constructor(
    rows: readonly (readonly number[])[],
    demands: Float64Array,
    capacities: Float64Array,
    open: readonly number[],
  ) {
    this.#rows = rows;
    this.#demands = demands;
    this.#open = open;
    this.#left = Float64Array.from(open, (j) => capacities[j]!);
    this.#of = new Int32Array(rows.length).fill(-1);
  }

  /** Assigns each to the best candidate that has room, in this order. */
  put(order: readonly number[]): this {
    for (const c of order) {
      let best = -1;
      for (let at = 0; at < this.#open.length; at++) {
        if (this.#left[at]! >= this.#demands[c]! && this.#saved(c, at) > this.#saved(c, best)) best = at;
      }
      this.#move(c, best);
    }
    return this;
  }

  /** Moves single customers and exchanges two for as long as that helps. */
  improve(): this {
    for (let isBetter = true; isBetter; ) {
      isBetter = false;
      for (let c = 0; c < this.#rows.length; c++) {
        if (this.#improveOne(c)) isBetter = true;
        for (let other = 0; other < c; other++) if (this.#exchange(c, other)) isBetter = true;
      }
    }
    return this;
  }

  saving(): number {
    return this.#of.reduce((sum, at, c) => sum + this.#saved(c, at), 0);
  }

  #improveOne(c: number): boolean {
    let isBetter = false;
    for (let at = 0; at < this.#open.length; at++) {
      if (this.#left[at]! < this.#demands[c]! || this.#saved(c, at) <= this.#saved(c, this.#of[c]!)) continue;
      this.#move(c, at);
      isBetter = true;
    }
    return isBetter;
  }

  #exchange(c: number, other: number): boolean {
    const [a, b] = [this.#of[c]!, this.#of[other]!];
    if (a === b) return false;
    const change = this.#saved(c, b) + this.#saved(other, a) - this.#saved(c, a) - this.#saved(other, b);
    const more = this.#demands[c]! - this.#demands[other]!;
    const fits = (at: number, comes: number) => at < 0 || this.#left[at]! >= comes;
    if (change <= 1e-9 || !fits(a, -more) || !fits(b, more)) return false;
    this.#move(c, b);
    this.#move(other, a);
    return true;
  }

  #saved(c: number, at: number): number {
    return at < 0 ? 0 : this.#rows[c]![this.#open[at]!]!;
  }

  #move(c: number, at: number): void {
    const from = this.#of[c]!;
    if (from >= 0) this.#left[from]! += this.#demands[c]!;
    if (at >= 0) this.#left[at]! -= this.#demands[c]!;
    this.#of[c] = at;
  }
}
