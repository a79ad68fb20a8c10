import type { SearchBudget } from '../allocation/searchBudget.ts';

/** Rounds of one bound. */
const ROUNDS = 300;
/** Rounds without a better bound until steps are halved. */
const PATIENCE = 12;
/** Steps shorter than this end the search for a better bound. */
const LEAST_STEP = 0.002;
/** Bounds are raised by this share, so that the order of sums decides nothing. */
const ROUNDING = 1 + 1e-12;

/** Groups of people who are served together by any of their candidates. */
export interface CoveringProblem {
  /** People of each group. */
  readonly weightOf: readonly number[];
  /** Groups that each candidate serves. */
  readonly groupsOf: readonly (readonly number[])[];
}

/**
 * Returns an upper bound of the people whom any k candidates serve, the least that is found within the budget.
 *
 * Lagrangean relaxation of the maximal covering location problem (R. D. Galvão, C. ReVelle, Eur. J. Oper. Res. 88, 1996): a group
 * that is served owes u to its candidates, 0 ≤ u ≤ w, so no choice serves more than Σ (w − u) and the k candidates to whom most
 * is owed. The u are improved by subgradient steps (M. Held, P. Wolfe, H. P. Crowder, Math. Programming 6, 1974) toward a
 * value that is known to be reached.
 */
export function lagrangeanBound(
  { weightOf, groupsOf }: CoveringProblem,
  openCount: number,
  reached: number,
  budget: SearchBudget,
): number {
  const work = groupsOf.reduce((sum, groups) => sum + groups.length, weightOf.length);
  const total = weightOf.reduce((sum, weight) => sum + weight, 0);
  const servers = new Float64Array(weightOf.length);
  for (const groups of groupsOf) for (const group of groups) servers[group]!++;
  // Each candidate is owed its share of the group at first.
  const owed = Float64Array.from(
    weightOf,
    (weight, group) => weight / Math.max(1, Math.min(servers[group]!, openCount)),
  );
  const best = { bound: total, step: 1, since: 0 };
  const count = new Float64Array(weightOf.length);
  const values = new Float64Array(groupsOf.length);
  for (let round = 0; round < ROUNDS && best.step > LEAST_STEP && budget.take(2 * work); round++) {
    groupsOf.forEach((groups, candidate) => {
      let sum = 0;
      for (const group of groups) sum += owed[group]!;
      values[candidate] = sum;
    });
    const order = Array.from(values.keys()).sort((a, b) => values[b]! - values[a]! || a - b);
    count.fill(0);
    let bound = total;
    for (const debt of owed) bound -= debt;
    for (const candidate of order.slice(0, openCount)) {
      bound += values[candidate]!;
      for (const group of groupsOf[candidate]!) count[group]!++;
    }
    bound *= ROUNDING;
    if (bound < best.bound) {
      best.bound = bound;
      best.since = 0;
    } else if (++best.since >= PATIENCE) {
      best.step /= 2;
      best.since = 0;
    }
    // The derivative of the bound by what a group owes: candidates chosen that it owes, less 1.
    let norm = 0;
    for (let group = 0; group < owed.length; group++) {
      const slope = count[group]! - 1;
      const isStuck = (slope > 0 && owed[group] === 0) || (slope < 0 && owed[group] === weightOf[group]);
      if (!isStuck) norm += slope * slope;
    }
    if (norm === 0 || bound <= reached) break;
    const length = (best.step * (bound - reached)) / norm;
    for (let group = 0; group < owed.length; group++) {
      owed[group] = Math.min(weightOf[group]!, Math.max(0, owed[group]! - length * (count[group]! - 1)));
    }
  }
  return best.bound;
}
