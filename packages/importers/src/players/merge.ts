import type { StorePoint, StoreSource } from '../inputs/stores.ts';
import { type Linkage, link } from './linkage/link.ts';
import { withoutTwins } from './twins.ts';

export interface SourcedStore extends StorePoint {
  readonly source: StoreSource['kind'];
  /** Position of its source. */
  readonly sourceIndex: number;
}

/** A store as one list has it. */
export type Sighting = SourcedStore;

/** A store of one list or several. */
export interface MergedStore extends SourcedStore {
  /** As each list has it, in the order of the lists. */
  readonly sightings: readonly Sighting[];
}

export interface Merged {
  readonly stores: readonly MergedStore[];
  /** What was learned of pairs; null where there is one list. */
  readonly model: Linkage['model'] | null;
}

/**
 * Makes one list of several: what a list names twice is one store, and so are stores of lists that are linked. The first list's place,
 * name and sector stay, with what it lacks taken from the others; `dropped` receives each that went, and the one that it is.
 */
export function mergeStores(
  stores: readonly SourcedStore[],
  countries: readonly string[],
  dropped: (store: SourcedStore, kept: SourcedStore) => void,
): Merged {
  const lists = new Map<number, SourcedStore[]>();
  for (const store of stores) {
    const list = lists.get(store.sourceIndex);
    if (list === undefined) lists.set(store.sourceIndex, [store]);
    else list.push(store);
  }
  const once = [...lists.values()].flatMap((list) => withoutTwins(list, filledIn, dropped));
  if (lists.size < 2) return { stores: once.map((store) => ({ ...store, sightings: [store] })), model: null };
  const { storeOf, model } = link(once, countries);
  const merged = new Map<number, MergedStore>();
  once.forEach((store, row) => {
    const first = storeOf[row]!;
    const kept = merged.get(first);
    if (kept === undefined) merged.set(first, { ...store, sightings: [store] });
    else {
      dropped(store, kept);
      merged.set(first, { ...filledIn(kept, store), sightings: [...kept.sightings, store] });
    }
  });
  return { stores: [...merged.values()], model };
}

/** The first store with what it does not know taken from the second. */
function filledIn<S extends SourcedStore>(first: S, second: SourcedStore): S {
  const takesSize = Number.isNaN(first.floorAreaSquareMeters) || isBetterSize(second, first);
  return {
    ...first,
    name: first.name || second.name,
    brand: first.brand || second.brand,
    wikidata: first.wikidata || second.wikidata,
    address: first.address || second.address,
    state: first.state === 'unknown' ? second.state : first.state,
    floorAreaSquareMeters: takesSize ? second.floorAreaSquareMeters : first.floorAreaSquareMeters,
    floorAreaSource: takesSize ? second.floorAreaSource : first.floorAreaSource,
  };
}

function isBetterSize(a: StorePoint, b: StorePoint): boolean {
  return !Number.isNaN(a.floorAreaSquareMeters) && a.floorAreaSource === 'known' && b.floorAreaSource === 'footprint';
}
