import { inMemoryTerritory } from '@hinterland/territory';

export interface Shop {
  readonly id: string;
  readonly name: string;
  readonly lng: number;
}
/** Three bakeries on one street, from west to east. */
export const QUAY: Shop = { id: 'osm/n1', name: 'Quay', lng: 10.5 };
export const HILL: Shop = { id: 'osm/n2', name: 'Hill', lng: 10.51 };
export const PIER: Shop = { id: 'osm/n3', name: 'Pier', lng: 10.52 };

const playersOf = (shops: readonly Shop[]) => ({
  sectors: ['food.bakery'],
  brands: { name: [], wikidata: [], sector: [] },
  stores: {
    id: shops.map(({ id }) => id),
    name: shops.map(({ name }) => name),
    brand: shops.map(() => -1),
    sector: shops.map(() => 0),
    lngMicrodegrees: shops.map(({ lng }) => Math.round(lng * 1e6)),
    latMicrodegrees: shops.map(() => 40_500_000),
    state: shops.map(() => 0),
  },
});

/** A town whose bundle keeps lists from before, the newest first. */
export const townOfShops = (
  version: string,
  shops: readonly Shop[],
  ...earlier: readonly (readonly [string, readonly Shop[]])[]
) =>
  inMemoryTerritory({
    manifest: { id: 'town', name: 'Town', bbox: { west: 10, south: 40, east: 11, north: 41 } },
    versions: { territory: '2026-10', players: version },
    players: playersOf(shops),
    earlierStores: earlier.map(([name, of]) => ({ version: name, ...playersOf(of) })),
  });
