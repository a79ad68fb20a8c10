/**
 * The tables of a bundle: their columns, their Arrow types and what one row is; those of the families "backdrop" and
 * "transit" have files of their own beside this one. The writer, the reader, the checks and spec.md follow these lists; a
 * new column is one line here.
 *
 * Units stand last in the names. Row numbers are the ids: "edge 7" is row 7 of `edges`. A missing reference is -1 in
 * signed columns and NONE (0xFFFFFFFF) in unsigned ones. No column is nullable: Float64 columns say NaN for "not
 * published", text columns say "".
 */

/** A missing reference or an arc that may not be used, in Uint32 columns. */
export const NONE = 0xffffffff;

export type ColumnType = 'int8' | 'uint8' | 'uint16' | 'int32' | 'uint32' | 'float32' | 'float64' | 'text';
export type TableSpec = Readonly<Record<string, ColumnType>>;

/** Road classes, the number in `edges.roadClass` is the position in this list. */
export const ROAD_CLASSES = [
  'motorway',
  'motorway_link',
  'trunk',
  'trunk_link',
  'primary',
  'primary_link',
  'secondary',
  'secondary_link',
  'tertiary',
  'tertiary_link',
  'unclassified',
  'residential',
  'living_street',
  'service',
  'track',
  'pedestrian',
  'footway',
  'path',
  'cycleway',
  'steps',
  'bridleway',
  'ferry',
] as const;
export type RoadClass = (typeof ROAD_CLASSES)[number];

/** How a pole came to be; everything above 0 is flagged in results as not from an address register. */
export const POLE_KINDS = ['address', 'building', 'street', 'synthetic'] as const;
export type PoleKind = (typeof POLE_KINDS)[number];

/** Kinds of areas, the number in `areas.kind` is the position in this list. */
export const AREA_KINDS = [
  'country',
  'region',
  'county',
  'municipality',
  'locality',
  'postcode',
  'statistical',
] as const;
export type AreaKind = (typeof AREA_KINDS)[number];

/** Whether a store is in business; the number in `stores.state` is the position in this list. */
export const STORE_STATES = ['open', 'closed', 'unknown'] as const;
export type StoreState = (typeof STORE_STATES)[number];

/** Origin of a store's floor area; the number in `stores.floorAreaSource` is the position in this list. */
export const FLOOR_AREA_SOURCES = ['known', 'footprint', 'sector_median'] as const;
export type FloorAreaSource = (typeof FLOOR_AREA_SOURCES)[number];

/** Kind of a store's source; the number in `stores.source` is the position in this list. */
export const STORE_SOURCES = ['osm', 'file', 'alltheplaces', 'overture', 'synthetic'] as const;
export type StoreSource = (typeof STORE_SOURCES)[number];

/** Columns of `poleAreas`: one area per administrative level, the country and the postcode. */
export const AREA_COLUMNS = [
  'country',
  'level4',
  'level5',
  'level6',
  'level7',
  'level8',
  'level9',
  'postcode',
] as const;
export type AreaColumn = (typeof AREA_COLUMNS)[number];

