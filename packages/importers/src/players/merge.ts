import { haversineMeters } from '@hinterland/geo';
import type { StorePoint, StoreSource } from '../inputs/stores.ts';
import { brandKey, nameLikeness } from './brandNames.ts';
import { PLAYERS_PARAMETERS } from './parameters.ts';

export interface SourcedStore extends StorePoint {
  readonly source: StoreSource['kind'];
  /** Position of its source. */
  readonly sourceIndex: number;
}

/** About 80 m at the equator; stores near each other lie in the same or in neighboring cells. */
const CELL_DEGREES = 0.001;

/**
 * Puts duplicates together. A store is the same as one of an earlier source within 80 m of the same Wikidata id, else of
 * the same group of sectors with much the same name; each store of a source has at most one partner in another, the
 * nearest. Within a source, the same name within 20 m is one store, mapped as a point and as a building. The first one
 * stays, with what it lacks taken from the other; `dropped` receives the one that went.
 */
export function mergeStores(
  stores: readonly SourcedStore[],
  dropped: (store: SourcedStore, kept: SourcedStore) => void,
): SourcedStore[] {
  const kept: SourcedStore[] = [];
  /** Sources that a kept store has taken something of. */
  const sourcesOf: Set<number>[] = [];
  const cells = new Map<string, number[]>();
  for (const store of stores) {
    const partner = nearestDuplicate(store, kept, sourcesOf, cells);
    if (partner >= 0) {
      dropped(store, kept[partner]!);
      kept[partner] = filledIn(kept[partner]!, store);
      sourcesOf[partner]!.add(store.sourceIndex);
      continue;
    }
    const cell = cellKey(store.lng, store.lat, 0, 0);
    const list = cells.get(cell);
    if (list === undefined) cells.set(cell, [kept.length]);
    else list.push(kept.length);
    kept.push(store);
    sourcesOf.push(new Set([store.sourceIndex]));
  }
  return kept;
}

function nearestDuplicate(
  store: SourcedStore,
  kept: readonly SourcedStore[],
  sourcesOf: readonly ReadonlySet<number>[],
  cells: ReadonlyMap<string, number[]>,
): number {
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  // A degree of longitude shrinks towards the poles: more cells to the sides there.
  const across = Math.ceil(1 / Math.max(0.1, Math.cos((store.lat * Math.PI) / 180)));
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -across; dx <= across; dx++) {
      for (const candidate of cells.get(cellKey(store.lng, store.lat, dx, dy)) ?? []) {
        const other = kept[candidate]!;
        const isSameSource = sourcesOf[candidate]!.has(store.sourceIndex);
        const meters = haversineMeters(store.lng, store.lat, other.lng, other.lat);
        const limit = isSameSource ? PLAYERS_PARAMETERS.sameSourceMeters : PLAYERS_PARAMETERS.duplicateMeters;
        if (meters > limit || meters >= least || !isSame(store, other, isSameSource)) continue;
        best = candidate;
        least = meters;
      }
    }
  }
  return best;
}

function isSame(a: StorePoint, b: StorePoint, isSameSource: boolean): boolean {
  if (groupOf(a) !== groupOf(b)) return false;
  if (a.wikidata !== '' && b.wikidata !== '')
    return a.wikidata === b.wikidata && (!isSameSource || a.sector === b.sector);
  const [first, second] = [a.name || a.brand, b.name || b.brand];
  if (first === '' || second === '') return false;
  if (isSameSource) return a.sector === b.sector && brandKey(first) === brandKey(second);
  return nameLikeness(first, second) >= PLAYERS_PARAMETERS.nameLikeness;
}

const groupOf = ({ sector }: StorePoint) => sector.slice(0, sector.indexOf('.'));

/** The first store with what it does not know taken from the second. */
function filledIn(first: SourcedStore, second: SourcedStore): SourcedStore {
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

function cellKey(lng: number, lat: number, dx: number, dy: number): string {
  return `${Math.floor(lng / CELL_DEGREES) + dx} ${Math.floor(lat / CELL_DEGREES) + dy}`;
}
