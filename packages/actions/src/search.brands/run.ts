import { said } from '@hinterland/answers/said';
import { type SectorCode, sectorOf } from '@hinterland/catalogue';
import { areaOfStores } from '@hinterland/engine/market';
import { oncePer } from '@hinterland/geo';
import { STORE_STATES, type Territory } from '@hinterland/territory';
import { type ActionContext, ActionProblem, type RunOutcome } from '../action/action.ts';
import { requirePlayers } from '../markets/shops.ts';
import { WordIndex } from '../markets/wordIndex.ts';
import { versionsOf } from '../output/common.ts';
import type { Input, Output } from './schema.ts';

export function run({ territory }: ActionContext, input: Input): RunOutcome<Output> {
  const { brands, sectors } = requirePlayers(territory);
  const { limit, offset } = input;
  const stores = storesByBrand(territory, input);
  const found = (input.query === undefined ? [...stores.keys()] : brandIndex(territory).find(input.query)).filter(
    (row) => stores[row]! > 0,
  );
  if (input.query === undefined) {
    // Rows are in the order of names.
    found.sort((a, b) => stores[b]! - stores[a]! || a - b);
  }
  return {
    result: {
      total: found.length,
      limit,
      offset,
      hasMore: found.length > offset + limit,
      brands: found.slice(offset, offset + limit).map((row) => ({
        name: brands.name.at(row),
        wikidata: brands.wikidata.at(row) || null,
        sectorCode: sectorOf(sectors.code.at(brands.sector[row]!))?.code ?? null,
        stores: stores[row]!,
      })),
      dataVersion: versionsOf(territory, ['territory', 'players']),
    },
  };
}

/** Stores per brand that are not closed, of the sector and in the country asked for. */
function storesByBrand(territory: Territory, { sectorCode, country }: Input): number[] {
  const { brands, sectors, stores } = requirePlayers(territory);
  const counts = Array.from({ length: brands.rows }, () => 0);
  const closed = STORE_STATES.indexOf('closed');
  const isInCountry = country === undefined ? () => true : countryTest(territory, country);
  for (let row = 0; row < stores.rows; row++) {
    const brand = stores.brand[row]!;
    if (brand < 0 || stores.state[row] === closed || !isInCountry(row)) continue;
    if (sectorCode !== undefined && (sectors.code.at(stores.sector[row]!) as SectorCode) !== sectorCode) continue;
    counts[brand]!++;
  }
  return counts;
}

/** Whether a store lies in a country; throws for a country that the territory does not cover. */
function countryTest(territory: Territory, country: string): (store: number) => boolean {
  const { countries, name } = territory.manifest;
  if (!countries.includes(country)) {
    const detail = said('country_not', { territory: name, country, countries: countries.join(', ') });
    throw new ActionProblem('validation_error', detail, { errors: [{ pointer: '#/country', detail }] });
  }
  if (countries.length === 1) return () => true;
  const areas = areaOfStores(territory, 'country');
  return (store) => areas[store]! >= 0 && territory.areas.country.at(areas[store]!) === country;
}

const brandIndex = oncePer((territory: Territory) => {
  const { brands } = requirePlayers(territory);
  return new WordIndex(
    Array.from({ length: brands.rows }, (_, position) => ({ position, names: [brands.name.at(position)] })),
  );
});
