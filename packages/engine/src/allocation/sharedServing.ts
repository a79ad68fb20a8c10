import { concavePrices } from './concavePrices.ts';
import type { TooNear } from './exchange.ts';
import type { Serving } from './mostSaving.ts';
import type { Fill } from './relaxation.ts';
import { candidatesOf, type Savings } from './savings.ts';
import type { SearchBudget } from './searchBudget.ts';
import type { SharedCustomers } from './sharedCustomers.ts';

/** An exchange must save this share more, so that rounding starts none. */
const LEAST_SHARE = 1e-9;

/** A problem of the best set: what each candidate saves alone, and what several do. */
export interface SharedProblem {
  readonly savings: Savings;
  readonly serving: Serving;
}

/**
 * Customers bring f(s) = c · s ÷ (W + s) to open candidates of the utility s together, c their worth, W the utility of other choices.
 * In: the utility of each entry as its saving.
 *
 * Bound at a price a of a customer, 0 ≤ a < c: with q = √(a ÷ c) and s₀ = W · q ÷ (1 − q), the tangent at s₀ has the height a at 0; with
 * f(α) = a a set has at most a more than what each of its candidates adds to a phantom of the utility α. Each candidate counts the lesser of
 * both, f′(s₀) · u or f(α + u) − a: those of a set that count as tangents bring a + Σ f′(s₀) · u at most, and the others add
 * at most what they add to α if those bring more than that, or all of them together do. Tangents follow S. Benati and P. Hansen (European Journal of
 * Operational Research 143, 2002), increments I. Ljubić and E. Moreno (same journal 266, 2018).
 */
export function sharedProblem(utilities: Savings, customers: SharedCustomers, tooNear: TooNear): SharedProblem {
  const { firstEntry, customer, saving: utility } = utilities;
  const all = [...Array(candidatesOf(utilities)).keys()];
  const count = utilities.customers;

  const openedBy = (open: readonly number[]): SharedCustomers => {
    const [worth, sums] = [customers.worth.slice(), customers.utility.slice()];
    for (const j of open) for (let i = firstEntry[j]!; i < firstEntry[j + 1]!; i++) sums[customer[i]!]! += utility[i]!;
    for (let c = 0; c < count; c++) worth[c]! *= customers.utility[c]! / sums[c]!;
    return { worth, utility: sums };
  };
  const totalOf = (open: readonly number[]): number => {
    const { worth } = openedBy(open);
    let total = 0;
    for (let c = 0; c < count; c++) total += customers.worth[c]! - worth[c]!;
    return total;
  };
  /** What a candidate adds to others. */
  const gainOf = (j: number, { worth, utility: sums }: SharedCustomers): number => {
    let gain = 0;
    for (let i = firstEntry[j]!; i < firstEntry[j + 1]!; i++) {
      gain += (worth[customer[i]!]! * utility[i]!) / (sums[customer[i]!]! + utility[i]!);
    }
    return gain;
  };
  const bestBeside = (others: readonly number[], budget: SearchBudget): { j: number; gain: number } | null => {
    const opened = openedBy(others);
    let best: { j: number; gain: number } | null = null;
    budget.take(utility.length + count);
    for (const j of all) {
      if (others.some((other) => other === j || tooNear(other, j))) continue;
      const gain = gainOf(j, opened);
      if (best === null || gain > best.gain) best = { j, gain };
    }
    return best;
  };

  return {
    savings: {
      ...utilities,
      saving: utility.map((u, i) => (customers.worth[customer[i]!]! * u) / (customers.utility[customer[i]!]! + u)),
    },
    serving: {
      fill: fillShared(utilities, customers),
      within(open) {
        const fill = fillShared(utilities, openedBy(open));
        // What is open already is counted in `base`.
        const closed = (j: number, prices: Float64Array, shares: Float64Array) => {
          if (!open.includes(j)) return fill(j, prices, shares);
          shares.fill(0, firstEntry[j]!, firstEntry[j + 1]!);
          return 0;
        };
        return { fill: Object.assign(closed, { prepare: fill.prepare }), base: totalOf(open) };
      },
      totalOf,
      isExact: true,
      areSumsWhole: false,
      pricesAt: (openCount, groups, budget) => concavePrices(utilities, customers, openCount, groups, budget),
      opens: [],
      start(openCount, budget) {
        const open: number[] = [];
        while (open.length < openCount) {
          const next = bestBeside(open, budget);
          if (next === null) break;
          open.push(next.j);
        }
        return open;
      },
      improve(start, budget) {
        const open = [...start];
        for (let since = 0, at = 0; since < open.length && budget.take(1); at = (at + 1) % open.length) {
          const others = open.filter((_, i) => i !== at);
          const before = gainOf(open[at]!, openedBy(others));
          const next = bestBeside(others, budget);
          const isBetter = next !== null && next.gain - before > LEAST_SHARE * totalOf(open);
          if (isBetter) open[at] = next.j;
          since = isBetter ? 1 : since + 1;
        }
        return open.toSorted((a, b) => a - b);
      },
    },
  };
}

/** Columns of a customer at some prices, side by side: see `fillShared`. */
const COLUMNS = 6;

function fillShared(
  { customers, firstEntry, customer, saving: utility }: Savings,
  { worth, utility: sums }: SharedCustomers,
): Fill {
  // Up to the first column of utility a candidate counts as a tangent.
  const at = new Float64Array(COLUMNS * customers);
  const prepare = (prices: Float64Array) => {
    for (let i = 0; i < customers; i++) {
      const [c, w, price] = [worth[i]!, sums[i]!, prices[i]!];
      const isPriced = price >= c;
      const r = isPriced ? 1 : price / c;
      const q = Math.sqrt(r);
      at[COLUMNS * i] = isPriced ? Infinity : (w * q * (2 + q)) / (1 - r);
      at[COLUMNS * i + 1] = isPriced ? 0 : (c * (1 - q) * (1 - q)) / w;
      at[COLUMNS * i + 2] = isPriced || q === 0 ? 0 : (1 - q) / (w * q);
      at[COLUMNS * i + 3] = w;
      at[COLUMNS * i + 4] = 1 - r;
      at[COLUMNS * i + 5] = c * (1 - r);
    }
  };
  const fill = (j: number, _: Float64Array, shares: Float64Array) => {
    let value = 0;
    for (let i = firstEntry[j]!; i < firstEntry[j + 1]!; i++) {
      const column = COLUMNS * customer[i]!;
      const u = utility[i]!;
      if (u < at[column]!) {
        value += u * at[column + 1]!;
        shares[i] = u * at[column + 2]!;
      } else {
        const left = at[column + 3]! / (at[column + 3]! + u * at[column + 4]!);
        value += at[column + 5]! * (1 - left);
        shares[i] = 1 - left * left;
      }
    }
    return value;
  };
  return Object.assign(fill, { prepare });
}
