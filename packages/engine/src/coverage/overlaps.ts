import type { ClassWeights } from './classWeights.ts';
import type { Network } from './network.ts';

/** Two open stores that reach some of the same people. `first` comes before `second`. */
export interface Overlap {
  readonly first: number;
  readonly second: number;
  /** Reached by both. */
  readonly shared: number;
}

/**
 * All pairs of open stores that share anyone: most shared first, ties by first and then by second store.
 *
 * Classes are visited in their order, in which neighbors differ by few stores, and only these stores cost work. When a store
 * joins an active one, the weight visited so far is subtracted from their pair; when either leaves, it is added, so that the
 * weight in between remains. In a city of 500 stores with 200 of them within reach of everyone this is a tenth of the work
 * of visiting all pairs of all classes. Exact, because the sums are (exactPeople.ts).
 */
export function overlaps(network: Network, weights: ClassWeights, checkpoint?: () => void): Overlap[] {
  const { sets, stores } = network;
  const { classes, firstMember, members } = sets;
  const shared = new Float64Array(stores * stores);
  const active: number[] = [];
  let walked = 0;
  /** Adds to all pairs of a store with active ones. */
  const add = (store: number, weight: number) => {
    for (let i = 0; i < active.length; i++) {
      const other = active[i]!;
      shared[store < other ? store * stores + other : other * stores + store]! += weight;
    }
  };
  const isIn = new Uint8Array(stores);
  const walkTo = (start: number, end: number) => {
    for (let i = start; i < end; i++) isIn[members[i]!] = 1;
    for (let i = active.length - 1; i >= 0; i--) {
      const store = active[i]!;
      if (isIn[store] === 1) {
        isIn[store] = 2;
        continue;
      }
      active[i] = active[active.length - 1]!;
      active.pop();
      add(store, walked);
    }
    for (let i = start; i < end; i++) {
      const store = members[i]!;
      if (isIn[store] === 1) {
        add(store, -walked);
        active.push(store);
      }
      isIn[store] = 0;
    }
  };
  for (let c = 1; c < classes; c++) {
    if (checkpoint !== undefined && c % 4096 === 0) checkpoint();
    const weight = weights[c]!;
    if (weight === 0) continue;
    // Members ascend, so those that are stores come first.
    walkTo(firstMember[c]!, firstMember[c]! + network.storeCount[c]!);
    walked += weight;
  }
  walkTo(0, 0);
  const pairs: Overlap[] = [];
  for (let first = 0; first < stores; first++) {
    for (let second = first + 1; second < stores; second++) {
      const weight = shared[first * stores + second]!;
      if (weight > 0) pairs.push({ first, second, shared: weight });
    }
  }
  return pairs.sort((a, b) => b.shared - a.shared || a.first - b.first || a.second - b.second);
}

/** Returns for every open store the stores that it overlaps with: most shared first, ties in the order of the stores. */
export function overlapsByStore(stores: number, pairs: readonly Overlap[]): { store: number; shared: number }[][] {
  const byStore: { store: number; shared: number }[][] = Array.from({ length: stores }, () => []);
  for (const { first, second, shared } of pairs) {
    byStore[first]!.push({ store: second, shared });
    byStore[second]!.push({ store: first, shared });
  }
  for (const list of byStore) list.sort((a, b) => b.shared - a.shared || a.store - b.store);
  return byStore;
}
