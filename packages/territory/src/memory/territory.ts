import type { Mode, Profile, TopicCode } from '@hinterland/catalogue';
import type { MultiPolygonCoordinates } from '@hinterland/geo';
import type { BACKDROP_TABLES } from '../format/backdropTables.ts';
import type { Family, FamilyDescriptor, ListingSource, Manifest, Supply, TopicEntry } from '../format/descriptor.ts';
import type {
  ColumnType,
  DERIVED_TABLES,
  HIERARCHY_TABLE,
  JOIN_TABLE,
  LINK_TABLE,
  NODE_LIMIT_TABLE,
  PLAYERS_TABLES,
  REALESTATE_TABLES,
  SEARCH_TABLES,
  SNAP_START_TABLE,
  SNAP_TABLE,
  SOCIODEMO_TABLES,
  SPEED_TABLES,
  STORE_LIST_TABLES,
  TableSpec,
  TERRITORY_TABLES,
  WEIGHT_TABLE,
} from '../format/tables.ts';
import type { TRANSIT_TABLES } from '../format/transitTables.ts';

/** A column of texts that lie as UTF-8 in shared memory; `at` decodes one. */
export interface TextColumn {
  readonly length: number;
  at(row: number): string;
}

export interface ColumnArrays {
  int8: Int8Array;
  uint8: Uint8Array;
  uint16: Uint16Array;
  int32: Int32Array;
  uint32: Uint32Array;
  float32: Float32Array;
  float64: Float64Array;
  text: TextColumn;
}
type ColumnArray<T extends ColumnType> = ColumnArrays[T];

/** A loaded table: `rows` and one array per column, all of that length. */
export type Table<S extends TableSpec> = { readonly rows: number } & { readonly [C in keyof S]: ColumnArray<S[C]> };

/** A topic's table: Float64 columns by field name (fixed fields, distribution classes, lists), NaN = not published. */
export interface TopicTable {
  readonly rows: number;
  /** Bits of TOPIC_FLAG per row. */
  readonly flags: Uint8Array;
  readonly columns: ReadonlyMap<string, Float64Array>;
}

export interface Sociodemo {
  readonly units: Table<typeof SOCIODEMO_TABLES.units>;
  readonly poleUnits: Table<typeof SOCIODEMO_TABLES.poleUnits>;
  readonly benchmarkAreas: Table<typeof SOCIODEMO_TABLES.benchmarkAreas>;
  /** All ten topics with their availability, in catalogue order. */
  readonly entries: readonly TopicEntry[];
  readonly topics: ReadonlyMap<TopicCode, TopicTable>;
  readonly benchmarks: ReadonlyMap<TopicCode, TopicTable>;
}

export interface Realestate {
  readonly listings: Table<typeof REALESTATE_TABLES.listings>;
  /** By the column `source`. */
  readonly sources: readonly ListingSource[];
  /** ISO 4217; all prices are in it. */
  readonly currency: string;
}

/** Shops and other places of business with their sectors and brands. */
export interface Players {
  /** Row of `stores.sector` and `brands.sector` to the code of the catalogue of sectors. */
  readonly sectors: Table<typeof PLAYERS_TABLES.sectors>;
  readonly brands: Table<typeof PLAYERS_TABLES.brands>;
  readonly stores: Table<typeof PLAYERS_TABLES.stores>;
  /** Which lists hold a store; null where the family was made of one. */
  readonly lists: Table<typeof STORE_LIST_TABLES.storeLists> | null;
  /** Whether stores are still there; null where the family was made of one list. */
  readonly existence: Table<typeof STORE_LIST_TABLES.storeExistence> | null;
  readonly supply: Supply;
}

/** Stores as an earlier version of the family players had them. */
export interface EarlierStores extends Pick<Players, 'sectors' | 'brands' | 'stores'> {
  readonly version: string;
}

/** The ground behind data: see BACKDROP_TABLES. */
export interface Backdrop {
  readonly features: Table<typeof BACKDROP_TABLES.backdropFeatures>;
  readonly rings: Table<typeof BACKDROP_TABLES.backdropRings>;
  readonly points: Table<typeof BACKDROP_TABLES.backdropPoints>;
  readonly boxes: Table<typeof BACKDROP_TABLES.backdropBoxes>;
  readonly lowTiles: Table<typeof BACKDROP_TABLES.lowTiles>;
  readonly lowTileBytes: Table<typeof BACKDROP_TABLES.lowTileBytes>;
}

