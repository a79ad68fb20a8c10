import { leastLargest } from '../allocation/leastLargest.ts';
import { leastMany } from '../allocation/leastMany.ts';
import { mostSaving } from '../allocation/mostSaving.ts';
import { costsWith, savedCosts } from '../allocation/placeCosts.ts';
import { type Savings, savedBy, savingsOf } from '../allocation/savings.ts';
import { SearchBudget } from '../allocation/searchBudget.ts';
import type { ClassWeights } from './classWeights.ts';
import { coveredPeople, type Network, openCounts } from './network.ts';
import type { PlaceTimes } from './placeTimes.ts';

/** Steps of one placement, some seconds of work. */
const MAX_STEPS = 1_000_000_000;

/** Candidates that open together for one objective, and how good they are. */
export interface Placement {
  /** Positions among the candidates, ascending, each with the people who then go to it. */
  readonly open: readonly { readonly candidate: number; readonly people: number }[];
  /** What the objective counts with the stores alone. */
  readonly before: number;
  /** What it counts with these candidates. */
  readonly value: number;
  /** No choice has a better one. */
  readonly bound: number;
}

export interface PlacementOptions {
  readonly openCount: number;
  readonly tooNear?: (a: number, b: number) => boolean;
  /** Called now and then; may throw to stop. */
  readonly checkpoint?: () => void;
}

/** Opens the candidates with which people travel least on average (p-median): milliseconds per person. */
export function leastMeanTime(
  { times, people }: PlaceTimes,
  { openCount, checkpoint, ...near }: PlacementOptions,
): Placement {
  const all = people.reduce((sum, one) => sum + one, 0);
  const mean = (sum: number) => (all === 0 ? 0 : sum / all);
  const budget = new SearchBudget(MAX_STEPS, checkpoint);
  const { open, value, bound, isProven } = mostSaving(savedCosts(times, people), { openCount, budget, ...near });
  const before = costsWith(times, people, []).sum;
  const after = costsWith(times, people, open).sum;
  return {
    open: withPeople({ times, people }, open),
    before: mean(before),
    value: mean(after),
    // What is not proven is as much better as the bound saves more.
    bound: isProven ? mean(after) : mean(Math.max(0, after - (bound - value))),
  };
}

/** Opens the candidates with which the longest way of anybody is shortest (p-center): milliseconds. */
export function leastLongestTime(
  { times, people }: PlaceTimes,
  { openCount, checkpoint, ...near }: PlacementOptions,
): Placement {
  const budget = new SearchBudget(MAX_STEPS, checkpoint);
  const { open, bound } = leastLargest(times, { openCount, budget, ...near });
  const value = costsWith(times, people, open).largest;
  return {
    open: withPeople({ times, people }, open),
    before: costsWith(times, people, []).largest,
    value,
    bound: Math.min(bound, value),
  };
}

/** The fewest candidates with which at least this share of people is reached. `before`, `value` and `bound` count candidates. */
export interface LeastStores extends Placement {
  /** False where no choice reaches the share. */
  readonly isReached: boolean;
  /** Share of the people of all stores and candidates whom the opened ones and the stores reach, 0..1. */
  readonly share: number;
}

/** Opens the fewest candidates with which a share of the people is reached whom all stores and candidates reach (set covering). */
export function leastStores(
  network: Network,
  weights: ClassWeights,
  share: number,
  { checkpoint, tooNear }: Omit<PlacementOptions, 'openCount'>,
): LeastStores {
  const { stores, sets } = network;
  const candidates = Array.from({ length: sets.places - stores }, (_, j) => j);
  const covered = coveredPeople(network.storeCount, weights);
  const all = coveredPeople(
    openCounts(
      network,
      candidates.map((j) => stores + j),
    ),
    weights,
  );
  const savings = uncoveredOf(network, weights);
  const budget = new SearchBudget(MAX_STEPS, checkpoint);
  const { open, isReached, leastCount } = leastMany(savings, share * all - covered, budget, tooNear);
  return {
    isReached,
    share: all === 0 ? 1 : (covered + savedBy(savings, open)) / all,
    open: open.map((candidate, i) => ({
      candidate,
      people: savedBy(savings, open.slice(0, i + 1)) - savedBy(savings, open.slice(0, i)),
    })),
    before: 0,
    value: open.length,
    bound: leastCount,
  };
}

/** The people whom no store reaches, by class, as what each candidate that reaches them serves. */
function uncoveredOf({ sets, stores, storeCount }: Network, weights: ClassWeights): Savings {
  const { firstClass, classList, classes, places } = sets;
  const byCandidate = Array.from({ length: places - stores }, (_, j) => {
    const entries: [number, number][] = [];
    for (let i = firstClass[stores + j]!; i < firstClass[stores + j + 1]!; i++) {
      const c = classList[i]!;
      if (storeCount[c] === 0 && weights[c]! > 0) entries.push([c, weights[c]!]);
    }
    return entries;
  });
  return savingsOf(classes, byCandidate);
}

/** The opened candidates with the people who are nearer to them than to any store or other one; ties go to the first. */
function withPeople({ times, people }: PlaceTimes, open: readonly number[]): Placement['open'] {
  const { base, firstEntry, customer, cost } = times;
  const least = base.slice();
  const by = new Int32Array(base.length).fill(-1);
  open.forEach((candidate, position) => {
    for (let i = firstEntry[candidate]!; i < firstEntry[candidate + 1]!; i++) {
      if (cost[i]! >= least[customer[i]!]!) continue;
      least[customer[i]!] = cost[i]!;
      by[customer[i]!] = position;
    }
  });
  const sums = open.map(() => 0);
  by.forEach((position, c) => {
    if (position >= 0) sums[position]! += people[c]!;
  });
  return open.map((candidate, position) => ({ candidate, people: sums[position]! }));
}
