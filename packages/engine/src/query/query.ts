import type { Mode, Traffic } from '@hinterland/catalogue';

/** A place on earth in degrees, WGS 84. */
export interface LatLng {
  readonly lat: number;
  readonly lng: number;
}

/**
 * What a limit limits. `time`: seconds of travel; `distance`: meters of road; `radius`: meters as the crow flies, without
 * any network.
 */
export type ReachMeasure = 'time' | 'distance' | 'radius';

/** `inbound`: who can reach an origin. `outbound`: who can be reached from it. A radius has no direction. */
export type Direction = 'inbound' | 'outbound';

export interface CatchmentQuery {
  /** 1 to MAX_ORIGINS places; a pole counts with the origin that is nearest to it. */
  readonly origins: readonly LatLng[];
  readonly measure: ReachMeasure;
  /** Limits of the bands, strictly ascending, above 0: seconds for time, meters for distance and radius. */
  readonly limits: readonly number[];
  /** Decides the usable roads of time and distance; a radius ignores it. */
  readonly mode: Mode;
  /** Speeds of time; distance and radius ignore it. A mode without this profile answers with `normal`. */
  readonly traffic: Traffic;
  readonly direction: Direction;
  /** The farthest that a road may be from its origin, meters. Default SNAP_LIMIT_METERS, at most SNAP_HARD_LIMIT_METERS. */
  readonly snapLimitMeters?: number;
}
