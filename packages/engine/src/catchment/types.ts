import type { Mode, Profile, Territory, Traffic } from '@hinterland/territory';

/** A place on earth in degrees, WGS 84. */
export interface LatLng {
  readonly lat: number;
  readonly lng: number;
}

/**
 * What a limit limits. `time`: seconds of travel; `distance`: metres of road; `radius`: metres as the crow flies, without
 * any network.
 */
export type ReachMeasure = 'time' | 'distance' | 'radius';

/** `inbound`: who can reach an origin. `outbound`: who can be reached from it. A radius has no direction. */
export type Direction = 'inbound' | 'outbound';

export interface CatchmentQuery {
  /** 1 to MAX_ORIGINS places; a pole counts with the origin that is nearest to it. */
  readonly origins: readonly LatLng[];
  readonly measure: ReachMeasure;
  /** Limits of the bands, strictly ascending, above 0: seconds for time, metres for distance and radius. */
  readonly limits: readonly number[];
  /** Decides the usable roads of time and distance; a radius ignores it. */
  readonly mode: Mode;
  /** Speeds of time; distance and radius ignore it. A mode without this profile answers with `normal`. */
  readonly traffic: Traffic;
  readonly direction: Direction;
  /** How far from an origin its road may lie, metres. Default SNAP_LIMIT_METERS, at most SNAP_HARD_LIMIT_METERS. */
  readonly snapLimitMeters?: number;
}

/** An origin fastened to the network. */
export interface SnappedOrigin {
  readonly origin: LatLng;
  /** The nearest place on a road of the mode's main component; the origin itself under a radius. */
  readonly lat: number;
  readonly lng: number;
  /** Straight way from the origin to that place, walked at 5 km/h and included in every cost. */
  readonly distanceMeters: number;
  /** Row of `edges`, -1 under a radius. */
  readonly edge: number;
  /** Distance from the edge's `fromNode` along its line. */
  readonly positionMillimeters: number;
  readonly accessMillimeters: number;
}

/**
 * The share of each census unit's people that a set of poles holds: `shares[i]` of unit `units[i]`. Units ascend, each
 * stands once, shares lie above 0 and at most at the unit's `insideShare`. Every table of People & Economy is these
 * shares times the unit's counts. The sums are exact (see exactShare.ts): the same poles give the same bits, in
 * whatever order they were added.
 */
export interface UnitShares {
  readonly units: Uint32Array;
  readonly shares: Float64Array;
}

/** What a set of poles holds. */
export interface Holdings {
  readonly poles: number;
  readonly dwellings: number;
  /** Poles that do not come from an address register: buildings, street points, synthetic poles. */
  readonly standInPoles: number;
  readonly unitShares: UnitShares;
  /** Usual residents, unrounded: shares times residents of the units; null where the territory has no census. */
  readonly residents: number | null;
  /** Units among `unitShares` whose residents are not published but estimated (see tables/census.ts). */
  readonly estimatedUnits: number;
}

export interface Band {
  /** As asked: seconds or metres. */
  readonly limit: number;
  /** The same in the integer unit of costs: milliseconds or millimetres. Inclusive. */
  readonly limitCost: number;
  /** The poles whose cost lies above the previous limit and not above this one. */
  readonly own: Holdings;
  /** All poles whose cost does not lie above this limit. */
  readonly cumulative: Holdings;
}

/**
 * Least cost per reached network node: milliseconds or millimetres, `costs[i]` of node `nodes[i]`, every node at most at
 * the last limit. Empty under a radius. Read-only after the search; holds no reference to shared work memory.
 */
export interface NodeField {
  readonly nodes: Uint32Array;
  readonly costs: Uint32Array;
}

/** Everyone within the limits, counted on poles; polygons and tables are drawn from it. */
export interface Catchment {
  readonly territory: Territory;
  readonly query: CatchmentQuery;
  /** The weights used; null for distance and radius. */
  readonly profile: Profile | null;
  readonly origins: readonly SnappedOrigin[];
  /** One per limit, in order. */
  readonly bands: readonly Band[];
  readonly field: NodeField;
}

/** Every reached pole once, with its least cost and the number of its band; the three arrays run in parallel. */
export interface ReachedPoles {
  readonly poles: Uint32Array;
  /** Milliseconds or millimetres, access legs included. */
  readonly costs: Uint32Array;
  /** Position in the limits. */
  readonly bands: Uint8Array;
}
