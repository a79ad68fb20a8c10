import type { Mode, Profile, TopicCode } from '@hinterland/catalogue';
import type { BACKDROP_TABLES } from '../format/backdropTables.ts';
import type { Family, ListingSource, Source, Supply, TopicEntry } from '../format/descriptor.ts';
import type {
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
  TERRITORY_TABLES,
  WEIGHT_TABLE,
} from '../format/tables.ts';
import type { TRANSIT_TABLES } from '../format/transitTables.ts';
import type { TableInput } from '../memory/columns.ts';
import type { TopicTableInput } from '../memory/topicTable.ts';

/** One version of a data family, ready to be written. */
export interface FamilyContent {
  readonly family: Family;
  /** A plain name, such as "2026-10"; it becomes the folder's name. */
  readonly version: string;
  /** For every family but territory: the territory version whose poles and areas its rows refer to. */
  readonly territoryVersion?: string;
  readonly sources: readonly Source[];
  readonly currency?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** Topics of the sociodemo family; those left out are written as not available. */
  readonly topics?: readonly (Pick<TopicEntry, 'code' | 'available'> & Partial<TopicEntry>)[];
  /** Sources of the realestate family, in the order of its listings' column `source`. */
  readonly listingSources?: readonly ListingSource[];
  /** Of the players family. */
  readonly supply?: Supply;
  /** Further counts to publish; the rows of each table are counted anyway. */
  readonly counts?: Readonly<Record<string, number>>;
  readonly tables: FamilyTables;
  readonly topicTables?: Readonly<Partial<Record<TopicTableName, TopicTableInput>>>;
  /** Other files by name, such as areas.geojsonl. */
  readonly files?: Readonly<Record<string, { readonly bytes: Uint8Array; readonly rows: number }>>;
}

/** Tables that a family may hold, by name; each is the file `<name>.arrow`. */
type FamilyTables = {
  readonly [N in keyof typeof TERRITORY_TABLES]?: TableInput<(typeof TERRITORY_TABLES)[N]>;
} & { readonly [N in keyof typeof SEARCH_TABLES]?: TableInput<(typeof SEARCH_TABLES)[N]> } & {
  readonly edgeJoins?: TableInput<typeof JOIN_TABLE>;
  readonly nodeLimits?: TableInput<typeof NODE_LIMIT_TABLE>;
} & { readonly [N in keyof typeof SPEED_TABLES]?: TableInput<(typeof SPEED_TABLES)[N]> } & {
  readonly [P in Profile as `weights-${P}`]?: TableInput<typeof WEIGHT_TABLE>;
} & {
  readonly [M in Mode as `snaps-${M}`]?: TableInput<typeof SNAP_TABLE>;
} & {
  readonly [M in Mode as `hierarchy-${M}`]?: TableInput<typeof HIERARCHY_TABLE>;
} & {
  readonly [M in Mode as `links-${M}`]?: TableInput<typeof LINK_TABLE>;
} & { readonly [N in keyof typeof DERIVED_TABLES]?: TableInput<(typeof DERIVED_TABLES)[N]> } & {
  readonly [M in Mode as `snapStarts-${M}`]?: TableInput<typeof SNAP_START_TABLE>;
} & { readonly [N in keyof typeof SOCIODEMO_TABLES]?: TableInput<(typeof SOCIODEMO_TABLES)[N]> } & {
  readonly [N in keyof typeof REALESTATE_TABLES]?: TableInput<(typeof REALESTATE_TABLES)[N]>;
} & {
  readonly [N in keyof typeof PLAYERS_TABLES]?: TableInput<(typeof PLAYERS_TABLES)[N]>;
} & {
  readonly [N in keyof typeof STORE_LIST_TABLES]?: TableInput<(typeof STORE_LIST_TABLES)[N]>;
} & {
  readonly [N in keyof typeof BACKDROP_TABLES]?: TableInput<(typeof BACKDROP_TABLES)[N]>;
} & {
  readonly [N in keyof typeof TRANSIT_TABLES]?: TableInput<(typeof TRANSIT_TABLES)[N]>;
};

export type TopicTableName = `topic-${TopicCode}` | `benchmark-${TopicCode}`;
