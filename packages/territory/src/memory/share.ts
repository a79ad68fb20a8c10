import { HIERARCHY_MODES, MODES, PROFILES, TOPIC_CODES, type TopicCode } from '@hinterland/catalogue';
import { areaPolygonReader } from '../format/areaPolygons.ts';
import type { BACKDROP_TABLES } from '../format/backdropTables.ts';
import type { Family, FamilyDescriptor, Manifest, Supply, TopicEntry } from '../format/descriptor.ts';
import {
  DERIVED_TABLES,
  type HIERARCHY_TABLE,
  type JOIN_TABLE,
  type LINK_TABLE,
  type NODE_LIMIT_TABLE,
  type PLAYERS_TABLES,
  type REALESTATE_TABLES,
  type SEARCH_TABLES,
  type SNAP_START_TABLE,
  type SNAP_TABLE,
  type SOCIODEMO_TABLES,
  type SPEED_TABLES,
  type STORE_LIST_TABLES,
  type TERRITORY_TABLES,
  type WEIGHT_TABLE,
} from '../format/tables.ts';
import type { TRANSIT_TABLES } from '../format/transitTables.ts';
import { type TableLayout, viewTable, viewTopicTable } from './layout.ts';
import type {
  AddressSearchTables,
  Backdrop,
  DerivedTables,
  EarlierStores,
  Players,
  Realestate,
  Sociodemo,
  Speeds,
  Territory,
  TopicTable,
  Transit,
} from './territory.ts';

/** Supply of a family whose descriptor does not mention it. */
const UNKNOWN_SUPPLY: Supply = {
  stores: {},
  floorAreas: {},
  completeness: { estimate: null, note: 'The sources do not say.' },
};

/**
 * A territory as plain data over SharedArrayBuffers: post it to a worker thread (postMessage or workerData) and call
 * `territoryFromShared` there. Rows are not copied; every thread reads the same memory.
 */
export interface SharedTerritory {
  readonly manifest: Manifest;
  readonly descriptors: Readonly<Partial<Record<Family, FamilyDescriptor>>>;
  /** By table name ("nodes", "weights-car-normal", "topic-income"); checked against the specs when they were made. */
  readonly territoryTables: Readonly<Record<string, TableLayout>>;
  readonly sociodemoTables: Readonly<Record<string, TableLayout>> | null;
  readonly realestateTables: Readonly<Record<string, TableLayout>> | null;
  readonly playersTables: Readonly<Record<string, TableLayout>> | null;
  /** Stores of earlier versions, the newest first; absent where none is kept. */
  readonly earlierStores?: readonly {
    readonly version: string;
    readonly tables: Readonly<Record<string, TableLayout>>;
  }[];
  readonly backdropTables: Readonly<Record<string, TableLayout>> | null;
  readonly transitTables: Readonly<Record<string, TableLayout>> | null;
  /** All ten topics. */
  readonly topicEntries: readonly TopicEntry[];
  readonly areaPolygons: SharedArrayBuffer | null;
  /** Zeroed memory in which threads share what they derive from the tables; absent: each thread keeps its own. */
  readonly scratch?: SharedArrayBuffer;
}

const sharedParts = new WeakMap<Territory, SharedTerritory>();

/** Returns the plain data behind a territory that this package made. */
export function shareTerritory(territory: Territory): SharedTerritory {
  const shared = sharedParts.get(territory);
  if (shared === undefined) {
    throw new TypeError(
      'Only a territory made by loadTerritory, inMemoryTerritory or territoryFromShared can be shared.',
    );
  }
  return shared;
}

/** Returns the memory in which threads share what they derive from the territory; null if there is none. */
export function scratchOf(territory: Territory): SharedArrayBuffer | null {
  return sharedParts.get(territory)?.scratch ?? null;
}