/** Family "territory". */
export const TERRITORY_TABLES = {
  /** Junctions and dead ends, in Hilbert order of their position. */
  nodes: { lngMicrodegrees: 'int32', latMicrodegrees: 'int32' },
  /**
   * Road sections between two nodes, undirected, ordered by (fromNode, toNode); loops and parallels are allowed.
   * `shapeStart` .. `shapeStart` of the next row are the inner points in `shapes` (the last row ends at its length).
   */
  edges: {
    fromNode: 'uint32',
    toNode: 'uint32',
    lengthMillimeters: 'uint32',
    shapeStart: 'uint32',
    roadClass: 'uint8',
    mainComponent: 'uint8',
    street: 'uint32',
  },
  /** Inner points of the edges' lines, from `fromNode` to `toNode`. */
  shapes: { lngMicrodegrees: 'int32', latMicrodegrees: 'int32' },
  /** Texts that repeat (street, locality, region names, postcodes); row 0 is "". */
  texts: { text: 'text' },
  /** Places where people live, in Hilbert order: a building entrance, a house, a flagged stand-in. */
  poles: { lngMicrodegrees: 'int32', latMicrodegrees: 'int32', dwellings: 'uint16', kind: 'uint8' },
  /** The area that a pole lies in, per level; row numbers of `areas`, -1 for none. Row = pole. */
  poleAreas: {
    country: 'int32',
    level4: 'int32',
    level5: 'int32',
    level6: 'int32',
    level7: 'int32',
    level8: 'int32',
    level9: 'int32',
    postcode: 'int32',
  },
  /** Postal addresses, ordered by (street, locality, region, number). Several may share a pole. Text columns are row numbers of `texts`. */
  addresses: {
    pole: 'uint32',
    street: 'uint32',
    locality: 'uint32',
    region: 'uint32',
    postcode: 'uint32',
    /** First number with its suffix, as held in the data: "12A", "3", "". */
    number: 'text',
    /** Last number of a range, else "". */
    numberLast: 'text',
    /** Flat, unit or addition, else "". */
    unit: 'text',
  },
  /** Areas, parents before children. Their polygons are features `polygonStartByte`..+`polygonBytes` of areas.geojsonl. */
  areas: {
    code: 'text',
    name: 'text',
    /** Two-letter country code. */
    country: 'text',
    kind: 'uint8',
    /** 2 for the country, 4..9 as in OSM admin_level, -1 for postcodes and statistical areas. */
    level: 'int8',
    localType: 'text',
    parent: 'int32',
    areaSquareKm: 'float64',
    west: 'float64',
    south: 'float64',
    east: 'float64',
    north: 'float64',
    /** 1 where the map holds only a part of the area. */
    cut: 'uint8',
    /** Byte range in areas.geojsonl; 0 bytes where the area has no polygon. */
    polygonStartByte: 'float64',
    polygonBytes: 'uint32',
  },
} as const satisfies Record<string, TableSpec>;

/** Kinds of names that address search finds, the number in `searchNames.kind` is the position in this list. */
export const SEARCH_NAME_KINDS = ['street', 'road', 'locality', 'region', 'postcode', 'area'] as const;
export type SearchNameKind = (typeof SEARCH_NAME_KINDS)[number];

/** The index of address search, in the family "territory"; made by `addressSearchTables`, all tables or none. */
export const SEARCH_TABLES = {
  /** Names that search finds: by kind, within a kind the one with most addresses first. */
  searchNames: {
    kind: 'uint8',
    /** Row of `texts`; of `areas` for an area. */
    text: 'uint32',
    /** First row of `searchStreets`, for a street; the edge in the middle, for a road; else NONE. */
    first: 'uint32',
    /** Rows of `searchStreets`, for a street; edges, for a road; else 0. */
    count: 'uint32',
    addresses: 'uint32',
    /** The address nearest to the mean of all; NONE for roads and areas. */
    middle: 'uint32',
  },
  /** Runs of addresses with the same street, locality and region, in the order of `addresses`. */
  searchStreets: { firstAddress: 'uint32', middle: 'uint32' },
  /** Words of the names in the order of their UTF-8 bytes; `firstPosting` of the next row ends a word's postings. */
  searchWords: { word: 'text', firstPosting: 'uint32' },
  /** Rows of `searchNames` that have the word, ascending. */
  searchPostings: { name: 'uint32' },
  /** Row = address: the digits that its number begins with, 0 for none. */
  searchNumbers: { value: 'uint32' },
  /** Rows of `addresses` in the order of their poles. */
  searchPoles: { address: 'uint32' },
} as const satisfies Record<string, TableSpec>;

/**
 * Weights of one profile, row = edge. Least time over the edge in each sense; NONE where it may not be used.
 * File `weights-<profile>.arrow`.
 */
export const WEIGHT_TABLE = {
  forwardMilliseconds: 'uint32',
  backwardMilliseconds: 'uint32',
} as const satisfies TableSpec;

/**
 * Speeds of cars by hour of the day, in the family "territory"; both tables or none.
 */
export const SPEED_TABLES = {
  /** Row = edge: its pattern of speeds in each sense. Pattern 0 has the factor 1 at all hours. */
  edgeSpeeds: { forwardPattern: 'uint32', backwardPattern: 'uint32' },
  /** Row = HOURS_OF_DAY × pattern + hour of the day: share of the profile's speed that is driven then, above 0. */
  speedFactors: { factor: 'float64' },
} as const satisfies Record<string, TableSpec>;

