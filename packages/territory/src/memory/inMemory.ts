import type { Mode, Profile, TopicCode } from '@hinterland/catalogue';
import { emptyBox, extendBox, isEmptyBox, type MultiPolygonCoordinates, toDegrees } from '@hinterland/geo';
import { encodeAreaPolygons } from '../format/areaPolygons.ts';
import { BACKDROP_TABLES } from '../format/backdropTables.ts';
import {
  type Family,
  type FamilyDescriptor,
  FORMAT,
  FORMAT_VERSION,
  type ListingSource,
  type Manifest,
  type Supply,
  type TopicEntry,
} from '../format/descriptor.ts';
import {
  AREA_COLUMNS,
  FLOOR_AREA_SOURCES,
  JOIN_TABLE,
  NODE_LIMIT_TABLE,
  NONE,
  PLAYERS_TABLES,
  REALESTATE_TABLES,
  SNAP_TABLE,
  SOCIODEMO_TABLES,
  SPEED_TABLES,
  STORE_SOURCES,
  STORE_STATES,
  type TableSpec,
  TERRITORY_TABLES,
  WEIGHT_TABLE,
} from '../format/tables.ts';
import { completeTopicEntries } from '../format/topicEntries.ts';
import { TRANSIT_TABLES } from '../format/transitTables.ts';
import { type TableInput, tableOf } from './columns.ts';
import { layOut, type TableLayout } from './layout.ts';
import { type SharedTerritory, territoryFromShared } from './share.ts';
import type { Territory } from './territory.ts';
import { type TopicTableInput, topicSpec } from './topicTable.ts';

type TerritoryTables = typeof TERRITORY_TABLES;
type SociodemoTables = typeof SOCIODEMO_TABLES;
type PlayersTables = typeof PLAYERS_TABLES;

/** Parts of a hand-made territory; each may be left out. */
export interface TerritoryParts {
  /** Members that differ from "a territory named drawn": name, countries, bbox, … */
  readonly manifest?: Partial<Omit<Manifest, 'format' | 'formatVersion' | 'families'>>;
  readonly versions?: { readonly [F in Family]?: string };
  readonly parameters?: Record<string, unknown>;
  readonly nodes?: TableInput<TerritoryTables['nodes']>;
  readonly edges?: TableInput<TerritoryTables['edges']>;
  /** Left out: edges are joined by their class alone. */
  readonly joins?: TableInput<typeof JOIN_TABLE>;
  readonly limits?: TableInput<typeof NODE_LIMIT_TABLE>;
  readonly shapes?: TableInput<TerritoryTables['shapes']>;
  /** Row 0 must be ""; left out it is the only row. */
  readonly texts?: readonly string[];
  readonly poles?: TableInput<TerritoryTables['poles']>;
  /** Left out: no pole lies in any area. */
  readonly poleAreas?: Partial<TableInput<TerritoryTables['poleAreas']>>;
  readonly addresses?: TableInput<TerritoryTables['addresses']>;
  readonly areas?: Omit<TableInput<TerritoryTables['areas']>, 'polygonStartByte' | 'polygonBytes'>;
  /** By row of `areas`, kept to ten decimals; left out: no area has a polygon. */
  readonly polygons?: readonly (MultiPolygonCoordinates | null)[];
  readonly weights?: Readonly<Partial<Record<Profile, TableInput<typeof WEIGHT_TABLE>>>>;
  /** Left out: cars drive the same at all hours. */
  readonly speeds?: {
    readonly edges: TableInput<typeof SPEED_TABLES.edgeSpeeds>;
    readonly factors: TableInput<typeof SPEED_TABLES.speedFactors>;
  };
  readonly snaps?: Readonly<Partial<Record<Mode, TableInput<typeof SNAP_TABLE>>>>;
  readonly sociodemo?: SociodemoParts;
  readonly realestate?: RealestateParts;
  readonly players?: PlayersParts;
  /** Stores of earlier versions by name, the newest first. */
  readonly earlierStores?: readonly (PlayersParts & { readonly version: string })[];
  /** Tables of the family "backdrop". */
  readonly backdrop?: BackdropParts;
  /** Tables of the family "transit". */
  readonly transit?: TransitParts;
}

