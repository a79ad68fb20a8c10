import { TOPIC_CODES } from '@hinterland/catalogue';
import { z } from 'zod';
import { FLOOR_AREA_SOURCES, STORE_SOURCES } from './tables.ts';

/** Data families, each versioned on its own. */
export const FAMILIES = ['territory', 'sociodemo', 'realestate', 'players', 'backdrop', 'transit'] as const;
export type Family = (typeof FAMILIES)[number];
/** A family that answers are computed from. A backdrop is only looked at. */
export type DataFamily = Exclude<Family, 'backdrop'>;

/** Format of the whole bundle; a reader refuses any other number. spec.md lists the changes. */
export const FORMAT = 'hinterland-territory';
export const FORMAT_VERSION = 1;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** File and version names become path segments: nothing that could leave the bundle's folder. */
export const segment = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/);

const fileEntry = z.object({
  name: segment,
  bytes: z.int().nonnegative(),
  sha256,
  /** Rows of an Arrow table, features of a .geojsonl file. */
  rows: z.int().nonnegative(),
});
export type FileEntry = z.infer<typeof fileEntry>;

const source = z.object({
  name: z.string(),
  licence: z.string(),
  attribution: z.string(),
  url: z.string().optional(),
  /** Date or vintage of the source as published. */
  vintage: z.string().optional(),
  /** False where the license does not let figures made of it be shown to everybody. */
  mayShare: z.boolean().optional(),
  /** Of the family sociodemo: share of its residents whom this source counts, 0..1; absent where nobody says. */
  peopleShare: z.number().min(0).max(1).optional(),
});
export type Source = z.infer<typeof source>;

/** Limits of one class of a distribution; null is an open end. Lower limit inclusive, upper exclusive. */
const distribution = z.object({
  /** Column prefix: classes are `<name>_0`, `<name>_1`, … */
  name: z.string(),
  unit: z.string(),
  meaning: z.string(),
  limits: z.array(z.tuple([z.number().nullable(), z.number().nullable()])).min(1),
});
export type Distribution = z.infer<typeof distribution>;

/** How spend was modelled from the level of a country, and how wrong that is. */
const modelledSpend = z.object({
  /** Two-letter code of the country whose level it is. */
  of: z.string().length(2),
  year: z.int(),
  /** National mean per head and year by field, in the currency of the family. */
  perHead: z.record(z.string(), z.number().nonnegative()),
  /** Whether incomes by small area bend it. */
  hasIncome: z.boolean(),
  /** By field, as shares of the published figures of regions: half and nine tenths of them are not farther off; deviation of the logarithm. */
  errors: z.record(z.string(), z.object({ median: z.number(), p90: z.number(), deviation: z.number() })),
});
export type ModelledSpend = z.infer<typeof modelledSpend>;

/** People who may spend money in stores. */
export const SPENDERS = ['residents', 'workers', 'visitors'] as const;

export const topicEntry = z.object({
  code: z.enum(TOPIC_CODES),
  available: z.boolean(),
  /** Reason why it is not available, or the meaning of its figures in this country. */
  note: z.string().default(''),
  vintage: z.string().default(''),
  /** Whether the figures mean the same as elsewhere; "modelled" are those of a model rather than of a census. */
  comparability: z.enum(['full', 'partial', 'none', 'modelled']).default('full'),
  /** Fields that the source does not hold: their columns are absent and results say "unavailable". */
  missingFields: z.array(z.string()).default([]),
  distributions: z.array(distribution).default([]),
  /** Labeled counts beyond the fixed fields (countries of birth, industries): columns `<list>__<key>`. */
  lists: z
    .array(
      z.object({
        name: z.string(),
        unit: z.string(),
        meaning: z.string(),
        keys: z.array(z.object({ key: z.string(), title: z.string() })),
      }),
    )
    .default([]),
  /** Of topic consumption, where it is modelled from the level of a country. */
  modelled: modelledSpend.optional(),
  /** Of topic consumption: whose spend it is; that of residents alone where absent. */
  spenders: z.array(z.enum(SPENDERS)).min(1).optional(),
});
export type TopicEntry = z.infer<typeof topicEntry>;

const isoDay = z.iso.date();

