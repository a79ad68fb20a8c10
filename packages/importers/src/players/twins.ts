import { haversineMeters } from '@hinterland/geo';
import type { StorePoint } from '../inputs/stores.ts';
import { brandKey } from './brandNames.ts';
import { PLAYERS_PARAMETERS } from './parameters.ts';

/** About 80 m at the equator; stores near each other lie in the same or in neighboring cells. */
const CELL_DEGREES = 0.001;

/**
 * Puts together the stores that one list names twice, as a point and as a building: the same name, or the same Wikidata id, of one
 * sector within 20 m. `join` makes one of two; `dropped` receives the one that went, and the one that it is.
 */
export function withoutTwins<S extends StorePoint>(
  stores: readonly S[],
  join: (first: S, twin: S) => S,
  dropped: (twin: S, first: S) => void,
): S[] {
  const kept: S[] = [];
  const cells = new Map<string, number[]>();
  for (const store of stores) {
    const first = nearestTwin(store, kept, cells);
    if (first >= 0) {
      dropped(store, kept[first]!);
      kept[first] = join(kept[first]!, store);
      continue;
    }
    const cell = cellKey(store.lng, store.lat, 0, 0);
    const list = cells.get(cell);
    if (list === undefined) cells.set(cell, [kept.length]);
    else list.push(kept.length);
    kept.push(store);
  }
  return kept;
}

function nearestTwin(store: StorePoint, stores: readonly StorePoint[], cells: ReadonlyMap<string, number[]>): number {
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  // A degree of longitude shrinks towards the poles: more cells to the sides there.
  const across = Math.ceil(1 / Math.max(0.1, Math.cos((store.lat * Math.PI) / 180)));
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -across; dx <= across; dx++) {
      for (const row of cells.get(cellKey(store.lng, store.lat, dx, dy)) ?? []) {
        const other = stores[row]!;
        const meters = haversineMeters(store.lng, store.lat, other.lng, other.lat);
        if (meters > PLAYERS_PARAMETERS.sameSourceMeters || meters >= least || !isTwin(store, other)) continue;
        best = row;
        least = meters;
      }
    }
  }
  return best;
}

function isTwin(a: StorePoint, b: StorePoint): boolean {
  if (a.sector !== b.sector) return false;
  if (a.wikidata !== '' && b.wikidata !== '') return a.wikidata === b.wikidata;
  const [first, second] = [a.name || a.brand, b.name || b.brand];
  return first !== '' && second !== '' && brandKey(first) === brandKey(second);
}

function cellKey(lng: number, lat: number, dx: number, dy: number): string {
  return `${Math.floor(lng / CELL_DEGREES) + dx} ${Math.floor(lat / CELL_DEGREES) + dy}`;
}
