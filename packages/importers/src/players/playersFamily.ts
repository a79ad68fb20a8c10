import { SECTOR_CODES, SECTOR_PARAMETERS_VERSION, type SectorCode, sectorOf } from '@hinterland/catalogue';
import { type Box, boxContains, hilbertOrder, toMicrodegrees } from '@hinterland/geo';
import {
  type FamilyContent,
  FLOOR_AREA_SOURCES,
  type FloorAreaSource,
  type MeasuredCompleteness,
  type Source,
  STORE_SOURCES,
  STORE_STATES,
  type StoreSource as StoreSourceKind,
} from '@hinterland/territory';
import type { PlayersInput } from '../inputs/stores.ts';
import { RECAPTURE_PARAMETERS } from '../recapture/parameters.ts';
import type { ComparedStore } from '../registers/measureCompleteness.ts';
import { REGISTER_PARAMETERS } from '../registers/parameters.ts';
import type { Report } from '../report/report.ts';
import { BrandFinder, brandsOf } from './brandTable.ts';
import type { DatedList } from './existence.ts';
import { knownBrands } from './knownBrands.ts';
import { LINKAGE_PARAMETERS } from './linkage/parameters.ts';
import { bitsOf } from './linkage/weights.ts';
import { mergeStores, type SourcedStore } from './merge.ts';
import { PLAYERS_PARAMETERS } from './parameters.ts';
import { judgeStores, listTables, measureOverlap, toldLists } from './severalLists.ts';
import { TURNOVER_PARAMETERS } from './turnover.ts';

interface PlayersContext {
  readonly version: string;
  readonly territoryVersion: string;
  readonly countries: readonly string[];
  readonly sources: readonly Source[];
  /** Stores beyond it are left out: the map does not show what lies around them. */
  readonly box: Box;
  /** Measures how complete stores in business are, by sector, where the inputs do not state it. */
  readonly measure?: (stores: readonly ComparedStore[]) => MeasuredCompleteness[];
  /** The place as a whole, for what its lists measure together. */
  readonly place?: { readonly code: string; readonly name: string };
  /** Year of the stores; null or absent where not known. */
  readonly year?: number | null;
  readonly report: Report;
}

/** The family "players": reads all stores, puts duplicates together, brings brands to one spelling and fills in sizes. */
export async function playersFamily(players: PlayersInput, context: PlayersContext): Promise<FamilyContent> {
  const { report } = context;
  const read = await readStores(players, context);
  const finder = new BrandFinder(players.brands ?? (await knownBrands(context.countries)));
  // Known brands first, so that duplicates agree on the Wikidata id even where one source lacks it.
  const merged = mergeStores(
    read.map((store) => ({ ...store, wikidata: store.wikidata || (finder.find(store)?.wikidata ?? '') })),
    context.countries,
    (store, kept) => {
      report
        .subject(players.sources[store.sourceIndex]!.name)
        .dropped(`the same store as one of ${originOf(kept)}`, store.ref);
    },
  );
  const lists = players.sources.map(
    ({ name, kind, date }): DatedList => ({
      name,
      kind,
      // A map is of the date of the stores' version where it says none itself.
      date: date ?? (kind === 'osm' && /^\d{4}-\d\d/.test(context.version) ? context.version : undefined),
    }),
  );
  const judged = merged.model === null ? null : judgeStores(merged.stores, lists, report);
  const stores = judged?.stores ?? merged.stores;
  if (merged.model !== null) report.fact('weights of agreement of stores, bits', JSON.stringify(bitsOf(merged.model)));
  for (const { sourceIndex } of stores) report.subject(players.sources[sourceIndex]!.name).kept();
  const { brands, brandOf, knownCount, respelled } = brandsOf(stores, finder);
  for (const i of respelled) {
    const { ref, sourceIndex } = stores[i]!;
    report.subject(players.sources[sourceIndex]!.name).changed('its brand was spelled otherwise', ref);
  }
  const sizes = floorAreas(stores);
  const lng = Int32Array.from(stores, (store) => toMicrodegrees(store.lng));
  const lat = Int32Array.from(stores, (store) => toMicrodegrees(store.lat));
  const order = [...hilbertOrder(lng, lat)];
  const inOrder = <T>(value: (store: number) => T) => order.map(value);
  const sectorRow = (code: SectorCode) => SECTOR_CODES.indexOf(code);
  const isStated = players.completeness !== undefined && players.completeness.estimate !== null;
  const counted = isStated ? [] : (context.measure?.(stores.filter(({ state }) => state !== 'closed')) ?? []);
  const overlap =
    isStated || judged === null || context.place === undefined
      ? []
      : measureOverlap(judged.stores, lists, context.place, context.year ?? null);
  const measured = bestOf(counted, overlap);
  const supply = {
    ...supplyOf(stores, sizes, players.completeness, measured),
    ...(judged === null ? {} : { lists: toldLists(judged.stores, lists) }),
  };
  reportStores(stores, brandOf, brands.length, knownCount, supply.floorAreas, report);
  reportCompleteness(measured, report);
  return {
    family: 'players',
    version: context.version,
    territoryVersion: context.territoryVersion,
    sources: context.sources,
    parameters: {
      players: PLAYERS_PARAMETERS,
      sectors: SECTOR_PARAMETERS_VERSION,
      ...(counted.length === 0 ? {} : { registers: REGISTER_PARAMETERS.version }),
      ...(judged === null
        ? {}
        : {
            linkage: LINKAGE_PARAMETERS.version,
            recapture: RECAPTURE_PARAMETERS.version,
            turnover: TURNOVER_PARAMETERS.version,
          }),
    },
    supply,
    counts: { brandedStores: brandOf.filter((brand) => brand >= 0).length },
    tables: {
      sectors: { code: [...SECTOR_CODES] },
      brands: {
        name: brands.map(({ name }) => name),
        wikidata: brands.map(({ wikidata }) => wikidata),
        sector: mainSectors(stores, brandOf, brands.length).map(sectorRow),
      },
      stores: {
        id: inOrder((store) => stores[store]!.id),
        name: inOrder((store) => stores[store]!.name),
        brand: inOrder((store) => brandOf[store]!),
        sector: inOrder((store) => sectorRow(stores[store]!.sector)),
        lngMicrodegrees: Int32Array.from(order, (store) => lng[store]!),
        latMicrodegrees: Int32Array.from(order, (store) => lat[store]!),
        floorAreaSquareMeters: Float32Array.from(order, (store) => sizes[store]!.squareMeters),
        floorAreaSource: inOrder((store) => FLOOR_AREA_SOURCES.indexOf(sizes[store]!.source)),
        source: inOrder((store) => STORE_SOURCES.indexOf(stores[store]!.source)),
        state: inOrder((store) => STORE_STATES.indexOf(stores[store]!.state)),
        address: inOrder((store) => stores[store]!.address),
      },
      ...(judged === null ? {} : listTables(judged, lists, order)),
    },
  };
}

