import type { Profile } from '@hinterland/catalogue';
import type { Territory } from '@hinterland/territory';
import type { CatchmentQuery } from '../query/query.ts';
import type { NodeField } from '../search/workspace.ts';
import type { SnappedOrigin } from '../snap/snapOrigins.ts';
import type { Rides } from './transitPlaces.ts';

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

/** The sums of a set of poles. */
export interface Holdings {
  readonly poles: number;
  readonly dwellings: number;
  /** Poles that do not come from an address register: buildings, street points, synthetic poles. */
  readonly standInPoles: number;
  readonly unitShares: UnitShares;
  /** Usual residents, unrounded: shares times residents of the units; null where the territory has no census. */
  readonly residents: number | null;
  /** Units among `unitShares` whose residents are not published but estimated (see census/census.ts). */
  readonly estimatedUnits: number;
}

export interface Band {
  /** As asked: seconds or meters. */
  readonly limit: number;
  /** The same in the integer unit of costs: milliseconds or millimeters. Inclusive. */
  readonly limitCost: number;
  /** The poles whose cost lies above the previous limit and not above this one. */
  readonly own: Holdings;
  /** All poles whose cost does not lie above this limit. */
  readonly cumulative: Holdings;
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
  /** Least costs of nodes; by public transport their times at the percentile. */
  readonly field: NodeField;
  /** Null but for journeys by public transport. */
  readonly transit: TransitReach | null;
}

/** Who is reached by public transport or on foot. */
export interface TransitReach {
  /** Poles whose time at the percentile lies within the limits, ascending. */
  readonly poles: ReachedPoles;
  /** One per limit, in order. */
  readonly reliability: readonly Reliability[];
  readonly rides: Rides;
}

/** The poles that every departure of the window, half of them or any of them reaches within a limit. */
export interface Reliability {
  readonly every: Holdings;
  readonly half: Holdings;
  readonly any: Holdings;
}

/** Every reached pole once, with its least cost and the number of its band; the three arrays run in parallel. */
export interface ReachedPoles {
  readonly poles: Uint32Array;
  /** Milliseconds or millimeters, access legs included. */
  readonly costs: Uint32Array;
  /** Position in the limits. */
  readonly bands: Uint8Array;
}
