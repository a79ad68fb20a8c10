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

/** Travel by public transport, with walks at both ends and between vehicles. */
export interface TransitQuery {
  /** Days since 1970-01-01. */
  readonly day: number;
  /**
   * Minutes after midnight, by the clock of the first timetable: people leave (inbound: arrive) at each whole minute from
   * `fromMinute` to before `toMinute`, which may be 1,440.
   */
  readonly fromMinute: number;
  readonly toMinute: number;
  /** The share of departures, in percent, that take no longer than the cost of a pole: above 0, at most 100. */
  readonly percentile: number;
  /** At least 1. */
  readonly maxRides: number;
  /** Longest walk to the first stop, and longest walk from the last one. All the way, people walk as far as the limits allow. */
  readonly maxWalkSeconds: number;
  /**
   * Given where people ride a bicycle to the first stop and leave it there: the longest such ride. By bicycle they may go all
   * the way, too. Outbound the first stop is near the origins, inbound near the poles.
   */
  readonly bicycleSeconds?: number;
}

/** How cars, walkers and cyclists use roads. */
export interface RoadTravel {
  readonly mode: Mode;
  readonly traffic: Traffic;
  /** Hour of the day, 0 to 23, whose speeds cars drive; for mode car in a territory with speeds by hour. */
  readonly hour?: number | undefined;
}

/** How people come to stores: on roads or by public transport. */
export interface StoreTravel extends RoadTravel {
  /** Given for journeys by public transport; `mode` leads to the stops then. */
  readonly transit?: TransitQuery | undefined;
}

export interface CatchmentQuery {
  /** 1 to MAX_ORIGINS places; a pole counts with the origin that is nearest to it. */
  readonly origins: readonly LatLng[];
  readonly measure: ReachMeasure;
  /** Limits of the bands, strictly ascending, above 0: seconds for time, meters for distance and radius. */
  readonly limits: readonly number[];
  /** Decides the usable roads of time and distance; a radius ignores it. With `transit`: of the leg at the poles, see `legsOf`. */
  readonly mode: Mode;
  /** Given for journeys by public transport; `measure` is time then. */
  readonly transit?: TransitQuery | undefined;
  /** Speeds of time; distance and radius ignore it. A mode without this profile answers with `normal`. */
  readonly traffic: Traffic;
  /** Hour of the day, 0 to 23, whose speeds cars drive, as in RoadTravel; distance and radius ignore it. */
  readonly hour?: number | undefined;
  readonly direction: Direction;
  /** The farthest that a road may be from its origin, meters. Default SNAP_LIMIT_METERS, at most SNAP_HARD_LIMIT_METERS. */
  readonly snapLimitMeters?: number;
}