async function readStores({ sources }: PlayersInput, { box, report }: PlayersContext): Promise<SourcedStore[]> {
  const stores: SourcedStore[] = [];
  const ids = new Set<string>();
  for (const [sourceIndex, source] of sources.entries()) {
    const counter = report.subject(source.name);
    let given = 0;
    let firstDrop = '';
    await source.each(
      (store) => {
        given++;
        if (store.unread !== undefined) counter.changed(store.unread, store.ref);
        if (!boxContains(box, store.lng, store.lat)) counter.dropped('outside the map', store.ref);
        else if (ids.has(store.id)) counter.dropped('an id that stands there already', store.ref);
        else {
          ids.add(store.id);
          stores.push({ ...store, source: source.kind, sourceIndex });
        }
      },
      (reason, ref) => {
        firstDrop ||= `${ref}: ${reason}`;
        counter.dropped(reason, ref);
      },
    );
    if (given === 0 && firstDrop !== '') {
      report.warn(`Of ${source.name} no row is a store. The first that is none is ${firstDrop}.`);
    }
  }
  return stores;
}

const originOf = ({ ref, source }: SourcedStore) =>
  source === 'osm' ? 'OpenStreetMap' : `another source (${ref.split(' ')[0]})`;

interface Size {
  readonly squareMeters: number;
  readonly source: FloorAreaSource;
}

