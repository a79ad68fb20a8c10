import type { TableSpec } from './tables.ts';

/** Bits of `transitPatternStops.rule`; 0 where passengers board and alight. */
export const TRANSIT_RULE = { noBoarding: 1, noAlighting: 2 } as const;

/**
 * Family "transit": timetables of public transport. Times are seconds after noon minus 12 hours of the service day, as in
 * GTFS: midnight on all days but those of a clock change, above 86,400 behind the next midnight.
 */
export const TRANSIT_TABLES = {
  /** Timetables, in the order in which the recipe names them. */
  transitFeeds: {
    id: 'text',
    /** IANA name of the zone of its times. */
    zone: 'text',
    /** First day of the calendar, days since 1970-01-01. */
    firstDay: 'int32',
    /** Days of the calendar. */
    days: 'uint32',
  },
  /** Stops at which a trip calls, by feed, within a feed in Hilbert order. */
  transitStops: {
    id: 'text',
    name: 'text',
    lngMicrodegrees: 'int32',
    latMicrodegrees: 'int32',
    feed: 'uint16',
    /** First stop of its station; its own row where it belongs to none. */
    station: 'uint32',
    /** Place on the walking network, as in `snaps-walk`; NONE where no street is near. */
    edge: 'uint32',
    positionMillimeters: 'uint32',
    accessMillimeters: 'uint32',
  },
  transitRoutes: {
    name: 'text',
    longName: 'text',
    agency: 'text',
    /** route_type of GTFS. */
    type: 'uint16',
    feed: 'uint16',
  },
  /**
   * Trips with the same stops and rules that never overtake each other, and one row more. With n stops, the times of trip t
   * at its i-th stop are row `firstTime + (t - firstTrip) * n + i` of `transitTimes`.
   */
  transitPatterns: { firstStop: 'uint32', firstTrip: 'uint32', firstTime: 'uint32' },
  /** Stops of the patterns, one after the other; bits of TRANSIT_RULE. */
  transitPatternStops: { stop: 'uint32', rule: 'uint8' },
  /** Trips of the patterns, ascending in every time within a pattern. */
  transitTrips: { service: 'uint32', route: 'uint32' },
  transitTimes: { arrivalSeconds: 'uint32', departureSeconds: 'uint32' },
  /** Sets of days on which trips run; their bits begin at `firstByte`, the lowest bit of a byte first. */
  transitServices: { feed: 'uint16', firstByte: 'uint32' },
  transitServiceDays: { bits: 'uint8' },
  /** First way to change at each stop, and one row more. */
  transitStopWalks: { firstWalk: 'uint32' },
  /** Ways to change to another stop or, mostly in 0 seconds, at the same. */
  transitWalks: { stop: 'uint32', seconds: 'uint32' },
} as const satisfies Record<string, TableSpec>;