/** A source of listings, with the number of them that found their pole. */
export const listingSource = z.object({
  /** Name of an entry of `sources`. */
  name: z.string(),
  /** First and last day of its rows; null where no row has a day. */
  firstDay: isoDay.nullable(),
  lastDay: isoDay.nullable(),
  /** Rows inside the map or without a position. */
  rows: z.int().nonnegative(),
  /** Of these, rows that found their pole. */
  matched: z.int().nonnegative(),
  /** Whether single rows may be shown, or figures only. */
  showsRows: z.boolean(),
});
export type ListingSource = z.infer<typeof listingSource>;
/** The share of all stores of some sectors that a family holds, measured against the counts of a register. */
export const measuredCompleteness = z.object({
  /** Codes of the sectors that the register can only be compared with as one sum. */
  sectors: z.array(z.string()).min(1),
  /** Areas of the register whose stores are counted. */
  areas: z.array(z.object({ code: z.string(), name: z.string() })).min(1),
  /** Open or unknown stores of the family in them. */
  mapped: z.int().nonnegative(),
  /** Stores of the register in them, or the place's share of them; above 0. */
  expected: z.number().positive(),
  /** mapped ÷ expected, at most 1, and the range that holds the true share nine times of ten. */
  value: z.number().min(0).max(1),
  low: z.number().min(0).max(1),
  high: z.number().min(0).max(1),
  /**
   * Counts of areas that are wholly in the map, or of the country by the place's share of its residents; the overlap of two lists, or of
   * more by log-linear models.
   */
  method: z.enum(['areas', 'share_of_country', 'two_lists', 'log_linear']),
  source: z.string(),
  /** Year of the register, or of the latest list. */
  year: z.int(),
  /** Share of the cases in which the range holds the truth; 0.9 where absent. */
  confidence: z.number().min(0).max(1).optional(),
  /** Of a measurement by lists: stores of these sectors that each list holds, and that two or more do. */
  lists: z.array(z.object({ name: z.string(), stores: z.int().nonnegative() })).optional(),
  inSeveral: z.int().nonnegative().optional(),
});
export type MeasuredCompleteness = z.infer<typeof measuredCompleteness>;
/** Sources of the stores of a players family and their estimated completeness. */
export const supply = z.object({
  /** Open or unknown stores per kind of source. */
  stores: z.partialRecord(z.enum(STORE_SOURCES), z.int().nonnegative()),
  /** The lists that the stores were put together from, in order of preference; absent where there is one. */
  lists: z
    .array(
      z.object({
        name: z.string(),
        kind: z.enum(STORE_SOURCES),
        /** Day, month or year of the list. */
        date: z.string().optional(),
        /** Stores in business that it holds. */
        stores: z.int().nonnegative(),
      }),
    )
    .optional(),
  /** The same per origin of the floor area. */
  floorAreas: z.partialRecord(z.enum(FLOOR_AREA_SOURCES), z.int().nonnegative()),
  completeness: z.object({
    /** Estimated share of all stores that the family holds, 0..1; null without an estimate. */
    estimate: z.number().min(0).max(1).nullable(),
    /** How the estimate was made, or why there is none. */
    note: z.string(),
    /** By sector, where a register counts stores there; a sector of no entry is not known. */
    measured: z.array(measuredCompleteness).optional(),
  }),
});
export type Supply = z.infer<typeof supply>;

/** `family.json` in the folder of one family version. */
export const familyDescriptor = z.object({
  format: z.literal(FORMAT),
  formatVersion: z.literal(FORMAT_VERSION),
  family: z.enum(FAMILIES),
  version: segment,
  /** The territory version whose poles and areas the rows refer to; absent in the territory family itself. */
  territoryVersion: segment.optional(),
  sources: z.array(source),
  /** ISO 4217; currency fields are in it. */
  currency: z.string().length(3).optional(),
  /** Version of the parameter tables (speeds, snap limits) used to build it. */
  parameters: z.record(z.string(), z.unknown()).default({}),
  topics: z.array(topicEntry).optional(),
  /** Of the realestate family, in the order of the column `source` of its listings. */
  listingSources: z.array(listingSource).optional(),
  /** Players family only. */
  supply: supply.optional(),
  counts: z.record(z.string(), z.number()),
  files: z.array(fileEntry),
});
export type FamilyDescriptor = z.infer<typeof familyDescriptor>;

/** Coordinates of a GeoJSON MultiPolygon, degrees. */
const outline = z.array(z.array(z.array(z.array(z.number()).min(2)).min(4)).min(1)).min(1);

/** `manifest.json` of a bundle: its name, place and the version of each family in force. Replaced atomically. */
export const manifest = z.object({
  format: z.literal(FORMAT),
  formatVersion: z.literal(FORMAT_VERSION),
  id: segment,
  name: z.string().min(1),
  /** Two-letter country codes that the territory covers. */
  countries: z.array(z.string().length(2)).min(1),
  continent: z.enum(['africa', 'antarctica', 'asia', 'europe', 'north_america', 'oceania', 'south_america']),
  /** IANA time zone of its main city. */
  timeZone: z.string(),
  bbox: z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() }),
  /** A good point to start from: the main city. */
  center: z.object({ lat: z.number(), lng: z.number() }),
  /** Where people and roads are complete, where that is no box. */
  mapOutline: outline.optional(),
  /** The part of the map that is the region: what lies around it is there for catchments and stores near its edge. All of the map where absent. */
  region: outline.optional(),
  families: z.partialRecord(z.enum(FAMILIES), z.object({ version: segment })),
  /** What is rough about the data, one sentence each; absent where nothing is, and where nobody judged. */
  rough: z.array(z.string()).min(1).optional(),
  /** The same by code with its values, in the same order, for programs that say it in another language. */
  roughReasons: z.array(z.object({ code: z.string(), values: z.record(z.string(), z.number()) })).optional(),
  /** Absent in bundles of earlier releases, and where somebody changed the manifest by hand. */
  checksums: z
    .object({
      /** SHA-256 of `family.json` of each family in force; those name the checksums of all other files. */
      families: z.partialRecord(z.enum(FAMILIES), sha256),
      /** SHA-256 of the compact JSON of the manifest without this member. */
      manifest: sha256,
    })
    .optional(),
});
export type Manifest = z.infer<typeof manifest>;
