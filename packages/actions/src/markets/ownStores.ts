import { foldText } from '@hinterland/catalogue';
import { placeOfStore } from '@hinterland/engine/market';
import { haversineMeters } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';

/** A store of the players data of the same name or brand is the same store up to here: maps and lists differ by a car park. */
const SAME_NAME_METERS = 250;

/** A store of the sector at the same spot is the same store where one of the two has no name. */
const SAME_PLACE_METERS = 30;

export interface OwnStore {
  readonly lat: number;
  readonly lng: number;
  readonly name?: string | undefined;
}

export interface Match {
  /** Row of `stores`. */
  readonly row: number;
  readonly distanceMeters: number;
  readonly by: 'name' | 'place';
}

/**
 * Which of the territory's stores the own stores are, so that none is counted twice: the nearest pair first, each store in
 * one pair at most. In: rows of `stores` that come into question (open stores of the sector).
 */
export function matchOwnStores(territory: Territory, own: readonly OwnStore[], rows: Uint32Array): (Match | null)[] {
  const pairs: (Match & { store: number })[] = [];
  own.forEach((store, i) => {
    for (const row of rows) {
      const place = placeOfStore(territory, row);
      const distanceMeters = haversineMeters(store.lng, store.lat, place.lng, place.lat);
      if (distanceMeters > SAME_NAME_METERS) continue;
      const names = namesOf(territory, row);
      const own = foldText(store.name ?? '');
      if (names.some((name) => isSameName(name, own))) pairs.push({ store: i, row, distanceMeters, by: 'name' });
      else if (distanceMeters <= SAME_PLACE_METERS && (own === '' || names.length === 0)) {
        pairs.push({ store: i, row, distanceMeters, by: 'place' });
      }
    }
  });
  const isFirst = (by: Match['by']) => (by === 'name' ? 0 : 1);
  pairs.sort(
    (a, b) =>
      isFirst(a.by) - isFirst(b.by) || a.distanceMeters - b.distanceMeters || a.store - b.store || a.row - b.row,
  );
  const matches: (Match | null)[] = own.map(() => null);
  const taken = new Set<number>();
  for (const { store, row, distanceMeters, by } of pairs) {
    if (matches[store] !== null || taken.has(row)) continue;
    matches[store] = { row, distanceMeters, by };
    taken.add(row);
  }
  return matches;
}

/** Folded names that a store of the data goes by. */
function namesOf({ players }: Territory, row: number): string[] {
  const { brands, stores } = players!;
  const brand = stores.brand[row]!;
  const names = [stores.name.at(row), brand < 0 ? '' : brands.name.at(brand)].map(foldText);
  return [...new Set(names)].filter((name) => name !== '');
}

/** Whether one name is the other, or holds it in whole words: "Halcyon Fare North" is a "Halcyon Fare". */
function isSameName(a: string, b: string): boolean {
  if (a === '' || b === '') return false;
  return ` ${a} `.includes(` ${b} `) || ` ${b} `.includes(` ${a} `);
}
