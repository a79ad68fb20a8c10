import { forEachRun } from './classRuns.ts';
import type { ClassWeights } from './classWeights.ts';
import type { StoreSets } from './storeSets.ts';

/** Sets of places seen as a network: the first `stores` places are open stores, the others are candidates. */
export interface Network {
  readonly sets: StoreSets;
  readonly stores: number;
  /** Open stores that each class reaches, row = class. */
  readonly storeCount: Uint16Array;
}

export function networkOf(sets: StoreSets, stores: number): Network {
  const { places, firstClass, classList } = sets;
  if (!(stores >= 0 && stores <= places)) {
    throw new RangeError(`stores must lie between 0 and the ${places} places of the sets, not at ${stores}.`);
  }
  const storeCount = new Uint16Array(sets.classes);
  for (let i = 0; i < firstClass[stores]!; i++) storeCount[classList[i]!]!++;
  return { sets, stores, storeCount };
}

/** Reach of one store. `reached` = `exclusive` + `shared`, to the last bit. */
export interface StoreReach {
  readonly reached: number;
  /** Reached by no other open store. */
  readonly exclusive: number;
  readonly shared: number;
}

/** Coverage of all open stores together. */
export interface NetworkReach {
  /** Reached by exactly one store; the sum of the stores' exclusive parts. */
  readonly one: number;
  readonly twoPlus: number;
  /** `one` + `twoPlus`. */
  readonly covered: number;
  /** `twoPlus` ÷ `covered`, 0..1; 0 without coverage. The share of people that stores have in common. */
  readonly sharedShare: number;
  /** Row = store. */
  readonly stores: readonly StoreReach[];
}

/**
 * The figures of docs/methods/network-coverage.md for the open stores. Identities, all exact (see exactPeople.ts): Σ exclusive = one;
 * one + twoPlus = covered; Σ reached = Σ over classes of their store count times their weight.
 */
export function networkReach(network: Network, weights: ClassWeights): NetworkReach {
  const { storeCount, stores, sets } = network;
  const { firstClass, classList } = sets;
  let one = 0;
  let twoPlus = 0;
  for (let c = 0; c < storeCount.length; c++) {
    if (storeCount[c] === 1) one += weights[c]!;
    else if (storeCount[c]! > 1) twoPlus += weights[c]!;
  }
  const reaches = Array.from({ length: stores }, (_, store) => {
    let reached = 0;
    let exclusive = 0;
    for (let i = firstClass[store]!; i < firstClass[store + 1]!; i++) {
      const c = classList[i]!;
      reached += weights[c]!;
      if (storeCount[c] === 1) exclusive += weights[c]!;
    }
    return { reached, exclusive, shared: reached - exclusive };
  });
  const covered = one + twoPlus;
  return { one, twoPlus, covered, sharedShare: covered === 0 ? 0 : twoPlus / covered, stores: reaches };
}

/** Returns what a place reaches, regardless of other places. */
export function reachOf({ sets }: Network, weights: ClassWeights, place: number): number {
  const { firstClass, classList } = sets;
  let reached = 0;
  for (let i = firstClass[place]!; i < firstClass[place + 1]!; i++) reached += weights[classList[i]!]!;
  return reached;
}

/** Returns how many open places each class reaches: stores, and candidates that are opened as well. */
export function openCounts(network: Network, alsoOpen: readonly number[]): Uint16Array {
  const { firstClass, classList } = network.sets;
  const counts = network.storeCount.slice();
  for (const place of alsoOpen) {
    for (let i = firstClass[place]!; i < firstClass[place + 1]!; i++) counts[classList[i]!]!++;
  }
  return counts;
}

/** Returns the people whom at least one open place reaches. */
export function coveredPeople(openCount: Uint16Array, weights: ClassWeights): number {
  let covered = 0;
  for (let c = 0; c < openCount.length; c++) if (openCount[c]! > 0) covered += weights[c]!;
  return covered;
}

/** Returns how many open stores each pole reaches, row = pole of the territory. Maps of a network are colored by it. */
export function storesByPole({ sets, storeCount }: Network): Uint16Array {
  const { territory, mode, runs } = sets;
  const { pole } = territory.snaps[mode]!;
  const counts = new Uint16Array(territory.poles.rows);
  forEachRun(runs, (c, start, end) => {
    for (let row = start; row < end; row++) counts[pole[row]!] = storeCount[c]!;
  });
  return counts;
}