/** Rows of `speedFactors` per pattern. */
export const HOURS_OF_DAY = 24;

/**
 * How a place joins an edge, row = edge: bits of MODE_BIT of the modes to which it is private, that avoid it at a door
 * (motorways, ramps, ferries, tunnels), and whose network around it is not the largest one.
 */
export const JOIN_TABLE = { privateTo: 'uint8', avoidedBy: 'uint8', apartFor: 'uint8' } as const satisfies TableSpec;

/**
 * Nodes that nobody passes through, row = node, in territories that have any: bits of MODE_BIT of the modes for which the node
 * lies on ways for those who have a reason to be there, or behind them. A journey uses them at its beginning and its end alone.
 */
export const NODE_LIMIT_TABLE = { insideFor: 'uint8' } as const satisfies TableSpec;

/**
 * Poles fastened to the network of one mode, ordered by (edge, positionMillimeters, pole); a pole farther than the hard
 * snap limit from every edge of the mode's main component has no row. File `snaps-<mode>.arrow`.
 */
export const SNAP_TABLE = {
  pole: 'uint32',
  edge: 'uint32',
  /** Distance from `fromNode` along the edge's line. */
  positionMillimeters: 'uint32',
  /** Straight distance from the pole to the edge, walked at 5 km/h. */
  accessMillimeters: 'uint32',
} as const satisfies TableSpec;

/**
 * An order of the nodes of one mode's main component for planning whole networks, row = position: ancestors in the
 * elimination tree come before. `linkStart` .. `linkStart` of the next row are its links in `links-<mode>` (the last
 * row ends at its length). File `hierarchy-<mode>.arrow`.
 */
export const HIERARCHY_TABLE = { node: 'uint32', linkStart: 'uint32' } as const satisfies TableSpec;

/**
 * Links of the positions, ascending in each: the earlier positions that a position is joined to once everything behind
 * both was eliminated. File `links-<mode>.arrow`.
 */
export const LINK_TABLE = { ancestor: 'uint32' } as const satisfies TableSpec;

/**
 * Tables of the family "territory" that follow from its other tables, so that a process answers before it has gone
 * through a country; made by `derivedTables`, all tables or none.
 */
export const DERIVED_TABLES = {
  /**
   * The edges at each node, row = node, and one row more: edges that start at it are rows `firstFrom` to the next row's
   * `firstFrom` of `edges`; those that end at it (loops left out) `firstTo` to the next row's of `edgesTo`.
   */
  nodeEdges: { firstFrom: 'uint32', firstTo: 'uint32' },
  /** Edges by their `toNode`, ascending in each. */
  edgesTo: { edge: 'uint32' },
  /** Boxes of 16 edges each, then of 16 boxes each and so on up to a single one, in microdegrees. */
  edgeBoxes: { west: 'int32', south: 'int32', east: 'int32', north: 'int32' },
  /** The same of poles. */
  poleBoxes: { west: 'int32', south: 'int32', east: 'int32', north: 'int32' },
} as const satisfies Record<string, TableSpec>;

/**
 * The poles of each edge in the mode's snap table, row = edge, and one row more: rows `firstSnap` to the next row's
 * `firstSnap`. File `snapStarts-<mode>.arrow`, with DERIVED_TABLES.
 */
export const SNAP_START_TABLE = { firstSnap: 'uint32' } as const satisfies TableSpec;

/** Family "sociodemo". One table `topic-<code>` and `benchmark-<code>` per available topic comes on top. */
export const SOCIODEMO_TABLES = {
  /** Census units that lie in the map at least in part. */
  units: {
    code: 'text',
    areaSquareKm: 'float64',
    /** Share of the unit that lies in the map, 0..1; below 1 the unit is cut by the map's edge. */
    insideShare: 'float64',
    /** 1 where the unit had no pole and got a synthetic one. */
    synthetic: 'uint8',
  },
  /**
   * How a unit's people spread over its poles, row = pole: unit NONE for poles without residents.
   * Per unit the shares add up to insideShare.
   */
  poleUnits: { unit: 'uint32', share: 'float64' },
  /** Areas with benchmark rows, row = row of every `benchmark-<code>` table. */
  benchmarkAreas: {
    code: 'text',
    name: 'text',
    kind: 'uint8',
    areaSquareKm: 'float64',
    /** Share of the area's population that the source tables cover, 0..1. */
    coverage: 'float64',
  },
} as const satisfies Record<string, TableSpec>;