/** Makes a territory of views on shared tables, in a time that does not depend on the number of rows. */
export function territoryFromShared(shared: SharedTerritory): Territory {
  const tables = shared.territoryTables;
  const view = <N extends keyof typeof TERRITORY_TABLES>(name: N) =>
    viewTable<(typeof TERRITORY_TABLES)[N]>(tables[name]!);
  const areas = view('areas');
  const weights: { -readonly [P in keyof Territory['weights']]: Territory['weights'][P] } = {};
  for (const profile of PROFILES) {
    const layout = tables[`weights-${profile}`];
    if (layout !== undefined) weights[profile] = viewTable<typeof WEIGHT_TABLE>(layout);
  }
  const snaps: { -readonly [M in keyof Territory['snaps']]: Territory['snaps'][M] } = {};
  for (const mode of MODES) {
    const layout = tables[`snaps-${mode}`];
    if (layout !== undefined) snaps[mode] = viewTable<typeof SNAP_TABLE>(layout);
  }
  const hierarchies: { -readonly [M in keyof Territory['hierarchies']]: Territory['hierarchies'][M] } = {};
  for (const mode of HIERARCHY_MODES) {
    const [positions, links] = [tables[`hierarchy-${mode}`], tables[`links-${mode}`]];
    if (positions === undefined || links === undefined) continue;
    hierarchies[mode] = {
      positions: viewTable<typeof HIERARCHY_TABLE>(positions),
      links: viewTable<typeof LINK_TABLE>(links),
    };
  }
  const territory: Territory = {
    manifest: shared.manifest,
    descriptors: shared.descriptors,
    dataVersion: Object.fromEntries(Object.values(shared.descriptors).map(({ family, version }) => [family, version])),
    nodes: view('nodes'),
    edges: view('edges'),
    limits: tables.nodeLimits === undefined ? null : viewTable<typeof NODE_LIMIT_TABLE>(tables.nodeLimits),
    joins: tables.edgeJoins === undefined ? null : viewTable<typeof JOIN_TABLE>(tables.edgeJoins),
    shapes: view('shapes'),
    texts: view('texts'),
    poles: view('poles'),
    poleAreas: view('poleAreas'),
    addresses: view('addresses'),
    areas,
    search: searchFromShared(tables),
    weights,
    speeds: speedsFromShared(tables),
    snaps,
    hierarchies,
    derived: derivedFromShared(tables),
    sociodemo: sociodemoFromShared(shared),
    realestate: realestateFromShared(shared),
    players: playersFromShared(shared),
    earlierStores: (shared.earlierStores ?? []).map(({ version, tables }) => ({
      version,
      ...storesFromShared(tables),
    })),
    backdrop: backdropFromShared(shared),
    transit: transitFromShared(shared),
    areaPolygon: areaPolygonReader(shared.areaPolygons, areas),
  };
  sharedParts.set(territory, shared);
  return territory;
}

function searchFromShared(tables: SharedTerritory['territoryTables']): AddressSearchTables | null {
  if (tables.searchNames === undefined) return null;
  const view = <N extends keyof typeof SEARCH_TABLES>(name: N) => viewTable<(typeof SEARCH_TABLES)[N]>(tables[name]!);
  return {
    names: view('searchNames'),
    streets: view('searchStreets'),
    words: view('searchWords'),
    postings: view('searchPostings'),
    numbers: view('searchNumbers'),
    poles: view('searchPoles'),
  };
}

function speedsFromShared({ edgeSpeeds, speedFactors }: SharedTerritory['territoryTables']): Speeds | null {
  if (edgeSpeeds === undefined || speedFactors === undefined) return null;
  return {
    edges: viewTable<typeof SPEED_TABLES.edgeSpeeds>(edgeSpeeds),
    factors: viewTable<typeof SPEED_TABLES.speedFactors>(speedFactors),
  };
}

function derivedFromShared(tables: SharedTerritory['territoryTables']): DerivedTables | null {
  if (Object.keys(DERIVED_TABLES).some((name) => tables[name] === undefined)) return null;
  const view = <N extends keyof typeof DERIVED_TABLES>(name: N) => viewTable<(typeof DERIVED_TABLES)[N]>(tables[name]!);
  const snapStarts: { -readonly [M in keyof DerivedTables['snapStarts']]: DerivedTables['snapStarts'][M] } = {};
  for (const mode of MODES) {
    const layout = tables[`snapStarts-${mode}`];
    if (layout !== undefined) snapStarts[mode] = viewTable<typeof SNAP_START_TABLE>(layout);
  }
  return {
    nodeEdges: view('nodeEdges'),
    edgesTo: view('edgesTo'),
    edgeBoxes: view('edgeBoxes'),
    poleBoxes: view('poleBoxes'),
    snapStarts,
  };
}

