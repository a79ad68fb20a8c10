import type { ClassWeights } from './classWeights.ts';
import { KeyedHeap } from './keyedHeap.ts';
import { coveredPeople, type Network } from './network.ts';
import { OpeningCertificate } from './openingCertificate.ts';
import { type Optimum, planBudget } from './optimum.ts';

export interface OpeningOptions {
  /** Number of candidates to open, 1 or more. */
  readonly openCount: number;
  /** True where two candidates lie too near to each other to open both; see `spacing`. */
  readonly tooNear?: (a: number, b: number) => boolean;
  /** Called now and then; may throw to stop. */
  readonly checkpoint?: () => void;
}

/** One candidate that opens, after those of the steps before it. */
export interface OpeningStep {
  /** Number of the place; candidates come after the stores. */
  readonly candidate: number;
  /** People who were not reached before. */
  readonly gained: number;
  /** Gained in this step and those before it. */
  readonly gainedInAll: number;
  /** People whom some store or opened candidate reaches. */
  readonly covered: number;
  /** Largest gain of opening this many candidates, exact or as a bound, to compare with `gainedInAll`. */
  readonly optimum: Optimum;
}

export interface OpeningPlan {
  readonly steps: readonly OpeningStep[];
  /** `count`: as many steps as asked for; `candidates`: all are open; `spacing`: all others lie too near to those. */
  readonly endedBy: 'count' | 'candidates' | 'spacing';
}

/**
 * Plans which candidates to open, one after another: each step opens the one that adds most people whom no store reaches.
 * **Ties**: the first in the order of the candidates.
 *
 * Method: greedy for the maximal covering location problem (R. Church and C. ReVelle, 1974), lazily (M. Minoux, 1978).
 * The gain of a candidate only falls as others open, so a candidate whose key is still the largest after recomputation is
 * the best of all. Without spacing the gain is at least 1 − 1/e of the best
 * (G. L. Nemhauser, L. A. Wolsey, M. L. Fisher, 1978); each step's `optimum` says more (OpeningCertificate).
 */
export function openingPlan(network: Network, weights: ClassWeights, options: OpeningOptions): OpeningPlan {
  const { sets, stores, storeCount } = network;
  const { firstClass, classList } = sets;
  const { openCount, tooNear = () => false, checkpoint } = options;
  const candidates = Array.from({ length: sets.places - stores }, (_, i) => stores + i);
  const certificate = new OpeningCertificate(network, weights, candidates, tooNear, planBudget(checkpoint));

  const isCovered = Uint8Array.from(storeCount, (count) => (count > 0 ? 1 : 0));
  const gainNow = (candidate: number) => {
    let sum = 0;
    for (let i = firstClass[candidate]!; i < firstClass[candidate + 1]!; i++) {
      if (isCovered[classList[i]!] === 0) sum += weights[classList[i]!]!;
    }
    return sum;
  };
  const gain = new Float64Array(sets.places);
  const heap = new KeyedHeap((a, b) => gain[a]! > gain[b]! || (gain[a] === gain[b] && a < b));
  for (const candidate of candidates) {
    gain[candidate] = gainNow(candidate);
    heap.push(candidate);
  }

  const coveredBefore = coveredPeople(storeCount, weights);
  const chosen: { candidate: number; gained: number; gainedInAll: number }[] = [];
  let gainedInAll = 0;
  while (chosen.length < openCount) {
    const candidate = heap.pop();
    if (candidate === undefined) break;
    if (chosen.some((step) => tooNear(step.candidate, candidate))) continue;
    const gained = gainNow(candidate);
    if (gained !== gain[candidate]) {
      gain[candidate] = gained;
      heap.push(candidate);
      continue;
    }
    checkpoint?.();
    for (let i = firstClass[candidate]!; i < firstClass[candidate + 1]!; i++) isCovered[classList[i]!] = 1;
    gainedInAll += gained;
    chosen.push({ candidate, gained, gainedInAll });
    certificate.opened(candidate, gainedInAll);
  }
  // Judged at the end: later prefixes tighten the bound of earlier steps.
  const steps = chosen.map((step, i) => ({
    ...step,
    covered: coveredBefore + step.gainedInAll,
    optimum: certificate.judge(i + 1, step.gainedInAll),
  }));
  const endedBy = steps.length === openCount ? 'count' : steps.length === candidates.length ? 'candidates' : 'spacing';
  return { steps, endedBy };
}
