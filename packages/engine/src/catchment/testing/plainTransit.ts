import { MODE_BIT, type Mode } from '@hinterland/catalogue';
import { NONE, type Territory } from '@hinterland/territory';
import type { CatchmentQuery, TransitQuery } from '../../query/query.ts';
import { type RoadPlace, snapOrigins } from '../../snap/snapOrigins.ts';
import type { DrawnNetwork, DrawnTrip } from '../../testing/drawnTimetable.ts';
import { type PlainStreets, plainStreets } from './plainCatchment.ts';

const DAY = 86_400_000;

/** The clock of a timetable, in milliseconds since 1970. */
export interface PlainClock {
  /** The moment from which the times of a service day count. */
  readonly dayStart: (day: number) => number;
  /** The moment at which the clock shows a minute of a day. */
  readonly at: (day: number, minute: number) => number;
}

const UTC: PlainClock = { dayStart: (day) => day * DAY, at: (day, minute) => day * DAY + minute * 60_000 };

type RidingQuery = CatchmentQuery & { readonly transit: TransitQuery };

/** Ways over the streets that all questions in one direction with the same longest legs share. */
export interface PlainWalks {
  /** All the way to poles: by the mode of the leg at the poles, and by that of the leg at the origins. */
  readonly streets: PlainStreets;
  readonly nearStreets: PlainStreets;
  readonly streetsToStops: PlainStreets;
  /** Returns the poles within the longest leg of a stop with its ways, one after the other. Each stop is searched once. */
  readonly polesOf: (stop: number) => Uint32Array;
}

/** The leg at the origins and the one at the poles: a bicycle is ridden before the first vehicle alone. */
function plainLegs({ transit, direction }: Pick<RidingQuery, 'transit' | 'direction'>) {
  const onFoot = { mode: 'walk', longest: transit.maxWalkSeconds * 1000 } as const;
  const { bicycleSeconds } = transit;
  const first = bicycleSeconds === undefined ? onFoot : ({ mode: 'bicycle', longest: bicycleSeconds * 1000 } as const);
  return direction === 'outbound' ? { near: first, far: onFoot } : { near: onFoot, far: first };
}

/** One departure: milliseconds to each stop by its last ride, and to each pole; Infinity where nobody arrives in time. */
export interface PlainDeparture {
  readonly atStops: readonly number[];
  readonly atPoles: Float64Array;
}

/** Prepares ways from stops, one search per stop. A stop without a street of the mode has none. */
export function plainWalks(territory: Territory, network: DrawnNetwork, query: RidingQuery): PlainWalks {
  const { near, far } = plainLegs(query);
  const joins = (stop: number, mode: Mode) => {
    const { edge } = network.stops[stop]!;
    return edge !== NONE && (mode === 'walk' || (territory.edges.mainComponent[edge]! & MODE_BIT[mode]) !== 0);
  };
  const onStreets = network.stops.map((_, stop) => stop).filter((stop) => joins(stop, near.mode));
  const column = (of: (stop: RoadPlace) => number) => Uint32Array.from(onStreets, (stop) => of(network.stops[stop]!));
  const stopSnaps = {
    rows: onStreets.length,
    pole: Uint32Array.from(onStreets),
    edge: column(({ edge }) => edge),
    positionMillimeters: column(({ positionMillimeters }) => positionMillimeters),
    accessMillimeters: column(({ accessMillimeters }) => accessMillimeters),
  };
  const streets = plainStreets(territory, { ...query, mode: far.mode });
  const polesOfStops: Uint32Array[] = [];
  return {
    streets,
    nearStreets: plainStreets(territory, { ...query, mode: near.mode }),
    streetsToStops: plainStreets({ ...territory, snaps: { ...territory.snaps, [near.mode]: stopSnaps } } as Territory, {
      ...query,
      mode: near.mode,
    }),
    polesOf: (stop) => {
      polesOfStops[stop] ??= Uint32Array.from(
        joins(stop, far.mode) ? [...leastOf(streets, [network.stops[stop]!], far.longest)].flat() : [],
      );
      return polesOfStops[stop];
    },
  };
}

/**
 * Travel times for every departure of a window, in the plainest way, as the oracle of tests: each departure by itself, each
 * round of rides over every trip of every day by itself, and one search on streets per stop. Shares no code with the fast
 * way but the searches on streets that `plainCatchment` makes, and where origins join the roads.
 */
