import { inMemoryTerritory, type PlayersParts, type Territory } from '@hinterland/territory';

/** The territory with these stores, all of the sector food.supermarket, in place of its own. */
export function withStores(
  on: Territory,
  stores: NonNullable<PlayersParts['stores']>,
  brands: readonly string[] = [],
): Territory {
  const players: PlayersParts = {
    sectors: ['food.supermarket'],
    brands: { name: brands, wikidata: brands.map(() => ''), sector: brands.map(() => 0) },
    stores,
  };
  const made = inMemoryTerritory({ players });
  return {
    ...on,
    players: made.players,
    descriptors: { ...on.descriptors, players: made.descriptors.players! },
    dataVersion: { ...on.dataVersion, players: '1' },
  };
}