export type BackdropParts = {
  readonly [N in keyof typeof BACKDROP_TABLES]: TableInput<(typeof BACKDROP_TABLES)[N]>;
};

export type TransitParts = {
  readonly [N in keyof typeof TRANSIT_TABLES]: TableInput<(typeof TRANSIT_TABLES)[N]>;
};

export interface RealestateParts {
  readonly currency?: string;
  readonly listings: TableInput<(typeof REALESTATE_TABLES)['listings']>;
  readonly sources?: readonly ListingSource[];
}

interface SociodemoParts {
  readonly currency?: string;
  readonly units?: TableInput<SociodemoTables['units']>;
  /** Left out: no pole has residents. */
  readonly poleUnits?: TableInput<SociodemoTables['poleUnits']>;
  readonly benchmarkAreas?: TableInput<SociodemoTables['benchmarkAreas']>;
  readonly topics?: Readonly<Partial<Record<TopicCode, TopicTableInput>>>;
  readonly benchmarks?: Readonly<Partial<Record<TopicCode, TopicTableInput>>>;
  /** Entries of topics; left out: available where `topics` has a table, else not. */
  readonly entries?: readonly (Pick<TopicEntry, 'code' | 'available'> & Partial<TopicEntry>)[];
}

/** Stores by the columns that matter to a drawn town; the others have defaults. */
export interface PlayersParts {
  /** Codes of sectors; stores and brands refer to them by row. */
  readonly sectors: readonly string[];
  readonly brands?: TableInput<PlayersTables['brands']>;
  readonly stores?: Pick<TableInput<PlayersTables['stores']>, 'sector' | 'lngMicrodegrees' | 'latMicrodegrees'> &
    Partial<TableInput<PlayersTables['stores']>>;
  readonly supply?: Supply;
}

/**
 * Makes a territory from columns, for tests and drawn towns: the same object that `loadTerritory` makes, on shared
 * memory of its own (columns are copied). Parts left out are empty tables. Nothing is checked but names, types and
 * lengths.
 */
export function inMemoryTerritory(parts: TerritoryParts = {}): Territory {
  const poles = tableOf(TERRITORY_TABLES.poles, parts.poles ?? emptyColumns(TERRITORY_TABLES.poles));
  const nodes = tableOf(TERRITORY_TABLES.nodes, parts.nodes ?? emptyColumns(TERRITORY_TABLES.nodes));
  const { areas, polygonFile } = areasOf(parts);
  const territoryTables: Record<string, TableLayout> = {
    nodes: layOutTable(TERRITORY_TABLES.nodes, nodes),
    edges: layOutTable(TERRITORY_TABLES.edges, parts.edges),
    shapes: layOutTable(TERRITORY_TABLES.shapes, parts.shapes),
    texts: layOutTable(TERRITORY_TABLES.texts, { text: parts.texts ?? [''] }),
    poles: layOutTable(TERRITORY_TABLES.poles, poles),
    poleAreas: layOutTable(TERRITORY_TABLES.poleAreas, poleAreasOf(parts, poles.rows)),
    addresses: layOutTable(TERRITORY_TABLES.addresses, parts.addresses),
    areas: layOutTable(TERRITORY_TABLES.areas, areas),
  };
  if (parts.joins !== undefined) territoryTables.edgeJoins = layOutTable(JOIN_TABLE, parts.joins);
  if (parts.limits !== undefined) territoryTables.nodeLimits = layOutTable(NODE_LIMIT_TABLE, parts.limits);
  for (const [profile, columns] of Object.entries(parts.weights ?? {})) {
    territoryTables[`weights-${profile}`] = layOutTable(WEIGHT_TABLE, columns);
  }
  if (parts.speeds !== undefined) {
    territoryTables.edgeSpeeds = layOutTable(SPEED_TABLES.edgeSpeeds, parts.speeds.edges);
    territoryTables.speedFactors = layOutTable(SPEED_TABLES.speedFactors, parts.speeds.factors);
  }
  for (const [mode, columns] of Object.entries(parts.snaps ?? {})) {
    territoryTables[`snaps-${mode}`] = layOutTable(SNAP_TABLE, columns);
  }
  const topicEntries = topicEntriesOf(parts.sociodemo);
  const descriptors = descriptorsOf(parts, topicEntries);
  return territoryFromShared({
    manifest: manifestOf(parts, descriptors, [nodes, poles]),
    descriptors,
    territoryTables,
    sociodemoTables: sociodemoTablesOf(parts.sociodemo, poles.rows),
    realestateTables:
      parts.realestate === undefined
        ? null
        : { listings: layOutTable(REALESTATE_TABLES.listings, parts.realestate.listings) },
    playersTables: playersTablesOf(parts.players),
    earlierStores: (parts.earlierStores ?? []).map((earlier) => ({
      version: earlier.version,
      tables: playersTablesOf(earlier)!,
    })),
    backdropTables: layOutAll(BACKDROP_TABLES, parts.backdrop),
    transitTables: layOutAll(TRANSIT_TABLES, parts.transit),
    topicEntries,
    areaPolygons: polygonFile,
  });
}