export function plainTransit(
  territory: Territory,
  network: DrawnNetwork,
  query: RidingQuery,
  origins: readonly RoadPlace[],
  { walks = plainWalks(territory, network, query), clock = UTC }: { walks?: PlainWalks; clock?: PlainClock } = {},
): PlainDeparture[] {
  const { transit, direction } = query;
  const limit = query.limits.at(-1)! * 1000;
  const out = direction === 'outbound';
  const begin = clock.at(transit.day, transit.fromMinute);
  const departures = Math.max(0, clock.at(transit.day, transit.toMinute) - begin) / 60_000;
  const met = tripsBetween(network, clock, begin - limit, begin + departures * 60_000 + limit);
  const { near, far } = plainLegs(query);
  const nearOrigins = near.mode === far.mode ? origins : snapOrigins(territory, near.mode, query.origins);
  const allTheWay = [leastOf(walks.streets, origins, limit), leastOf(walks.nearStreets, nearOrigins, limit)];
  const access = network.stops.map(() => Infinity);
  for (const [stop, way] of leastOf(walks.streetsToStops, nearOrigins, near.longest)) access[stop] = way;
  return Array.from({ length: departures }, (_, i) => {
    const start = begin + i * 60_000;
    const atStops = plainRides(met, transit.maxRides, out, start, access, clock).map((at) =>
      at > limit ? Infinity : at,
    );
    const atPoles = new Float64Array(territory.poles.rows).fill(Infinity);
    for (const least of allTheWay) {
      for (const [pole, way] of least) atPoles[pole] = Math.min(atPoles[pole]!, way);
    }
    atStops.forEach((at, stop) => {
      if (at === Infinity) return;
      const poles = walks.polesOf(stop);
      for (let row = 0; row < poles.length; row += 2) {
        const time = at + poles[row + 1]!;
        if (time <= limit && time < atPoles[poles[row]!]!) atPoles[poles[row]!] = time;
      }
    });
    return { atStops, atPoles };
  });
}

/** Returns the time of each pole at the percentile (nearest rank) that lies within the last limit, in milliseconds. */
export function plainAtPercentile(...question: Parameters<typeof plainTransit>): Map<number, number> {
  const [territory, , { transit, limits }] = question;
  const plain = plainTransit(...question);
  const rank = Math.ceil((transit.percentile * plain.length) / 100);
  const found = new Map<number, number>();
  for (let pole = 0; pole < territory.poles.rows; pole++) {
    const times = plain.map(({ atPoles }) => atPoles[pole]!).sort((a, b) => a - b);
    if (times[rank - 1]! <= limits.at(-1)! * 1000) found.set(pole, times[rank - 1]!);
  }
  return found;
}

/** Least cost of every pole from one of the places, within the limit. */
function leastOf(streets: PlainStreets, places: readonly RoadPlace[], limit: number): Map<number, number> {
  const least = new Map<number, number>();
  for (const place of places) {
    streets(place, limit, (pole, cost) => {
      if (cost <= limit && cost < (least.get(pole) ?? Infinity)) least.set(pole, cost);
    });
  }
  return least;
}

/** The network with the days alone on which a trip is under way between two moments. */
function tripsBetween(network: DrawnNetwork, clock: PlainClock, first: number, last: number): DrawnNetwork {
  const trips = network.trips.map((trip) => ({
    ...trip,
    days: trip.days.filter((day) => {
      const start = clock.dayStart(day);
      return start + trip.arrivals.at(-1)! * 1000 >= first && start + trip.departures[0]! * 1000 <= last;
    }),
  }));
  return { ...network, trips: trips.filter(({ days }) => days.length > 0) };
}

/** Returns milliseconds from `start` (back to it, unless `out`) until the last ride ends at each stop; Infinity for none. */
export function plainRides(
  network: DrawnNetwork,
  maxRides: number,
  out: boolean,
  start: number,
  access: readonly number[],
  clock: PlainClock = UTC,
): number[] {
  // Back in time everything runs with the sign turned around.
  const sign = out ? 1 : -1;
  const begin = sign * start;
  const walks = network.walks ?? [];
  const selfWalks = new Set(walks.filter(({ from, to }) => from === to).map(({ from }) => from));
  const best = network.stops.map(() => Infinity);
  let ready = access.map((walk) => begin + walk);
  for (let ride = 0; ride < maxRides; ride++) {
    const arrived = network.stops.map(() => Infinity);
    for (const trip of network.trips) {
      for (const day of trip.days) rideTrip(trip, clock.dayStart(day), sign, ready, arrived);
    }
    arrived.forEach((at, stop) => {
      best[stop] = Math.min(best[stop]!, at - begin);
    });
    ready = arrived.map((at, stop) => (selfWalks.has(stop) ? Infinity : at));
    for (const { from, to, seconds } of walks) {
      const here = out ? from : to;
      const there = out ? to : from;
      ready[there] = Math.min(ready[there]!, arrived[here]! + seconds * 1000);
    }
  }
  return best;
}

function rideTrip(trip: DrawnTrip, dayStart: number, sign: number, ready: readonly number[], arrived: number[]): void {
  const [noOn, noOff] = sign > 0 ? [trip.noBoarding, trip.noAlighting] : [trip.noAlighting, trip.noBoarding];
  const [arrivals, departures] = sign > 0 ? [trip.arrivals, trip.departures] : [trip.departures, trip.arrivals];
  const count = trip.stops.length;
  let aboard = false;
  for (let n = 0; n < count; n++) {
    const i = sign > 0 ? n : count - 1 - n;
    const stop = trip.stops[i]!;
    const arrival = sign * (dayStart + arrivals[i]! * 1000);
    if (aboard && arrival < arrived[stop]! && !noOff?.includes(i)) arrived[stop] = arrival;
    if (!aboard && ready[stop]! <= sign * (dayStart + departures[i]! * 1000) && !noOn?.includes(i)) aboard = true;
  }
}