/** The store's own size, else the sector's median: of the territory where enough sizes are known, else the catalogue's. */
function floorAreas(stores: readonly SourcedStore[]): Size[] {
  const known = new Map<SectorCode, number[]>();
  for (const { sector, floorAreaSquareMeters } of stores) {
    if (floorAreaSquareMeters > 0) known.set(sector, [...(known.get(sector) ?? []), floorAreaSquareMeters]);
  }
  const medians = new Map<SectorCode, number>();
  for (const [sector, sizes] of known) {
    if (sizes.length >= PLAYERS_PARAMETERS.leastKnownSizes) medians.set(sector, medianOf(sizes));
  }
  return stores.map(({ sector, floorAreaSquareMeters, floorAreaSource }) =>
    floorAreaSquareMeters > 0
      ? { squareMeters: floorAreaSquareMeters, source: floorAreaSource }
      : {
          squareMeters: medians.get(sector) ?? sectorOf(sector)!.medianFloorAreaSquareMeters,
          source: 'sector_median',
        },
  );
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Per brand the sector of most of its stores, the first of the catalogue where several have as many. */
function mainSectors(stores: readonly SourcedStore[], brandOf: readonly number[], brands: number): SectorCode[] {
  const counts = Array.from({ length: brands }, () => new Map<SectorCode, number>());
  stores.forEach(({ sector }, i) => {
    const count = counts[brandOf[i]!];
    count?.set(sector, (count.get(sector) ?? 0) + 1);
  });
  return counts.map(
    (count) => [...count].sort((a, b) => b[1] - a[1] || SECTOR_CODES.indexOf(a[0]) - SECTOR_CODES.indexOf(b[0]))[0]![0],
  );
}

/** Each sector once: by counts of areas in the map, else by the overlap of lists, else by the share of a country's counts. */
function bestOf(
  counted: readonly MeasuredCompleteness[],
  overlap: readonly MeasuredCompleteness[],
): MeasuredCompleteness[] {
  const ofAreas = counted.filter(({ method }) => method === 'areas');
  const taken = new Set(ofAreas.flatMap(({ sectors }) => sectors));
  const byLists = overlap.filter(({ sectors }) => !sectors.some((sector) => taken.has(sector)));
  for (const { sectors } of byLists) for (const sector of sectors) taken.add(sector);
  const ofCountry = counted.filter(
    ({ method, sectors }) => method !== 'areas' && !sectors.some((sector) => taken.has(sector)),
  );
  return [...ofAreas, ...byLists, ...ofCountry];
}

const BY_LISTS = {
  estimate: null,
  note: 'Measured by sector: by counts of establishments, else by how far the lists of stores overlap; where neither tells, it is not known.',
};
const UNMEASURED = {
  estimate: null,
  note: 'No register of businesses to compare with: how many stores the sources lack is not known.',
};
const MEASURED = {
  estimate: null,
  note: 'Measured by sector against counts of establishments; where no register counts a sector, it is not known.',
};

function supplyOf(
  stores: readonly SourcedStore[],
  sizes: readonly Size[],
  stated: PlayersInput['completeness'],
  measured: readonly MeasuredCompleteness[],
) {
  const inBusiness = stores
    .map((store, i) => ({ store, size: sizes[i]! }))
    .filter(({ store }) => store.state !== 'closed');
  const bySource: Partial<Record<StoreSourceKind, number>> = {};
  const bySize: Partial<Record<FloorAreaSource, number>> = {};
  for (const { store, size } of inBusiness) {
    bySource[store.source] = (bySource[store.source] ?? 0) + 1;
    bySize[size.source] = (bySize[size.source] ?? 0) + 1;
  }
  const isByLists = measured.some(({ lists }) => lists !== undefined);
  const completeness = stated ?? (measured.length === 0 ? UNMEASURED : isByLists ? BY_LISTS : MEASURED);
  return {
    stores: bySource,
    floorAreas: bySize,
    completeness: measured.length === 0 ? completeness : { ...completeness, measured: [...measured] },
  };
}

function reportStores(
  stores: readonly SourcedStore[],
  brandOf: readonly number[],
  brands: number,
  knownCount: number,
  floorAreas: Partial<Record<FloorAreaSource, number>>,
  report: Report,
): void {
  report.fact('stores', stores.length);
  report.fact('stores known to be closed', stores.filter(({ state }) => state === 'closed').length);
  report.fact('stores with a brand', brandOf.filter((brand) => brand >= 0).length);
  report.fact('stores with a brand of the list of known brands', knownCount);
  report.fact('brands', brands);
  for (const [source, count] of Object.entries(floorAreas))
    report.fact(`floor areas: ${source.replace('_', ' ')}`, count);
  const bySector = new Map<SectorCode, number>();
  for (const { sector } of stores) bySector.set(sector, (bySector.get(sector) ?? 0) + 1);
  for (const code of SECTOR_CODES) if (bySector.has(code)) report.fact(`stores of ${code}`, bySector.get(code)!);
}

function reportCompleteness(measured: readonly MeasuredCompleteness[], report: Report): void {
  for (const { sectors, mapped, expected, low, high, source, year, lists } of measured) {
    const percent = (share: number) => Math.round(100 * share);
    report.fact(
      `stores of ${sectors.join(', ')} beside ${lists === undefined ? 'a register' : 'other lists'}`,
      `${mapped} of ${Math.round(expected)}, so ${percent(low)} to ${percent(high)}% (${source} ${year})`,
    );
  }
}
