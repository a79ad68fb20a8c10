import type { Mode, Profile } from '@hinterland/catalogue';
import type { JOIN_TABLE, NODE_LIMIT_TABLE, SPEED_TABLES, TERRITORY_TABLES, WEIGHT_TABLE } from '@hinterland/territory';

type Column<T> = T extends 'int32'
  ? Int32Array
  : T extends 'uint32'
    ? Uint32Array
    : T extends 'float64'
      ? Float64Array
      : Uint8Array;
type Columns<S> = { readonly [C in keyof S]: Column<S[C]> };

/** Speeds of cars by hour of the day in the form of the bundle's tables. */
export type SpeedPatterns = { readonly [N in keyof typeof SPEED_TABLES]: Columns<(typeof SPEED_TABLES)[N]> };

/** The road network in the form of the bundle's tables `nodes`, `edges`, `shapes` and the weights. */
export interface RoadGraph {
  readonly parametersVersion: string;
  /** In Hilbert order. */
  readonly nodes: Columns<typeof TERRITORY_TABLES.nodes>;
  /** Ordered by (fromNode, toNode), fromNode ≤ toNode; the column `street` is made from `edgeStreet`. */
  readonly edges: Columns<Omit<typeof TERRITORY_TABLES.edges, 'street'>>;
  readonly shapes: Columns<typeof TERRITORY_TABLES.shapes>;
  readonly weights: Readonly<Record<Profile, Columns<typeof WEIGHT_TABLE>>>;
  /** Absent where cars drive the same at all hours. */
  readonly speeds?: SpeedPatterns;
  /** Names of streets, each once; 0 is "". */
  readonly streetNames: readonly string[];
  /** Row = edge, value = position in `streetNames`. */
  readonly edgeStreet: Uint32Array;
  readonly joins: Columns<typeof JOIN_TABLE>;
  /** Absent where every way is driven through. */
  readonly limits?: Columns<typeof NODE_LIMIT_TABLE>;
  readonly counts: GraphCounts;
}

/** Counts of the map's ways by what they became. */
export interface GraphCounts {
  /** Ways that some mode travels on. */
  readonly ways: number;
  /** Roads and paths of a known class that are closed to all modes. */
  readonly waysClosed: number;
  /** Ways with nodes outside the map, kept in parts. */
  readonly waysCut: number;
  readonly ferries: number;
  /** Barriers on roads that stop a mode which could use the road otherwise, or cost it time as a private gate. */
  readonly gates: number;
  /** Networks of a mode that serve their own places beside the largest. */
  readonly apart: Readonly<Record<Mode, number>>;
  /** Edges that follow the ground where no height of it is known; absent where heights do not count. */
  readonly withoutHeights?: number;
}
