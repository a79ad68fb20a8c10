import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { SectorCode } from '@hinterland/catalogue';
import type { StorePoint } from '../../../inputs/stores.ts';
import { OsmBuilder } from '../../../map/osmBuilder.ts';
import { readOsmPbf } from '../../../pbf/readOsmPbf.ts';
import { readFeatures } from '../../../shapes/features.ts';
import { openEntry, testContext, type WrittenEntry } from '../../../testing/sources.ts';
import { BrandFinder } from '../../brandTable.ts';
import { knownBrands } from '../../knownBrands.ts';
import { STORE_SOURCES } from '../../storeSources.ts';
import type { ListedStore } from '../link.ts';

export const DATA = '../shared/data';

/** Chains whose store finders are at hand: columns of their files. */
export const CHAINS: Readonly<
  Record<string, { id: string; address: string; name: string; wikidata: string; sector: SectorCode; phone?: string }>
> = {
  aldi: { id: 'store_id', address: 'address', name: 'Aldi', wikidata: 'Q41171672', sector: 'food.supermarket' },
  chipotle: {
    id: 'store_id',
    address: 'street',
    name: 'Chipotle',
    wikidata: 'Q465751',
    sector: 'horeca.fast_food',
    phone: 'phone',
  },
  cvs: {
    id: 'store_id',
    address: 'street',
    name: 'CVS',
    wikidata: 'Q2078880',
    sector: 'health.pharmacy',
    phone: 'phone',
  },
  dunkin: { id: 'id', address: 'address', name: "Dunkin'", wikidata: 'Q847743', sector: 'horeca.cafe', phone: 'phone' },
  starbucks: { id: 'store_number', address: 'address', name: 'Starbucks', wikidata: 'Q37158', sector: 'horeca.cafe' },
  'trader-joes': {
    id: 'store_number',
    address: 'address',
    name: "Trader Joe's",
    wikidata: 'Q688825',
    sector: 'food.supermarket',
    phone: 'phone',
  },
};

interface RealPlace {
  readonly country: string;
  /** Extracts, in the order of the lists. */
  readonly maps?: readonly string[];
  readonly chains?: boolean;
  readonly restaurants?: boolean;
  readonly overture?: string;
}

export const REAL_PLACES: Readonly<Record<string, RealPlace>> = {
  'new-york': { country: 'US', maps: ['new-york/nyc-lower-manhattan.osm.pbf'], chains: true, restaurants: true },
  oahu: { country: 'US', maps: ['extracts/oahu-honolulu-us-2018-01-27.osm.pbf'], chains: true },
  centre: { country: 'US', maps: ['extracts/centre-mifflin-pa-merged.osm.pbf'], chains: true },
  columbus: { country: 'US', maps: ['extracts/columbus-unordered.osm.pbf'], chains: true },
  portland: { country: 'US', maps: ['extracts/portland-region.osm.pbf'], chains: true },
  sydney: {
    country: 'AU',
    maps: ['sydney/sydney-cbd-au-2020-09-09.osm.pbf', 'sydney/sydney-cbd-au-2023-01-12.osm.pbf'],
  },
  lucknow: { country: 'IN', overture: 'world/overture/lucknow-places.parquet' },
};

export const hasRealLists = existsSync(DATA);

/** The lists of a real place, one after the other; ids are those of judgedPairs.csv. */
export async function realLists(name: string): Promise<ListedStore[]> {
  const place = REAL_PLACES[name]!;
  const lists: StorePoint[][] = [];
  for (const file of place.maps ?? []) lists.push(await mapStores(`${DATA}/${file}`, place.country));
  if (place.chains) lists.push(await chainStores(lists[0]!));
  if (place.restaurants) lists.push(await restaurants());
  if (place.overture !== undefined) lists.push(...(await byProvider(`${DATA}/${place.overture}`)));
  const finder = new BrandFinder(await knownBrands([place.country]));
  return lists.flatMap((list, sourceIndex) =>
    list.map((store) => ({ ...store, sourceIndex, wikidata: store.wikidata || (finder.find(store)?.wikidata ?? '') })),
  );
}

async function read(entry: WrittenEntry, country: string, map = new OsmBuilder().build()): Promise<StorePoint[]> {
  const stores: StorePoint[] = [];
  const context = testContext({ map, countries: [country] });
  await openEntry(STORE_SOURCES, entry, context).each(
    (store) => stores.push(store),
    () => {},
  );
  return stores;
}

async function mapStores(path: string, country: string): Promise<StorePoint[]> {
  const { map } = await readOsmPbf(path);
  return read({ from: 'osm' }, country, map);
}

/** Stores of all chains within the box of the stores of a map. */
async function chainStores(around: readonly StorePoint[]): Promise<StorePoint[]> {
  const [west, east] = [Math.min(...around.map(({ lng }) => lng)), Math.max(...around.map(({ lng }) => lng))];
  const [south, north] = [Math.min(...around.map(({ lat }) => lat)), Math.max(...around.map(({ lat }) => lat))];
  const all: StorePoint[] = [];
  for (const [chain, { id, address, name, wikidata, sector, phone }] of Object.entries(CHAINS)) {
    const columns = { id, address, lng: 'longitude', lat: 'latitude', ...(phone === undefined ? {} : { phone }) };
    const stores = await read({ from: 'table', file: `${DATA}/stores/${chain}.csv`, columns, sector }, 'US');
    for (const store of stores) {
      if (store.lng < west || store.lng > east || store.lat < south || store.lat > north) continue;
      all.push({ ...store, id: `${chain}/${store.id.split('/').at(-1)}`, name, brand: name, wikidata });
    }
  }
  return all;
}

/** Restaurants of Lower Manhattan in the inspection results of the city (NYC Open Data). */
async function restaurants(): Promise<StorePoint[]> {
  const file = new URL('newYorkRestaurants.csv', import.meta.url).pathname;
  const columns = { id: 'id', name: 'name', address: 'street', phone: 'phone', lng: 'lng', lat: 'lat' };
  const stores = await read({ from: 'table', file, columns, sector: 'horeca.restaurant' }, 'US');
  return stores.map((store) => ({ ...store, id: `dohmh/${store.id.split('/').at(-1)}` }));
}

/** Places of Overture as two lists: those of its largest provider, and of all others. */
async function byProvider(path: string): Promise<StorePoint[][]> {
  const providers = new Map<string, string>();
  await readFeatures({ path }, ({ properties }) => {
    const sources = properties.sources;
    const list = (typeof sources === 'string' ? JSON.parse(sources) : sources) as {
      property: string;
      dataset: string;
    }[];
    providers.set(`overture/${properties.id}`, list.find(({ property }) => property === '')?.dataset ?? '');
  });
  const all = await read({ from: 'overture', file: path, leastConfidence: 0 }, 'IN');
  const isMeta = ({ id }: StorePoint) => providers.get(id) === 'meta';
  return [all.filter(isMeta), all.filter((store) => !isMeta(store))];
}

export interface JudgedPair {
  readonly place: string;
  readonly first: string;
  readonly second: string;
  readonly same: boolean;
  readonly reason: string;
}

/** Pairs that were judged by hand: those that the numbers were chosen by, or others that nothing was chosen by. */
export async function judgedPairs(file: 'judgedPairs.csv' | 'heldOutPairs.csv'): Promise<JudgedPair[]> {
  const text = await readFile(new URL(file, import.meta.url), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [place, first, second, same, ...reason] = line.split(',') as [string, string, string, string];
      return { place, first, second, same: same === 'yes', reason: reason.join(',') };
    });
}
