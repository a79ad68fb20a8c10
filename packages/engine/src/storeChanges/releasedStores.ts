import { type EarlierStores, STORE_SOURCES, STORE_STATES } from '@hinterland/territory';
import type { ReleasedStore } from './types.ts';

const CLOSED = STORE_STATES.indexOf('closed');

/** The stores of a family players as its release of the lists has them; none without the family. */
export function releasedStores(players: Omit<EarlierStores, 'version'> | null): ReleasedStore[] {
  if (players === null) return [];
  const { stores, brands, sectors } = players;
  return Array.from({ length: stores.rows }, (_, row) => ({
    id: stores.id.at(row),
    name: stores.name.at(row),
    brand: stores.brand[row]! < 0 ? null : brands.name.at(stores.brand[row]!),
    sector: sectors.code.at(stores.sector[row]!),
    lat: stores.latMicrodegrees[row]! / 1e6,
    lng: stores.lngMicrodegrees[row]! / 1e6,
    address: stores.address.at(row),
    isClosed: stores.state[row] === CLOSED,
    source: STORE_SOURCES[stores.source[row]!]!,
  }));
}