function emptyColumns<S extends TableSpec>(spec: S): TableInput<S> {
  return Object.fromEntries(Object.keys(spec).map((name) => [name, []])) as unknown as TableInput<S>;
}

function layOutTable<S extends TableSpec>(spec: S, columns: TableInput<S> | undefined): TableLayout {
  const table = tableOf(spec, columns ?? emptyColumns(spec));
  const named = Object.entries(spec).map(([name, type]) => ({ name, type, values: table[name] }));
  return layOut(table.rows, named);
}

function layOutTopic(input: TopicTableInput): TableLayout {
  const { spec, columns } = topicSpec(input);
  return layOutTable(spec, columns);
}

function poleAreasOf(parts: TerritoryParts, rows: number): TableInput<TerritoryTables['poleAreas']> {
  const none = () => new Int32Array(rows).fill(-1);
  return Object.fromEntries(
    AREA_COLUMNS.map((column) => [column, parts.poleAreas?.[column] ?? none()]),
  ) as unknown as TableInput<TerritoryTables['poleAreas']>;
}

function areasOf(parts: TerritoryParts) {
  if (parts.areas === undefined) return { areas: undefined, polygonFile: null };
  const { polygonStartByte, polygonBytes, bytes } = encodeAreaPolygons(
    Array.from(parts.areas.kind, (_, row) => ({ code: '', name: '', polygon: parts.polygons?.[row] ?? null })),
    10,
  );
  const polygonFile = new SharedArrayBuffer(bytes.byteLength);
  new Uint8Array(polygonFile).set(bytes);
  return { areas: { ...parts.areas, polygonStartByte, polygonBytes }, polygonFile };
}

function sociodemoTablesOf(parts: SociodemoParts | undefined, poleRows: number): Record<string, TableLayout> | null {
  if (parts === undefined) return null;
  const nobody = { unit: new Uint32Array(poleRows).fill(NONE), share: new Float64Array(poleRows) };
  const tables: Record<string, TableLayout> = {
    units: layOutTable(SOCIODEMO_TABLES.units, parts.units),
    poleUnits: layOutTable(SOCIODEMO_TABLES.poleUnits, parts.poleUnits ?? nobody),
    benchmarkAreas: layOutTable(SOCIODEMO_TABLES.benchmarkAreas, parts.benchmarkAreas),
  };
  for (const [code, input] of Object.entries(parts.topics ?? {})) tables[`topic-${code}`] = layOutTopic(input);
  for (const [code, input] of Object.entries(parts.benchmarks ?? {})) tables[`benchmark-${code}`] = layOutTopic(input);
  return tables;
}

/** Left out: stores "drawn/0", "drawn/1", …, without name, brand and address, open, of unknown floor area, drawn by hand. */
function playersTablesOf(parts: PlayersParts | undefined): Record<string, TableLayout> | null {
  if (parts === undefined) return null;
  const { stores } = parts;
  const rows = stores?.sector.length ?? 0;
  const each = <T>(value: (row: number) => T) => Array.from({ length: rows }, (_, row) => value(row));
  return {
    sectors: layOutTable(PLAYERS_TABLES.sectors, { code: parts.sectors }),
    brands: layOutTable(PLAYERS_TABLES.brands, parts.brands),
    stores: layOutTable(
      PLAYERS_TABLES.stores,
      stores && {
        id: each((row) => `drawn/${row}`),
        name: each(() => ''),
        brand: each(() => -1),
        floorAreaSquareMeters: each(() => Number.NaN),
        floorAreaSource: each((row) =>
          FLOOR_AREA_SOURCES.indexOf(Number.isFinite(stores.floorAreaSquareMeters?.[row]) ? 'known' : 'sector_median'),
        ),
        source: each(() => STORE_SOURCES.indexOf('synthetic')),
        state: each(() => STORE_STATES.indexOf('open')),
        address: each(() => ''),
        ...stores,
      },
    ),
  };
}

