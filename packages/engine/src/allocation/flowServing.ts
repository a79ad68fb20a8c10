import type { TooNear } from './exchange.ts';
import { type Capacities, fillParts } from './knapsack.ts';
import type { Serving } from './mostSaving.ts';
import { candidatesOf, type Savings } from './savings.ts';

/**
 * Customers are groups of people who may go to several candidates, candidates serve so many people at most, and everyone served
 * counts the same: what some candidates serve is a largest flow (L. R. Ford and D. R. Fulkerson, 1956).
 */
export function flowServing(savings: Savings, limits: Capacities, opens: readonly number[], tooNear: TooNear): Serving {
  const empty = new Flow(savings, limits);
  const totalOf = (open: readonly number[]) => empty.copy().add(open).value;
  const isFree = (open: readonly number[], j: number) => open.every((other) => other !== j && !tooNear(other, j));
  const all = [...Array(candidatesOf(savings)).keys()];
  return {
    fill: fillParts(savings, limits),
    totalOf,
    isExact: true,
    opens,
    start(openCount, budget) {
      let open = opens;
      let flow = empty.copy().add(open);
      while (open.length < openCount) {
        let best: { flow: Flow; j: number } | null = null;
        for (const j of all) {
          if (!isFree(open, j)) continue;
          budget.take(savings.saving.length);
          const other = flow.copy().add([j]);
          if (best === null || other.value > best.flow.value) best = { flow: other, j };
        }
        if (best === null) break;
        open = [...open, best.j];
        flow = best.flow;
      }
      return open;
    },
    improve(open, budget) {
      let best = open;
      let reached = totalOf(best);
      for (let isBetter = true; isBetter; ) {
        isBetter = false;
        for (const out of best.filter((j) => !opens.includes(j))) {
          const others = best.filter((j) => j !== out);
          const flow = empty.copy().add(others);
          for (const j of all) {
            if (!isFree(others, j) || j === out) continue;
            if (!budget.take(savings.saving.length)) return best;
            const { value } = flow.copy().add([j]);
            if (value <= reached * (1 + 1e-12)) continue;
            [best, reached, isBetter] = [[...others, j], value, true];
            break;
          }
          if (isBetter) break;
        }
      }
      return best.toSorted((a, b) => a - b);
    },
  };
}

/** Entries of each customer, and the candidate of each entry. */
interface ByCustomer {
  readonly candidateOf: Uint32Array;
  readonly firstOf: Uint32Array;
  readonly entries: Uint32Array;
}

function byCustomer({ customers, firstEntry, customer }: Savings): ByCustomer {
  const candidateOf = new Uint32Array(customer.length);
  const firstOf = new Uint32Array(customers + 1);
  for (const c of customer) firstOf[c + 1]!++;
  for (let c = 0; c < customers; c++) firstOf[c + 1]! += firstOf[c]!;
  const next = firstOf.slice();
  const entries = new Uint32Array(customer.length);
  for (let j = 0; j + 1 < firstEntry.length; j++) {
    for (let i = firstEntry[j]!; i < firstEntry[j + 1]!; i++) {
      candidateOf[i] = j;
      entries[next[customer[i]!]!++] = i;
    }
  }
  return { candidateOf, firstOf, entries };
}

/** How a candidate gets people: over its own entry, those whom another one's entry gives. */
interface Step {
  readonly to: number;
  readonly own: number;
  readonly given: number;
}

/** A flow of people from customers to open candidates. */
export class Flow {
  value = 0;
  readonly #savings: Savings;
  readonly #limits: Capacities;
  readonly #index: ByCustomer;
  /** People of each entry who go to its candidate. */
  readonly #people: Float64Array;
  /** People of each customer who go nowhere yet. */
  readonly #waiting: Float64Array;
  readonly #left: Float64Array;

  constructor(savings: Savings, limits: Capacities, from?: Flow) {
    this.#savings = savings;
    this.#limits = limits;
    this.#index = from === undefined ? byCustomer(savings) : from.#index;
    this.#people = from === undefined ? new Float64Array(savings.saving.length) : from.#people.slice();
    this.#waiting = (from === undefined ? limits.demands : from.#waiting).slice();
    this.#left = (from === undefined ? limits.capacities : from.#left).slice();
    this.value = from?.value ?? 0;
  }

  copy(): Flow {
    return new Flow(this.#savings, this.#limits, this);
  }

  /** People who go to a candidate. */
  servedBy(j: number): number {
    return this.#limits.capacities[j]! - this.#left[j]!;
  }

  /** Opens candidates and sends as many people to them as can go, over others who then go elsewhere. */
  add(candidates: readonly number[]): this {
    const { firstEntry } = this.#savings;
    for (const j of candidates) {
      for (let i = firstEntry[j]!; i < firstEntry[j + 1]! && this.#left[j]! > 0; i++) this.#send(j, j, i, new Map());
      while (this.#augment(j));
    }
    return this;
  }

  /**
   * Finds people who go nowhere for a candidate with room, over open ones that give it some of theirs: breadth first from the
   * candidate. Returns false where there are none.
   */
  #augment(start: number): boolean {
    if (this.#left[start]! <= 0) return false;
    const { firstEntry, customer } = this.#savings;
    const { candidateOf, firstOf, entries } = this.#index;
    const via = new Map<number, Step>();
    const queue = [start];
    const seen = new Set(queue);
    for (const j of queue) {
      for (let i = firstEntry[j]!; i < firstEntry[j + 1]!; i++) {
        const c = customer[i]!;
        if (this.#waiting[c]! > 0) {
          this.#send(start, j, i, via);
          return true;
        }
        for (let at = firstOf[c]!; at < firstOf[c + 1]!; at++) {
          const given = entries[at]!;
          const other = candidateOf[given]!;
          if (this.#people[given]! <= 0 || seen.has(other)) continue;
          seen.add(other);
          via.set(other, { to: j, own: i, given });
          queue.push(other);
        }
      }
    }
    return false;
  }

  /** Sends waiting people of an entry along the way back to the start. */
  #send(start: number, from: number, entry: number, via: ReadonlyMap<number, Step>): void {
    const c = this.#savings.customer[entry]!;
    let amount = Math.min(this.#left[start]!, this.#waiting[c]!);
    for (let j = from; j !== start; j = via.get(j)!.to) amount = Math.min(amount, this.#people[via.get(j)!.given]!);
    this.#waiting[c]! -= amount;
    this.#people[entry]! += amount;
    for (let j = from; j !== start; j = via.get(j)!.to) {
      const { own, given } = via.get(j)!;
      this.#people[given]! -= amount;
      this.#people[own]! += amount;
    }
    this.#left[start]! -= amount;
    this.value += amount;
  }
}
