import { type Savings, savingsOf } from './savings.ts';

/** Costs of customers at candidates, as far as they are below what each customer has without any. */
export interface PlaceCosts {
  readonly customers: number;
  /** Cost of each customer while no candidate opens, for instance at the nearest store that is open already; finite. */
  readonly base: Float64Array;
  /** Entries of candidate j are those from `firstEntry[j]` to `firstEntry[j + 1]`. */
  readonly firstEntry: Uint32Array;
  /** Customer of each entry, once per candidate. */
  readonly customer: Uint32Array;
  /** Cost of the customer at the candidate, below its base. */
  readonly cost: Float64Array;
}

/** Costs of each customer (row) at each candidate (column), row by row; any finite number. */
export interface CostMatrix {
  readonly customers: number;
  readonly candidates: number;
  readonly costs: Float64Array;
}

/** Returns the costs of a matrix; without any candidate a customer has those of its dearest one. */
export function placeCostsOf({ customers, candidates, costs }: CostMatrix): PlaceCosts {
  const base = new Float64Array(customers).fill(-Infinity);
  for (let c = 0, i = 0; c < customers; c++) {
    for (let j = 0; j < candidates; j++) base[c] = Math.max(base[c]!, costs[i++]!);
  }
  const firstEntry = new Uint32Array(candidates + 1);
  const [customer, cost]: number[][] = [[], []];
  for (let j = 0; j < candidates; j++) {
    for (let c = 0; c < customers; c++) {
      const one = costs[c * candidates + j]!;
      if (one >= base[c]!) continue;
      customer!.push(c);
      cost!.push(one);
    }
    firstEntry[j + 1] = customer!.length;
  }
  return { customers, base, firstEntry, customer: Uint32Array.from(customer!), cost: Float64Array.from(cost!) };
}

/** Returns what each candidate saves of the sum of weights times costs. */
export function savedCosts({ base, cost, ...rest }: PlaceCosts, weights: ArrayLike<number>): Savings {
  const saving = cost.map((one, i) => weights[rest.customer[i]!]! * (base[rest.customer[i]!]! - one));
  return { ...rest, saving };
}

/** Returns the sum of weights times costs with some open candidates, and the largest cost of a customer that has weight. */
export function costsWith(
  { base, firstEntry, customer, cost }: PlaceCosts,
  weights: ArrayLike<number>,
  open: readonly number[],
): { sum: number; largest: number; least: Float64Array } {
  const least = base.slice();
  for (const j of open) {
    for (let i = firstEntry[j]!; i < firstEntry[j + 1]!; i++)
      least[customer[i]!] = Math.min(least[customer[i]!]!, cost[i]!);
  }
  let [sum, largest] = [0, 0];
  for (let c = 0; c < least.length; c++) {
    if (weights[c]! <= 0) continue;
    sum += weights[c]! * least[c]!;
    largest = Math.max(largest, least[c]!);
  }
  return { sum, largest, least };
}

/** Returns the people whom each candidate serves within a cost, of those who have no store within it. */
export function coverWithin(
  { customers, base, firstEntry, customer, cost }: PlaceCosts,
  weights: ArrayLike<number>,
  limit: number,
): Savings {
  const isNew = (i: number) => cost[i]! <= limit && base[customer[i]!]! > limit && weights[customer[i]!]! > 0;
  return savingsOf(
    customers,
    Array.from({ length: firstEntry.length - 1 }, (_, j) => {
      const entries: [number, number][] = [];
      for (let i = firstEntry[j]!; i < firstEntry[j + 1]!; i++) {
        if (isNew(i)) entries.push([customer[i]!, weights[customer[i]!]!]);
      }
      return entries;
    }),
  );
}
