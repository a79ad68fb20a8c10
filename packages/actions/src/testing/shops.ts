import { COICOP_DIVISIONS, type CoicopDivision } from '@hinterland/catalogue';
import {
  inMemoryTerritory,
  type PlayersParts,
  type Sociodemo,
  STORE_STATES,
  type StoreState,
  type Territory,
  type TopicTable,
} from '@hinterland/territory';
import { type Island, island, PER_POLE, POLES, UNITS } from './island.ts';

/** A shop at a crossing of the island, counted in blocks from the middle. */
export interface Shop {
  readonly sector: string;
  readonly right: number;
  readonly up: number;
  readonly brand?: string;
  /** Its brand or sector where left out. */
  readonly name?: string;
  /** By its place in the list where left out. */
  readonly id?: string;
  /** Unknown where left out. */
  readonly squareMeters?: number;
  readonly state?: StoreState;
}

export const SHOPS: readonly Shop[] = [
  { sector: 'food.supermarket', right: 0, up: 1, brand: 'Halcyon Fare', squareMeters: 1000 },
  { sector: 'food.supermarket', right: -3, up: 0, brand: 'Brindlemart', squareMeters: 2000 },
  { sector: 'food.supermarket', right: 3, up: 3 },
  { sector: 'food.supermarket', right: 1, up: 0, brand: 'Halcyon Fare', squareMeters: 500, state: 'closed' },
  { sector: 'food.bakery', right: 0, up: 0, brand: 'Crustwell', squareMeters: 80 },
  { sector: 'food.bakery', right: 0, up: -1 },
  { sector: 'food.butcher', right: -6, up: -6 },
];

/** Yearly spend per resident on food; on every other division it is OTHER_PER_RESIDENT. The north-west spends twice as much. */
export const FOOD_PER_RESIDENT = 2000;
export const OTHER_PER_RESIDENT = 250;

/** The island with shops, all but the first in a list from before, and with tables of spend; the south-west does not publish its spend. */
export function islandWithShops(shops: readonly Shop[] = SHOPS): Island {
  const bare = island();
  const { players, descriptors, earlierStores } = inMemoryTerritory({
    players: playersAt(bare.town, shops),
    earlierStores: [{ version: '0', ...playersAt(bare.town, shops.slice(1)) }],
  });
  const territory: Territory = {
    ...bare.territory,
    players,
    earlierStores,
    sociodemo: withSpend(bare.territory.sociodemo!),
    descriptors: { ...bare.territory.descriptors, players: descriptors.players! },
    dataVersion: { ...bare.territory.dataVersion, players: '1' },
  };
  return { town: bare.town, territory };
}

/** The same with other lists of shops from before, the newest first. */
export function withEarlierShops(
  { town, territory }: Island,
  ...earlier: readonly { readonly version: string; readonly shops: readonly Shop[] }[]
): Island {
  const { earlierStores } = inMemoryTerritory({
    earlierStores: earlier.map(({ version, shops }) => ({ version, ...playersAt(town, shops) })),
  });
  return { town, territory: { ...territory, earlierStores } };
}

function playersAt(town: Island['town'], shops: readonly Shop[]): PlayersParts {
  const sectors = [...new Set(shops.map(({ sector }) => sector))];
  const brands = [...new Set(shops.flatMap(({ brand }) => brand ?? []))].sort();
  const places = shops.map(({ right, up }) => town.at(right, up));
  return {
    sectors,
    brands: {
      name: brands,
      wikidata: brands.map((_, i) => `Q${i + 1}`),
      sector: brands.map((brand) => sectors.indexOf(shops.find((shop) => shop.brand === brand)!.sector)),
    },
    stores: {
      sector: shops.map(({ sector }) => sectors.indexOf(sector)),
      brand: shops.map(({ brand }) => (brand === undefined ? -1 : brands.indexOf(brand))),
      name: shops.map(({ name, brand, sector }) => name ?? brand ?? sector),
      ...(shops.some(({ id }) => id !== undefined) ? { id: shops.map(({ id }, i) => id ?? `drawn/${i}`) } : {}),
      lngMicrodegrees: places.map(({ lng }) => Math.round(lng * 1e6)),
      latMicrodegrees: places.map(({ lat }) => Math.round(lat * 1e6)),
      floorAreaSquareMeters: shops.map(({ squareMeters }) => squareMeters ?? Number.NaN),
      state: shops.map(({ state = 'open' }) => STORE_STATES.indexOf(state)),
    },
    supply: {
      stores: { synthetic: shops.filter(({ state }) => state !== 'closed').length },
      floorAreas: {
        known: shops.filter(({ squareMeters }) => squareMeters !== undefined).length,
        sector_median: shops.filter(({ squareMeters }) => squareMeters === undefined).length,
      },
      completeness: { estimate: 1, note: 'Drawn by hand.' },
    },
  };
}

/** Spend per unit of the island: total of its residents; NaN where the south-west withholds it. */
function withSpend(sociodemo: Sociodemo): Sociodemo {
  const column = (division: CoicopDivision) =>
    Float64Array.from(UNITS, (unit) => {
      if (unit === 'SW') return Number.NaN;
      const residents = PER_POLE[unit] * POLES[unit];
      return residents * (division === 'cp01' ? FOOD_PER_RESIDENT : OTHER_PER_RESIDENT) * (unit === 'NW' ? 2 : 1);
    });
  const table: TopicTable = {
    rows: UNITS.length,
    columns: new Map(COICOP_DIVISIONS.map(([code]) => [code, column(code)])),
    flags: new Uint8Array(UNITS.length),
  };
  const entries = sociodemo.entries.map((entry) =>
    entry.code === 'consumption' ? { ...entry, available: true, vintage: '2021' } : entry,
  );
  return { ...sociodemo, entries, topics: new Map([...sociodemo.topics, ['consumption', table]]) };
}
