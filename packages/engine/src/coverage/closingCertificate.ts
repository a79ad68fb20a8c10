import type { SearchBudget } from '../allocation/searchBudget.ts';
import type { ClassWeights } from './classWeights.ts';
import type { Network } from './network.ts';
import { combinations, MAX_COMBINATIONS, type Optimum } from './optimum.ts';

/**
 * Judges a plan of closing stores: what closing any k of the closable stores costs at least.
 *
 * Bound: the loss of a set of stores is at least the sum of what each would lose alone, because people whom two stores
 * lose together come on top (the loss is supermodular). So k stores cost at least the k smallest single losses. Where
 * there are at most MAX_COMBINATIONS choices, branch and bound finds the least loss itself.
 */
export class ClosingCertificate {
  readonly #network: Network;
  readonly #weights: ClassWeights;
  /** Open places that each class reaches before anything closes. */
  readonly #openCount: Uint16Array;
  readonly #budget: SearchBudget;
  /** Closable stores by what each loses alone, least first: good choices come early and bounds cut soon. */
  readonly #ranked: readonly number[];
  /** Rank of a store, -1 for one that may not close. */
  readonly #rankOf: Int16Array;
  readonly #singleLoss: Float64Array;

  constructor(
    network: Network,
    weights: ClassWeights,
    openCount: Uint16Array,
    closable: readonly number[],
    budget: SearchBudget,
  ) {
    this.#network = network;
    this.#weights = weights;
    this.#openCount = openCount.slice();
    this.#budget = budget;
    const { firstClass, classList } = network.sets;
    const single = closable.map((store) => {
      let loss = 0;
      for (let i = firstClass[store]!; i < firstClass[store + 1]!; i++) {
        const c = classList[i]!;
        if (openCount[c] === 1) loss += weights[c]!;
      }
      return { store, loss };
    });
    single.sort((a, b) => a.loss - b.loss || a.store - b.store);
    this.#ranked = single.map(({ store }) => store);
    this.#singleLoss = Float64Array.from(single, ({ loss }) => loss);
    this.#rankOf = new Int16Array(network.sets.places).fill(-1);
    this.#ranked.forEach((store, rank) => {
      this.#rankOf[store] = rank;
    });
  }

  /** Judges the plan so far. In: how many stores closed, and what that lost. */
  judge(closeCount: number, lost: number): Optimum {
    const bound = this.#singleLoss.slice(0, closeCount).reduce((sum, loss) => sum + loss, 0);
    if (bound === lost) return { kind: 'exact', value: lost, gap: 0 };
    if (combinations(this.#ranked.length, closeCount) <= MAX_COMBINATIONS) {
      const best = this.#search(closeCount, lost);
      if (best !== null) {
        const places = best.ranks.map((rank) => this.#ranked[rank]!).sort((a, b) => a - b);
        return { kind: 'exact', value: best.loss, gap: lost - best.loss, ...(best.loss < lost ? { places } : {}) };
      }
    }
    return { kind: 'bound', value: bound, gap: lost - bound };
  }

  /**
   * Depth-first search over the choices of k ranks, ascending. A branch is left as soon as what it has lost, plus the
   * smallest losses of as many later stores as are missing, is no less than the best known: losses only grow.
   * Null when the budget ends.
   */
  #search(closeCount: number, known: number): { loss: number; ranks: readonly number[] } | null {
    if (!this.#budget.take(this.#network.sets.members.length)) return null;
    const classes = this.#losableClasses(closeCount);
    const loss = this.#singleLoss.slice();
    const stores = this.#ranked.length;
    const chosen: number[] = [];
    let best = { loss: known, ranks: [] as readonly number[] };

    const close = (rank: number) => {
      for (const c of classes.ofRank[rank]!) {
        classes.left[c]!--;
        classes.rankSum[c]! -= rank;
        if (classes.left[c] === 1) loss[classes.rankSum[c]!]! += classes.weight[c]!;
      }
    };
    const reopen = (rank: number) => {
      for (const c of classes.ofRank[rank]!) {
        if (classes.left[c] === 1) loss[classes.rankSum[c]!]! -= classes.weight[c]!;
        classes.left[c]!++;
        classes.rankSum[c]! += rank;
      }
    };
    const visit = (start: number, lost: number): boolean => {
      const missing = closeCount - chosen.length - 1;
      if (!this.#budget.take(stores)) return false;
      const later = smallestSums(loss, missing);
      for (let rank = start; rank + missing < stores; rank++) {
        const lostThen = lost + loss[rank]!;
        if (lostThen + later[rank + 1]! >= best.loss) continue;
        chosen.push(rank);
        if (missing === 0) {
          best = { loss: lostThen, ranks: [...chosen] };
        } else {
          if (!this.#budget.take(2 * classes.ofRank[rank]!.length)) return false;
          close(rank);
          const isDone = visit(rank + 1, lostThen);
          reopen(rank);
          if (!isDone) return false;
        }
        chosen.pop();
      }
      return true;
    };
    return visit(0, 0) ? best : null;
  }

  /** Returns the classes that closing k stores can leave without a store: at most k open places, all of which may close. */
  #losableClasses(closeCount: number) {
    const { sets, stores } = this.#network;
    const ofRank: number[][] = this.#ranked.map(() => []);
    const left: number[] = [];
    const rankSum: number[] = [];
    const weight: number[] = [];
    for (let c = 1; c < sets.classes; c++) {
      const open = this.#openCount[c]!;
      if (open === 0 || open > closeCount || this.#weights[c] === 0) continue;
      const ranks = Array.from(sets.members.subarray(sets.firstMember[c], sets.firstMember[c + 1]))
        .filter((place) => place < stores)
        .map((store) => this.#rankOf[store]!);
      // An open candidate is no member of `ranks`, a store that must stay has no rank.
      if (ranks.length < open || ranks.includes(-1)) continue;
      for (const rank of ranks) ofRank[rank]!.push(left.length);
      left.push(open);
      rankSum.push(ranks.reduce((sum, rank) => sum + rank, 0));
      weight.push(this.#weights[c]!);
    }
    return {
      ofRank: ofRank.map((list) => Uint32Array.from(list)),
      left: Uint16Array.from(left),
      rankSum: Uint32Array.from(rankSum),
      weight: Float64Array.from(weight),
    };
  }
}

/** Returns sums by i: of the `count` smallest values from i on; Infinity if there are fewer. */
function smallestSums(values: Float64Array, count: number): Float64Array {
  const sums = new Float64Array(values.length + 1).fill(count === 0 ? 0 : Infinity);
  if (count === 0) return sums;
  const smallest: number[] = [];
  let sum = 0;
  for (let i = values.length - 1; i >= 0; i--) {
    const value = values[i]!;
    if (smallest.length < count || value < smallest[smallest.length - 1]!) {
      let at = smallest.length;
      while (at > 0 && smallest[at - 1]! > value) at--;
      smallest.splice(at, 0, value);
      sum += value;
      if (smallest.length > count) sum -= smallest.pop()!;
    }
    if (smallest.length === count) sums[i] = sum;
  }
  return sums;
}
