import type { ClassWeights } from './classWeights.ts';
import { ClosingCertificate } from './closingCertificate.ts';
import { KeyedHeap } from './keyedHeap.ts';
import { coveredPeople, type Network, openCounts, reachOf } from './network.ts';
import { type Optimum, planBudget } from './optimum.ts';

export interface ClosingOptions {
  /** Number of stores to close, 1 or more; at least one place always stays open. */
  readonly closeCount: number;
  /** Open stores that must stay. */
  readonly fixed?: readonly number[];
  /** Candidates that are open as well, and stay so. */
  readonly alsoOpen?: readonly number[];
  /** Called now and then; may throw to stop. */
  readonly checkpoint?: () => void;
}

/** One store that closes, after those of the steps before it. */
export interface ClosingStep {
  readonly store: number;
  /** People that then have no store; all others move to a store that still reaches them. */
  readonly lost: number;
  /** Lost in this step and those before it. */
  readonly lostInAll: number;
  /** People that some open store still reaches. */
  readonly covered: number;
  /** `covered` ÷ people covered before the first step, 0..1; 1 where nobody was. */
  readonly coveredShare: number;
  /** Smallest loss of closing this many stores, exact or as a bound, to compare with `lostInAll`. */
  readonly optimum: Optimum;
}

export interface ClosingPlan {
  readonly steps: readonly ClosingStep[];
  /** `count`: as many steps as asked for; `stores`: all stores that remain must stay. */
  readonly endedBy: 'count' | 'stores';
}

/**
 * Plans which stores to close, one after another: each step closes the store whose closure leaves the fewest people without
 * a store. **Ties**: of stores with the same loss the one that reaches fewest people in all, then the first in the order
 * of the stores.
 *
 * Method: greedy, lazily (M. Minoux, 1978; J. Leskovec et al., CELF, KDD 2007). The people whom only one open store
 * reaches only increase as stores close, so a store whose key is still the smallest after recomputation is the best of all. Greedy closing has no guarantee of its own; each step's `optimum` says how far it can
 * be from the best choice of as many stores (ClosingCertificate).
 */
export function closingPlan(network: Network, weights: ClassWeights, options: ClosingOptions): ClosingPlan {
  const { stores, sets } = network;
  const { firstClass, classList } = sets;
  const { closeCount, alsoOpen = [], checkpoint } = options;
  const fixed = new Set(options.fixed);
  const openCount = openCounts(network, alsoOpen);
  const closable = Array.from({ length: stores }, (_, store) => store).filter((store) => !fixed.has(store));
  const certificate = new ClosingCertificate(network, weights, openCount, closable, planBudget(checkpoint));

  const lossNow = (store: number) => {
    let sum = 0;
    for (let i = firstClass[store]!; i < firstClass[store + 1]!; i++) {
      if (openCount[classList[i]!] === 1) sum += weights[classList[i]!]!;
    }
    return sum;
  };
  const loss = new Float64Array(stores);
  const reached = new Float64Array(stores);
  const heap = new KeyedHeap(
    (a, b) => loss[a]! - loss[b]! < 0 || (loss[a] === loss[b] && (reached[a]! - reached[b]! || a - b) < 0),
  );
  for (const store of closable) {
    loss[store] = lossNow(store);
    reached[store] = reachOf(network, weights, store);
    heap.push(store);
  }

  const coveredBefore = coveredPeople(openCount, weights);
  const stepCount = Math.min(closeCount, closable.length, stores + alsoOpen.length - 1);
  const steps: ClosingStep[] = [];
  let lostInAll = 0;
  while (steps.length < stepCount) {
    const store = heap.pop()!;
    const lost = lossNow(store);
    if (lost !== loss[store]) {
      loss[store] = lost;
      heap.push(store);
      continue;
    }
    checkpoint?.();
    for (let i = firstClass[store]!; i < firstClass[store + 1]!; i++) openCount[classList[i]!]!--;
    lostInAll += lost;
    const covered = coveredBefore - lostInAll;
    steps.push({
      store,
      lost,
      lostInAll,
      covered,
      coveredShare: coveredBefore === 0 ? 1 : covered / coveredBefore,
      optimum: certificate.judge(steps.length + 1, lostInAll),
    });
  }
  return { steps, endedBy: stepCount === closeCount ? 'count' : 'stores' };
}