/** Timetables of public transport: see TRANSIT_TABLES. */
export interface Transit {
  readonly feeds: Table<typeof TRANSIT_TABLES.transitFeeds>;
  readonly stops: Table<typeof TRANSIT_TABLES.transitStops>;
  readonly routes: Table<typeof TRANSIT_TABLES.transitRoutes>;
  readonly patterns: Table<typeof TRANSIT_TABLES.transitPatterns>;
  readonly patternStops: Table<typeof TRANSIT_TABLES.transitPatternStops>;
  readonly trips: Table<typeof TRANSIT_TABLES.transitTrips>;
  readonly times: Table<typeof TRANSIT_TABLES.transitTimes>;
  readonly services: Table<typeof TRANSIT_TABLES.transitServices>;
  readonly serviceDays: Table<typeof TRANSIT_TABLES.transitServiceDays>;
  readonly stopWalks: Table<typeof TRANSIT_TABLES.transitStopWalks>;
  readonly walks: Table<typeof TRANSIT_TABLES.transitWalks>;
}

/** The index of address search: see SEARCH_TABLES. */
export interface AddressSearchTables {
  readonly names: Table<typeof SEARCH_TABLES.searchNames>;
  readonly streets: Table<typeof SEARCH_TABLES.searchStreets>;
  readonly words: Table<typeof SEARCH_TABLES.searchWords>;
  readonly postings: Table<typeof SEARCH_TABLES.searchPostings>;
  readonly numbers: Table<typeof SEARCH_TABLES.searchNumbers>;
  readonly poles: Table<typeof SEARCH_TABLES.searchPoles>;
}

/** The hierarchy of one mode. */
export interface HierarchyTables {
  readonly positions: Table<typeof HIERARCHY_TABLE>;
  readonly links: Table<typeof LINK_TABLE>;
}

/** Speeds of cars by hour of the day: see SPEED_TABLES. */
export interface Speeds {
  readonly edges: Table<typeof SPEED_TABLES.edgeSpeeds>;
  readonly factors: Table<typeof SPEED_TABLES.speedFactors>;
}

/** Stored tables that follow from other tables: see DERIVED_TABLES. */
export interface DerivedTables {
  readonly nodeEdges: Table<typeof DERIVED_TABLES.nodeEdges>;
  readonly edgesTo: Table<typeof DERIVED_TABLES.edgesTo>;
  readonly edgeBoxes: Table<typeof DERIVED_TABLES.edgeBoxes>;
  readonly poleBoxes: Table<typeof DERIVED_TABLES.poleBoxes>;
  readonly snapStarts: Readonly<Partial<Record<Mode, Table<typeof SNAP_START_TABLE>>>>;
}

/**
 * One territory, read-only, on shared memory: any number of worker threads hold their own Territory object over the
 * same buffers. Every array is a view; nothing may write to it.
 */
export interface Territory {
  readonly manifest: Manifest;
  readonly descriptors: Readonly<Partial<Record<Family, FamilyDescriptor>>>;
  /** Version of each family in force, as results report it. */
  readonly dataVersion: Readonly<Partial<Record<Family, string>>>;
  readonly nodes: Table<typeof TERRITORY_TABLES.nodes>;
  readonly edges: Table<typeof TERRITORY_TABLES.edges>;
  /** Null in territories that were built without it. */
  readonly joins: Table<typeof JOIN_TABLE> | null;
  /** Row = node; null where every way is driven through. */
  readonly limits: Table<typeof NODE_LIMIT_TABLE> | null;
  readonly shapes: Table<typeof TERRITORY_TABLES.shapes>;
  readonly texts: Table<typeof TERRITORY_TABLES.texts>;
  readonly poles: Table<typeof TERRITORY_TABLES.poles>;
  readonly poleAreas: Table<typeof TERRITORY_TABLES.poleAreas>;
  readonly addresses: Table<typeof TERRITORY_TABLES.addresses>;
  readonly areas: Table<typeof TERRITORY_TABLES.areas>;
  /** Null in territories that were built without it. */
  readonly search: AddressSearchTables | null;
  readonly weights: Readonly<Partial<Record<Profile, Table<typeof WEIGHT_TABLE>>>>;
  /** Null in territories whose cars drive the same at all hours. */
  readonly speeds: Speeds | null;
  readonly snaps: Readonly<Partial<Record<Mode, Table<typeof SNAP_TABLE>>>>;
  /** Orders built with the territory; a mode without one is ordered at the first use. */
  readonly hierarchies: Readonly<Partial<Record<Mode, HierarchyTables>>>;
  /** Null in territories that were built without it: it is then made at the first use. */
  readonly derived: DerivedTables | null;
  readonly sociodemo: Sociodemo | null;
  readonly realestate: Realestate | null;
  /** Null for a territory without the family "players". */
  readonly players: Players | null;
  /** Stores of earlier versions that the bundle keeps, the newest first. */
  readonly earlierStores: readonly EarlierStores[];
  /** Null for a territory without the family "backdrop". */
  readonly backdrop: Backdrop | null;
  /** Null for a territory without the family "transit". */
  readonly transit: Transit | null;
  /** Polygon of an area as GeoJSON MultiPolygon coordinates (do not change them), or null if the bundle has none. */
  areaPolygon(areaRow: number): MultiPolygonCoordinates | null;
}