/** Purpose of an offer or a deal, the number in `listings.kind` is the position in this list. */
export const LISTING_KINDS = ['sale', 'rent'] as const;
export type ListingKind = (typeof LISTING_KINDS)[number];

/** `listing`: an asking price; `transaction`: a price paid. The number in `listings.state` is the position in this list. */
export const LISTING_STATES = ['listing', 'transaction'] as const;
export type ListingState = (typeof LISTING_STATES)[number];

/** `building` is a whole house of several dwellings. The number in `listings.type` is the position in this list. */
export const PROPERTY_TYPES = ['house', 'apartment', 'building', 'commercial', 'land', 'parking', 'other'] as const;
export type PropertyType = (typeof PROPERTY_TYPES)[number];

/** A day that is not known, in columns of days since 1970-01-01. */
export const NO_DAY = -0x80000000;

/** Family "realestate". */
export const REALESTATE_TABLES = {
  /** Offers and deals that found their pole, ordered by (pole, day). */
  listings: {
    pole: 'uint32',
    kind: 'uint8',
    state: 'uint8',
    type: 'uint8',
    /** Whole price of a sale, rent per month; NaN where it is not known or was no market price. */
    price: 'float64',
    floorAreaSquareMeters: 'float32',
    rooms: 'float32',
    /** First day on the market, or day of the deal: days since 1970-01-01, NO_DAY where not known. */
    day: 'int32',
    /** -1 where not known. */
    daysOnMarket: 'int32',
    /** 1 where it was still on the market at the end of `daysOnMarket`. */
    open: 'uint8',
    /** Position in the descriptor's `listingSources`. */
    source: 'uint8',
    /** How its source names it. */
    id: 'text',
  },
} as const satisfies Record<string, TableSpec>;

/** Bits of the `flags` column (uint8) that every topic and benchmark table has in addition to its Float64 fields. */
export const TOPIC_FLAG = {
  /** Spread from a larger unit or split from other classes. */
  estimated: 1,
  /** Imputed from the parent because the source suppressed it. */
  imputed: 2,
  /** Suppressed and not imputed: some fields are NaN. */
  suppressed: 4,
} as const;

/** Family "players". */
export const PLAYERS_TABLES = {
  /**
   * The sectors that stores and brands refer to by row, so that bundles outlive changes of the catalogue: a
   * reader looks the code up in its own catalogue and ignores unknown ones.
   */
  sectors: { code: 'text' },
  /** Brands with a store in the territory, ordered by name, then by wikidata. */
  brands: {
    /** The one spelling that the territory uses. */
    name: 'text',
    /** Wikidata id ("Q37158"), else "". */
    wikidata: 'text',
    /** Row of `sectors`: the sector of most of its stores. */
    sector: 'int32',
  },
  /** Stores, also those known to be closed, in Hilbert order of their position. */
  stores: {
    /** Stable id of the source, such as "osm/n123"; unique. */
    id: 'text',
    name: 'text',
    /** Row of `brands`, -1 for an independent store or an unknown brand. */
    brand: 'int32',
    /** Row of `sectors`. */
    sector: 'int32',
    lngMicrodegrees: 'int32',
    latMicrodegrees: 'int32',
    /** Gross floor area; NaN where not even the sector's median is known. */
    floorAreaSquareMeters: 'float32',
    floorAreaSource: 'uint8',
    source: 'uint8',
    state: 'uint8',
    /** Address for display, "" where unknown. */
    address: 'text',
  },
} as const satisfies Record<string, TableSpec>;

/** Tables of a family "players" that was made of several lists: which hold a store, by (store, list); whether it is still there. */
export const STORE_LIST_TABLES = {
  storeLists: {
    /** Row of `stores`, and position in `supply.lists` of the descriptor. */
    store: 'uint32',
    list: 'uint8',
    /** Its id in that list. */
    id: 'text',
    /** When the list last saw it: days since 1970-01-01, NO_DAY where not known. */
    seenDay: 'int32',
  },
  /** Row by row of `stores`: 0..1. */
  storeExistence: { probability: 'float32' },
} as const satisfies Record<string, TableSpec>;
