import type { TopicCode } from '@hinterland/catalogue';
import type { AreaKind, Distribution, MultiPolygonCoordinates, TopicEntry } from '@hinterland/territory';

/**
 * A census: its units with outlines, also those outside the map (they feed benchmarks), and one table per topic with
 * rows aligned to `units`. NaN = suppressed or not published.
 */
export interface CensusInput {
  readonly currency: string;
  readonly units: readonly CensusUnit[];
  /** Column of topic residents that residents are spread by; always `total`. */
  readonly topics: readonly TopicInput[];
  /** Topics that the sources do not hold, with the reason. */
  readonly unavailable: readonly { readonly code: TopicCode; readonly reason: string }[];
  readonly benchmarks: readonly BenchmarkInput[];
}

export interface CensusUnit {
  readonly code: string;
  /** Empty for a unit outside the map; it feeds benchmarks only. */
  readonly polygon: MultiPolygonCoordinates;
  /** Area of the whole unit, where the outline is only the part of it that the map holds. */
  readonly areaSquareKm?: number;
  /** A home at most so far from a unit without any takes its people; absent: an inner point of the unit does. */
  readonly nearestMeters?: number;
  /** Name of the source that counts its people. */
  readonly source?: string;
}

export interface TopicInput {
  readonly code: TopicCode;
  readonly entry: Pick<
    TopicEntry,
    'note' | 'vintage' | 'comparability' | 'missingFields' | 'lists' | 'modelled' | 'spenders'
  > & {
    readonly distributions: readonly Distribution[];
  };
  /** Float64 column per field; fixed fields, `<distribution>_<i>`, `<list>__<key>`. */
  readonly columns: ReadonlyMap<string, Float64Array>;
  /** Bits of TOPIC_FLAG per unit. */
  readonly flags: Uint8Array;
}

/**
 * A reference area (local government area, state, country) for comparison: which units belong to it, or ready sums.
 * `coverage` = share of its population that the units hold.
 */
export interface BenchmarkInput {
  readonly code: string;
  readonly name: string;
  readonly kind: AreaKind;
  readonly areaSquareKm: number;
  readonly coverage: number;
  /** Row numbers of the units whose sums make the benchmark; none where all figures are published. */
  readonly unitRows: Uint32Array;
  /** Share of each of these units that counts, where an outline cuts some: cells at a border; all count whole where absent. */
  readonly unitShares?: Float64Array;
  /** Published figures of the area, by topic and field; they take the place of sums over units. */
  readonly published?: Readonly<Partial<Record<TopicCode, Readonly<Record<string, number>>>>>;
}
