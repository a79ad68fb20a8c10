import type { ClassWeights } from './measures.ts';
import type { Network } from './network.ts';

/** Two open stores that reach some of the same people. `first` comes before `second`. */
export interface Overlap {
  readonly first: number;
  readonly second: number;
  /** Reached by both. */
  readonly shared: number;
}

/** All pairs of open stores that share anyone: most shared first, ties by first and then by second store. */
export function overlaps(network: Network, weights: ClassWeights, checkpoint?: () => void): Overlap[] {
  const { sets, stores } = network;
  const { classes, firstMember, members } = sets;
  const shared = new Float64Array(stores * stores);
  for (let c = 1; c < classes; c++) {
    if (checkpoint !== undefined && c % 4096 === 0) checkpoint();
    const weight = weights[c]!;
    if (weight === 0) continue;
    const start = firstMember[c]!;
    // Members ascend, so those that are stores come first.
    const end = start + network.storeCount[c]!;
    for (let i = start; i < end; i++) {
      const row = members[i]! * stores;
      for (let j = i + 1; j < end; j++) shared[row + members[j]!]! += weight;
    }
  }
  const pairs: Overlap[] = [];
  for (let first = 0; first < stores; first++) {
    for (let second = first + 1; second < stores; second++) {
      const weight = shared[first * stores + second]!;
      if (weight > 0) pairs.push({ first, second, shared: weight });
    }
  }
  return pairs.sort((a, b) => b.shared - a.shared || a.first - b.first || a.second - b.second);
}

/** For every open store the stores that it overlaps with: most shared first, ties in the order of the stores. */
export function overlapsByStore(stores: number, pairs: readonly Overlap[]): { store: number; shared: number }[][] {
  const byStore: { store: number; shared: number }[][] = Array.from({ length: stores }, () => []);
  for (const { first, second, shared } of pairs) {
    byStore[first]!.push({ store: second, shared });
    byStore[second]!.push({ store: first, shared });
  }
  for (const list of byStore) list.sort((a, b) => b.shared - a.shared || a.store - b.store);
  return byStore;
}
