import type { NearGroups } from './nearGroups.ts';
import { choiceBy } from './relaxation.ts';
import { candidatesOf, type Savings } from './savings.ts';
import type { SearchBudget } from './searchBudget.ts';
import type { SharedCustomers } from './sharedCustomers.ts';

const ROUNDS = 40;
/** Halvings of the interval in which the best step lies. */
const HALVINGS = 20;

/**
 * Prices of customers who share what they spend, from the concave relaxation: candidates may open in part, x, and the most is looked for that
 * Σ c · s ÷ (W + s) with s = Σ u · x can be, Σ x = openCount, at most one of each group. By steps toward the best corner (M. Frank, P. Wolfe,
 * Naval Research Logistics Quarterly 3, 1956), each as long as is best. The price of a customer is the height at 0 of the tangent at its s,
 * c · (s ÷ (W + s))², so that the bound of `sharedProblem` at these prices is no larger than the relaxation's.
 */
export function concavePrices(
  utilities: Savings,
  { worth, utility: others }: SharedCustomers,
  openCount: number,
  groups: NearGroups | undefined,
  budget: SearchBudget,
): Float64Array {
  const { customers, firstEntry, customer, saving } = utilities;
  const count = candidatesOf(utilities);
  const none = new Uint8Array(count);
  const x = new Float64Array(count);
  const sums = new Float64Array(customers);
  const change = new Float64Array(customers);
  const slope = new Float64Array(customers);
  const values = new Float64Array(count);
  for (let round = 0; round < ROUNDS && budget.take(2 * saving.length + HALVINGS * customers); round++) {
    for (let c = 0; c < customers; c++) slope[c] = (worth[c]! * others[c]!) / (others[c]! + sums[c]!) ** 2;
    for (let j = 0; j < count; j++) {
      let value = 0;
      for (let i = firstEntry[j]!; i < firstEntry[j + 1]!; i++) value += slope[customer[i]!]! * saving[i]!;
      values[j] = value;
    }
    const target = new Float64Array(count);
    for (const j of choiceBy(values, none, openCount, groups)) target[j] = 1;
    change.fill(0);
    for (let j = 0; j < count; j++) {
      const more = target[j]! - x[j]!;
      if (more === 0) continue;
      for (let i = firstEntry[j]!; i < firstEntry[j + 1]!; i++) change[customer[i]!]! += more * saving[i]!;
    }
    const step = round === 0 ? 1 : bestStep();
    for (let j = 0; j < count; j++) x[j]! += step * (target[j]! - x[j]!);
    for (let c = 0; c < customers; c++) sums[c] = Math.max(0, sums[c]! + step * change[c]!);
  }
  return sums.map((s, c) => worth[c]! * (s / (others[c]! + s)) ** 2);

  /** The step, 0..1, at which the sum grows no more. */
  function bestStep(): number {
    let [low, high] = [0, 1];
    for (let i = 0; i < HALVINGS; i++) {
      const middle = (low + high) / 2;
      let growth = 0;
      for (let c = 0; c < customers; c++)
        growth += (worth[c]! * others[c]! * change[c]!) / (others[c]! + sums[c]! + middle * change[c]!) ** 2;
      if (growth > 0) low = middle;
      else high = middle;
    }
    return low;
  }
}
