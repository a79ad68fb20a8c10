import { type Territory, TRANSIT_RULE } from '@hinterland/territory';
import type { RoadPlace } from '../snap/snapOrigins.ts';
import type { Timetable } from '../transit/timetable.ts';

/** A trip of a drawn timetable; the lists run in parallel. */
export interface DrawnTrip {
  /** Positions in the list of stops. */
  readonly stops: readonly number[];
  /** Seconds of the service day. */
  readonly arrivals: readonly number[];
  readonly departures: readonly number[];
  /** Service days since 1970-01-01. */
  readonly days: readonly number[];
  /** Positions in `stops` at which nobody may get on, or off. */
  readonly noBoarding?: readonly number[];
  readonly noAlighting?: readonly number[];
  readonly feed?: number;
}

export interface DrawnWalk {
  readonly from: number;
  readonly to: number;
  readonly seconds: number;
}

export interface DrawnNetwork {
  /** Zone of each feed. Default: one in UTC. */
  readonly zones?: readonly string[];
  /** Stops on the walking network; a place is needed by those whose street other modes may not use. */
  readonly stops: readonly (RoadPlace & { readonly lat?: number; readonly lng?: number })[];
  readonly trips: readonly DrawnTrip[];
  /** A change at a stop takes no time unless a walk to itself is listed. */
  readonly walks?: readonly DrawnWalk[];
}

/** Makes a timetable out of trips; each trip joins the first pattern with its stops in which no trip overtakes another. */
export function drawnTimetable({ zones = ['UTC'], stops, trips, walks = [] }: DrawnNetwork): Timetable {
  const allDays = trips.flatMap(({ days }) => days);
  const firstDay = Math.min(...allDays);
  const days = Math.max(...allDays) - firstDay + 1;
  const bytes = Math.ceil(days / 8);
  const bits = new Uint8Array(trips.length * bytes);
  trips.forEach((trip, service) => {
    for (const day of trip.days) bits[service * bytes + ((day - firstDay) >> 3)]! |= 1 << ((day - firstDay) & 7);
  });
  const patterns: number[][] = [];
  const inOrder = trips.map((_, i) => i).sort((a, b) => trips[a]!.departures[0]! - trips[b]!.departures[0]! || a - b);
  for (const trip of inOrder) {
    const fitting = patterns.find((known) => known.every((other) => follows(trips[trip]!, trips[other]!)));
    if (fitting === undefined) patterns.push([trip]);
    else fitting.push(trip);
  }
  const firstStop = [0];
  const firstTrip = [0];
  const firstTime = [0];
  for (const [first, ...others] of patterns) {
    const count = trips[first!]!.stops.length;
    firstStop.push(firstStop.at(-1)! + count);
    firstTrip.push(firstTrip.at(-1)! + 1 + others.length);
    firstTime.push(firstTime.at(-1)! + count * (1 + others.length));
  }
  const ofPatterns = patterns.flat();
  const firsts = patterns.map(([first]) => trips[first!]!);
  const allWalks = [
    ...walks,
    ...stops
      .map((_, stop) => ({ from: stop, to: stop, seconds: 0 }))
      .filter(({ from }) => !walks.some((walk) => walk.from === from && walk.to === from)),
  ].sort((a, b) => a.from - b.from || a.to - b.to);
  return {
    feeds: {
      rows: zones.length,
      zone: { at: (feed) => zones[feed]! },
      firstDay: Int32Array.from(zones, () => firstDay),
      days: Uint32Array.from(zones, () => days),
    },
    stops: {
      rows: stops.length,
      edge: Uint32Array.from(stops, ({ edge }) => edge),
      positionMillimeters: Uint32Array.from(stops, ({ positionMillimeters }) => positionMillimeters),
      accessMillimeters: Uint32Array.from(stops, ({ accessMillimeters }) => accessMillimeters),
      lngMicrodegrees: Int32Array.from(stops, ({ lng = 0 }) => Math.round(lng * 1e6)),
      latMicrodegrees: Int32Array.from(stops, ({ lat = 0 }) => Math.round(lat * 1e6)),
    },
    patterns: {
      rows: patterns.length + 1,
      firstStop: Uint32Array.from(firstStop),
      firstTrip: Uint32Array.from(firstTrip),
      firstTime: Uint32Array.from(firstTime),
    },
    patternStops: {
      stop: Uint32Array.from(firsts.flatMap((trip) => trip.stops)),
      rule: Uint8Array.from(firsts.flatMap(rulesOf)),
    },
    trips: { service: Uint32Array.from(ofPatterns) },
    times: {
      arrivalSeconds: Uint32Array.from(ofPatterns.flatMap((trip) => trips[trip]!.arrivals)),
      departureSeconds: Uint32Array.from(ofPatterns.flatMap((trip) => trips[trip]!.departures)),
    },
    services: {
      rows: trips.length,
      feed: Uint16Array.from(trips, ({ feed }) => feed ?? 0),
      firstByte: Uint32Array.from(trips, (_, service) => service * bytes),
    },
    serviceDays: { bits },
    stopWalks: {
      firstWalk: Uint32Array.from(
        { length: stops.length + 1 },
        (_, stop) => allWalks.filter(({ from }) => from < stop).length,
      ),
    },
    walks: {
      stop: Uint32Array.from(allWalks, ({ to }) => to),
      seconds: Uint32Array.from(allWalks, ({ seconds }) => seconds),
    },
  };
}

/** The same territory with this timetable. */
export function withTimetable(territory: Territory, timetable: Timetable): Territory {
  const dataVersion = { ...territory.dataVersion, transit: '1' };
  return { ...territory, dataVersion, transit: timetable } as Territory;
}

function rulesOf({ stops, noBoarding = [], noAlighting = [] }: DrawnTrip): number[] {
  return stops.map(
    (_, i) =>
      (noBoarding.includes(i) ? TRANSIT_RULE.noBoarding : 0) | (noAlighting.includes(i) ? TRANSIT_RULE.noAlighting : 0),
  );
}

function follows(trip: DrawnTrip, before: DrawnTrip): boolean {
  return (
    trip.feed === before.feed &&
    String(trip.stops) === String(before.stops) &&
    String(rulesOf(trip)) === String(rulesOf(before)) &&
    trip.stops.every((_, i) => trip.arrivals[i]! >= before.arrivals[i]! && trip.departures[i]! >= before.departures[i]!)
  );
}