function sociodemoFromShared(shared: SharedTerritory): Sociodemo | null {
  const tables = shared.sociodemoTables;
  if (tables === null) return null;
  const view = <N extends keyof typeof SOCIODEMO_TABLES>(name: N) =>
    viewTable<(typeof SOCIODEMO_TABLES)[N]>(tables[name]!);
  const topics = new Map<TopicCode, TopicTable>();
  const benchmarks = new Map<TopicCode, TopicTable>();
  for (const code of TOPIC_CODES) {
    const topic = tables[`topic-${code}`];
    if (topic !== undefined) topics.set(code, viewTopicTable(topic));
    const benchmark = tables[`benchmark-${code}`];
    if (benchmark !== undefined) benchmarks.set(code, viewTopicTable(benchmark));
  }
  return {
    units: view('units'),
    poleUnits: view('poleUnits'),
    benchmarkAreas: view('benchmarkAreas'),
    entries: shared.topicEntries,
    topics,
    benchmarks,
  };
}

function realestateFromShared({ realestateTables, descriptors }: SharedTerritory): Realestate | null {
  if (realestateTables === null) return null;
  return {
    listings: viewTable<typeof REALESTATE_TABLES.listings>(realestateTables.listings!),
    sources: descriptors.realestate?.listingSources ?? [],
    currency: descriptors.realestate?.currency ?? '',
  };
}

function storesFromShared(tables: Readonly<Record<string, TableLayout>>): Omit<EarlierStores, 'version'> {
  const view = <N extends keyof typeof PLAYERS_TABLES>(name: N) => viewTable<(typeof PLAYERS_TABLES)[N]>(tables[name]!);
  return { sectors: view('sectors'), brands: view('brands'), stores: view('stores') };
}

function playersFromShared({ playersTables: tables, descriptors }: SharedTerritory): Players | null {
  if (tables === null) return null;
  return {
    ...storesFromShared(tables),
    lists: tables.storeLists === undefined ? null : viewTable<typeof STORE_LIST_TABLES.storeLists>(tables.storeLists),
    existence:
      tables.storeExistence === undefined
        ? null
        : viewTable<typeof STORE_LIST_TABLES.storeExistence>(tables.storeExistence),
    supply: descriptors.players?.supply ?? UNKNOWN_SUPPLY,
  };
}

function backdropFromShared({ backdropTables: tables }: SharedTerritory): Backdrop | null {
  if (tables === null) return null;
  const view = <N extends keyof typeof BACKDROP_TABLES>(name: N) =>
    viewTable<(typeof BACKDROP_TABLES)[N]>(tables[name]!);
  return {
    features: view('backdropFeatures'),
    rings: view('backdropRings'),
    points: view('backdropPoints'),
    boxes: view('backdropBoxes'),
    lowTiles: view('lowTiles'),
    lowTileBytes: view('lowTileBytes'),
  };
}

function transitFromShared({ transitTables: tables }: SharedTerritory): Transit | null {
  if (tables === null) return null;
  const view = <N extends keyof typeof TRANSIT_TABLES>(name: N) => viewTable<(typeof TRANSIT_TABLES)[N]>(tables[name]!);
  return {
    feeds: view('transitFeeds'),
    stops: view('transitStops'),
    routes: view('transitRoutes'),
    patterns: view('transitPatterns'),
    patternStops: view('transitPatternStops'),
    trips: view('transitTrips'),
    times: view('transitTimes'),
    services: view('transitServices'),
    serviceDays: view('transitServiceDays'),
    stopWalks: view('transitStopWalks'),
    walks: view('transitWalks'),
  };
}
