import type { TopicCode } from '@hinterland/catalogue';
import type { Box } from '@hinterland/geo';
import type { AreaKind, Distribution, MultiPolygonCoordinates, TopicEntry } from '@hinterland/territory';
import type { OsmData } from './osm/data.ts';
import type { PlayersInput } from './players/store.ts';
import type { RealestateInput } from './realestate/listing.ts';
import type { Report } from './report.ts';

/**
 * What the pipeline (assemble/) turns into a bundle, wherever it came from: a recipe over real files, or the demo
 * island. Sources push rows one by one, so that memory grows with the map and not with the size of the input files.
 */
export interface TerritoryInputs {
  readonly id: string;
  readonly name: string;
  /** Two-letter codes. */
  readonly countries: readonly string[];
  readonly continent: 'africa' | 'antarctica' | 'asia' | 'europe' | 'north_america' | 'oceania' | 'south_america';
  readonly timeZone: string;
  /** A good point to start from; the middle of the box where absent. */
  readonly center?: { readonly lat: number; readonly lng: number };
  /** Version names of the families, such as "2026-10". */
  readonly versions: {
    readonly territory: string;
    readonly sociodemo?: string;
    readonly players?: string;
    readonly realestate?: string;
  };
  readonly osm: OsmData;
  /** Where the map is complete; census units that reach over it are cut. Absent: the map holds every unit in full. */
  readonly mapBox?: Box;
  /** Where poles come from, in order of preference; a later source fills census units that earlier ones leave empty. */
  readonly poleSources: readonly PoleSource[];
  /** All areas, in any order; parents are found by containment and level. */
  readonly boundaries: readonly Boundary[];
  readonly census: CensusInput | null;
  /** Stores; needs `versions.players`. Absent: the territory has no family "players". */
  readonly players?: PlayersInput;
  /** Listings and sales; needs `versions.realestate`. Absent: the territory has no family "realestate". */
  readonly realestate?: RealestateInput;
  readonly sources: readonly SourceNote[];
  readonly report: Report;
}

export interface SourceNote {
  readonly name: string;
  readonly licence: string;
  readonly attribution: string;
  readonly url?: string;
  readonly vintage?: string;
  readonly family: 'territory' | 'sociodemo' | 'players' | 'realestate';
}

/** A postal address as a source holds it; texts are "" where the source says nothing. */
export interface AddressPoint {
  readonly lng: number;
  readonly lat: number;
  /** First number with its suffix ("12A"). */
  readonly number: string;
  readonly numberLast: string;
  readonly unit: string;
  readonly street: string;
  readonly locality: string;
  readonly region: string;
  readonly postcode: string;
  /** Dwellings behind this address, 1 where unknown; 0 for an address where nobody lives. */
  readonly dwellings: number;
  /** How a report names it: "node 123", "row 17". */
  readonly ref: string;
}

/** A building as a stand-in for addresses; `dwellings` is estimated from floor area where the source does not say. */
export interface BuildingPoint {
  readonly lng: number;
  readonly lat: number;
  readonly dwellings: number;
  readonly ref: string;
}

export type PoleSource =
  | {
      readonly kind: 'address';
      /** How the report names it; "addresses" where absent. */
      readonly name?: string;
      /** As complete outside the map as inside, so that units cut by the map's edge are split by their addresses. */
      readonly beyondMap?: boolean;
      each(push: (address: AddressPoint) => void): Promise<void>;
    }
  | { readonly kind: 'building'; readonly name?: string; each(push: (building: BuildingPoint) => void): Promise<void> }
  /** Points along residential streets, where nothing better is known. */
  | { readonly kind: 'street'; readonly spacingMeters: number };

/** An administrative area or postcode with its outline. */
export interface Boundary {
  readonly code: string;
  readonly name: string;
  readonly country: string;
  readonly kind: AreaKind;
  /** 2 for the country, 4..9, -1 for postcodes. */
  readonly level: number;
  readonly localType: string;
  /** Empty for an area that holds the whole map and whose outline is not known. */
  readonly polygon: MultiPolygonCoordinates;
  /** The outline is known only in part (cut by the map's edge). */
  readonly cut: boolean;
}

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
}

export interface TopicInput {
  readonly code: TopicCode;
  readonly entry: Pick<TopicEntry, 'note' | 'vintage' | 'comparability' | 'missingFields' | 'lists'> & {
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
  /** Row numbers of the units whose sums make the benchmark. */
  readonly unitRows: Uint32Array;
}
