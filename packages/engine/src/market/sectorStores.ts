import { type Mode, type Sector, sectorOf } from '@hinterland/catalogue';
import { baseOf, FLOOR_AREA_SOURCES, type FloorAreaSource, STORE_STATES, type Territory } from '@hinterland/territory';
import { PerTerritory } from '../memory/perTerritory.ts';
import type { LatLng } from '../query/query.ts';
import { type SnappedOrigin, snapPlace } from '../snap/snapOrigins.ts';

const CLOSED = STORE_STATES.indexOf('closed');

const keptRows = new PerTerritory<ReadonlyMap<string, Uint32Array>>({ followsFromStores: true });
const keptSnaps = new PerTerritory<Map<number, SnappedOrigin | null>>({ followsFromStores: true });
/** The same by place, of stores that somebody says are elsewhere: a new correction leaves the others where they were. */
const keptPlaces = new PerTerritory<Map<string, SnappedOrigin | null>>();
const PLACES_KEPT = 100_000;

/** Rows of `stores` by code of their sector, closed ones left out; empty without the family players. */
export function storesBySector(territory: Territory): ReadonlyMap<string, Uint32Array> {
  return keptRows.get(territory, '', () => {
    const { players } = territory;
    const rows = new Map<string, number[]>();
    if (players === null) return new Map();
    const { sector, state } = players.stores;
    const codes = Array.from({ length: players.sectors.rows }, (_, row) => players.sectors.code.at(row));
    for (const code of codes) rows.set(code, []);
    for (let row = 0; row < players.stores.rows; row++) {
      if (state[row] !== CLOSED) rows.get(codes[sector[row]!]!)!.push(row);
    }
    return new Map([...rows].map(([code, list]) => [code, Uint32Array.from(list)]));
  });
}

/** Code of a store's sector. */
export function sectorCodeOf(territory: Territory, store: number): string {
  const { sectors, stores } = territory.players!;
  return sectors.code.at(stores.sector[store]!);
}

/** Place of a store. */
export function placeOfStore(territory: Territory, store: number): LatLng {
  const { lngMicrodegrees, latMicrodegrees } = territory.players!.stores;
  return { lat: latMicrodegrees[store]! / 1e6, lng: lngMicrodegrees[store]! / 1e6 };
}

/** Whether a store is where the lists have it. */
export function isWhereListed(territory: Territory, store: number): boolean {
  const listed = baseOf(territory).players?.stores;
  const { lngMicrodegrees, latMicrodegrees } = territory.players!.stores;
  return (
    listed !== undefined &&
    store < listed.rows &&
    lngMicrodegrees[store] === listed.lngMicrodegrees[store] &&
    latMicrodegrees[store] === listed.latMicrodegrees[store]
  );
}

/** Place on the roads of a mode where a store is snapped; null if none is near. Found once per place and mode. */
export function snapOfStore(territory: Territory, mode: Mode, store: number): SnappedOrigin | null {
  const base = baseOf(territory);
  const place = placeOfStore(territory, store);
  if (isWhereListed(territory, store)) {
    return foundOnce(
      keptSnaps.get(base, mode, () => new Map()),
      store,
      () => snapPlace(base, mode, place),
    );
  }
  const known = keptPlaces.get(base, mode, () => new Map());
  if (known.size >= PLACES_KEPT) known.clear();
  return foundOnce(known, `${place.lat},${place.lng}`, () => snapPlace(base, mode, place));
}

function foundOnce<K, V>(known: Map<K, V>, key: K, find: () => V): V {
  let value = known.get(key);
  if (value === undefined) {
    value = find();
    known.set(key, value);
  }
  return value;
}

/** A store's floor area: its own, or where that is not known the sector's median. */
export function floorAreaOf(
  territory: Territory,
  store: number,
  sector: Sector | undefined = sectorOf(sectorCodeOf(territory, store)),
): { readonly squareMeters: number; readonly source: FloorAreaSource } {
  const { floorAreaSquareMeters, floorAreaSource } = territory.players!.stores;
  const squareMeters = floorAreaSquareMeters[store]!;
  if (squareMeters > 0) return { squareMeters, source: FLOOR_AREA_SOURCES[floorAreaSource[store]!]! };
  return { squareMeters: sector?.medianFloorAreaSquareMeters ?? 100, source: 'sector_median' };
}
