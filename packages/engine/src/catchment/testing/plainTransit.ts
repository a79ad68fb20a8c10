import type { Territory } from '@hinterland/territory';
import type { CatchmentQuery, TransitQuery } from '../../query/query.ts';
import type { RoadPlace, SnappedOrigin } from '../../snap/snapOrigins.ts';
import type { DrawnNetwork, DrawnTrip } from '../../testing/drawnTimetable.ts';
import { plainCatchment } from './plainCatchment.ts';

const DAY = 86_400_000;

/**
 * Travel times of every pole for every departure of a window, in the plainest way, as the oracle of tests: each departure
 * by itself, each round of rides over every trip of every day by itself, and one search on streets per stop. Shares no
 * code with the fast way but the searches on streets that `plainCatchment` makes. All zones are UTC.
 *
 * Out: milliseconds by departure, then by pole; above the last limit, nothing.
 */
export function plainTransit(
  territory: Territory,
  network: DrawnNetwork,
  query: CatchmentQuery & { readonly transit: TransitQuery },
  origins: readonly SnappedOrigin[],
): Map<number, number>[] {
  const { transit, direction } = query;
  const limit = query.limits.at(-1)! * 1000;
  const onFoot = (from: readonly RoadPlace[], seconds: number) =>
    plainCatchment(territory, { ...query, limits: [seconds] }, from.map(asOrigin));
  const allTheWay = onFoot(origins, limit / 1000);
  const stopPoles = network.stops.map((stop) => onFoot([stop], transit.maxWalkSeconds));
  const access = network.stops.map((stop) => walkTo(territory, query, origins, stop, transit.maxWalkSeconds * 1000));
  const out = direction === 'outbound';
  return Array.from({ length: transit.toMinute - transit.fromMinute }, (_, i) => {
    const start = (transit.day * 1440 + transit.fromMinute + i) * 60_000;
    const atStops = plainRides(network, transit.maxRides, out, start, access);
    const times = new Map(allTheWay);
    atStops.forEach((at, stop) => {
      if (at === Infinity) return;
      for (const [pole, walk] of stopPoles[stop]!) {
        const time = at + walk;
        if (time <= limit && time < (times.get(pole) ?? Infinity)) times.set(pole, time);
      }
    });
    return times;
  });
}

/** Returns milliseconds from `start` (back to it, unless `out`) until the last ride ends at each stop; Infinity for none. */
export function plainRides(
  network: DrawnNetwork,
  maxRides: number,
  out: boolean,
  start: number,
  access: readonly number[],
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
      for (const day of trip.days) rideTrip(trip, day * DAY, sign, ready, arrived);
    }
    arrived.forEach((at, stop) => {
      best[stop] = Math.min(best[stop]!, at - begin);
    });
    ready = arrived.map((at, stop) => (selfWalks.has(stop) ? Infinity : at));
    for (const { from, to, seconds } of walks) {
      const [here, there] = out ? [from, to] : [to, from];
      ready[there] = Math.min(ready[there]!, arrived[here]! + seconds * 1000);
    }
  }
  return best;
}

function rideTrip(trip: DrawnTrip, dayStart: number, sign: number, ready: readonly number[], arrived: number[]): void {
  const positions = trip.stops.map((_, i) => i);
  if (sign < 0) positions.reverse();
  const [noOn, noOff] = sign > 0 ? [trip.noBoarding, trip.noAlighting] : [trip.noAlighting, trip.noBoarding];
  let aboard = false;
  for (const i of positions) {
    const stop = trip.stops[i]!;
    const arrival = dayStart + trip.arrivals[i]! * 1000;
    const departure = dayStart + trip.departures[i]! * 1000;
    if (aboard && !noOff?.includes(i)) arrived[stop] = Math.min(arrived[stop]!, sign > 0 ? arrival : -departure);
    if (!noOn?.includes(i) && ready[stop]! <= (sign > 0 ? departure : -arrival)) aboard = true;
  }
}

const asOrigin = (place: RoadPlace): SnappedOrigin => ({
  ...place,
  origin: { lat: 0, lng: 0 },
  lat: 0,
  lng: 0,
  distanceMeters: 0,
});

/** Least walk between the origins and a stop, found by a territory whose only pole is the stop; Infinity beyond the limit. */
function walkTo(
  territory: Territory,
  query: CatchmentQuery,
  origins: readonly SnappedOrigin[],
  stop: RoadPlace,
  limit: number,
): number {
  const snaps = {
    rows: 1,
    pole: Uint32Array.of(0),
    edge: Uint32Array.of(stop.edge),
    positionMillimeters: Uint32Array.of(stop.positionMillimeters),
    accessMillimeters: Uint32Array.of(stop.accessMillimeters),
  };
  const only = { ...territory, snaps: { ...territory.snaps, walk: snaps } } as Territory;
  return plainCatchment(only, { ...query, limits: [limit / 1000] }, origins).get(0) ?? Infinity;
}