/** Lays out every table of a family; null where the parts have none. */
function layOutAll<S extends Record<string, TableSpec>>(
  specs: S,
  parts: { readonly [N in keyof S]: TableInput<S[N]> } | undefined,
): Record<string, TableLayout> | null {
  if (parts === undefined) return null;
  return Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, layOutTable(spec, parts[name])]));
}

function topicEntriesOf(parts: SociodemoParts | undefined): TopicEntry[] {
  if (parts === undefined) return [];
  const entries =
    parts.entries ?? Object.keys(parts.topics ?? {}).map((code) => ({ code: code as TopicCode, available: true }));
  return completeTopicEntries(entries);
}

function descriptorsOf(parts: TerritoryParts, topics: TopicEntry[]): SharedTerritory['descriptors'] {
  const common = { format: FORMAT, formatVersion: FORMAT_VERSION, sources: [], counts: {}, files: [] } as const;
  const territory: FamilyDescriptor = {
    ...common,
    sources: [],
    files: [],
    family: 'territory',
    version: parts.versions?.territory ?? '1',
    parameters: parts.parameters ?? {},
  };
  const descriptors: { -readonly [F in Family]?: FamilyDescriptor } = { territory };
  if (parts.realestate !== undefined) {
    descriptors.realestate = {
      ...common,
      sources: [],
      files: [],
      family: 'realestate',
      version: parts.versions?.realestate ?? '1',
      territoryVersion: territory.version,
      currency: parts.realestate.currency ?? 'EUR',
      parameters: {},
      listingSources: [...(parts.realestate.sources ?? [])],
    };
  }
  if (parts.backdrop !== undefined) {
    descriptors.backdrop = {
      ...common,
      sources: [],
      files: [],
      family: 'backdrop',
      version: parts.versions?.backdrop ?? '1',
      territoryVersion: territory.version,
      parameters: {},
    };
  }
  if (parts.transit !== undefined) {
    descriptors.transit = {
      ...common,
      sources: [],
      files: [],
      family: 'transit',
      version: parts.versions?.transit ?? '1',
      territoryVersion: territory.version,
      parameters: {},
    };
  }
  if (parts.players !== undefined) {
    descriptors.players = {
      ...common,
      sources: [],
      files: [],
      family: 'players',
      version: parts.versions?.players ?? '1',
      territoryVersion: territory.version,
      parameters: {},
      supply: parts.players.supply,
    };
  }
  if (parts.sociodemo === undefined) return descriptors;
  descriptors.sociodemo = {
    ...common,
    sources: [],
    files: [],
    family: 'sociodemo',
    version: parts.versions?.sociodemo ?? '1',
    territoryVersion: territory.version,
    currency: parts.sociodemo.currency ?? 'EUR',
    parameters: {},
    topics,
  };
  return descriptors;
}

function manifestOf(
  parts: TerritoryParts,
  descriptors: SharedTerritory['descriptors'],
  places: readonly { readonly lngMicrodegrees: Int32Array; readonly latMicrodegrees: Int32Array }[],
): Manifest {
  const box = emptyBox();
  for (const { lngMicrodegrees, latMicrodegrees } of places) {
    lngMicrodegrees.forEach((lng, row) => {
      extendBox(box, toDegrees(lng), toDegrees(latMicrodegrees[row]!));
    });
  }
  const bbox = parts.manifest?.bbox ?? (isEmptyBox(box) ? { west: 0, south: 0, east: 0, north: 0 } : box);
  return {
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    id: 'drawn',
    name: 'Drawn territory',
    countries: ['XX'],
    continent: 'oceania',
    timeZone: 'UTC',
    center: { lat: (bbox.south + bbox.north) / 2, lng: (bbox.west + bbox.east) / 2 },
    ...parts.manifest,
    bbox,
    families: Object.fromEntries(Object.values(descriptors).map(({ family, version }) => [family, { version }])),
  };
}
