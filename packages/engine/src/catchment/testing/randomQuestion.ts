import { SeededRandom } from '@hinterland/geo';
import type { CatchmentQuery, TransitQuery } from '../../query/query.ts';
import type { DrawnNetwork, DrawnTrip } from '../../testing/drawnTimetable.ts';
import { randomTown } from '../../testing/index.ts';

/** 2026-03-02, a Monday. */
const MONDAY = 20_514;
const at = (hours: number) => hours * 3600;

/** A town, a timetable of eight lines on it, and a question about one of its places, all from a seed. */
export function randomQuestion(seed: number) {
  const random = new SeededRandom(seed);
  const drawn = randomTown({ seed, sideMeters: 9000 });
  const { territory } = drawn;
  const snaps = territory.snaps.walk!;
  const stops = Array.from({ length: 14 }, () => {
    const row = random.int(snaps.rows);
    return {
      edge: snaps.edge[row]!,
      positionMillimeters: snaps.positionMillimeters[row]!,
      accessMillimeters: random.int(20_000),
    };
  });
  const trips: DrawnTrip[] = [];
  for (let route = 0; route < 8; route++) {
    const ofRoute = Array.from({ length: 3 + random.int(4) }, () => random.int(stops.length));
    const some = { noBoarding: random.next() < 0.2 ? [1] : [], noAlighting: random.next() < 0.2 ? [2] : [] };
    for (let start = at(5) + random.int(900); start < at(9); start += 300 + random.int(1500)) {
      const arrivals: number[] = [];
      const departures: number[] = [];
      let time = start + (random.next() < 0.1 ? at(24) : 0);
      for (let i = 0; i < ofRoute.length; i++) {
        arrivals.push(time);
        time += random.int(3) * 30;
        departures.push(time);
        time += 30 + random.int(400);
      }
      // A trip past midnight runs on the day before.
      trips.push({
        stops: ofRoute,
        arrivals,
        departures,
        days: [start === departures[0] ? MONDAY : MONDAY - 1, MONDAY],
        ...some,
      });
    }
  }
  const walks = Array.from({ length: 20 }, () => ({
    from: random.int(stops.length),
    to: random.int(stops.length),
    seconds: random.int(600),
  }));
  const unique = [...new Map(walks.map((walk) => [`${walk.from} ${walk.to}`, walk])).values()];
  const transit = {
    day: MONDAY,
    fromMinute: 400 + random.int(60),
    toMinute: 470 + random.int(20),
    percentile: 5 + random.int(91),
    maxRides: 1 + random.int(5),
    maxWalkSeconds: 300 + random.int(900),
  };
  const query: CatchmentQuery & { readonly transit: TransitQuery } = {
    measure: 'time',
    mode: 'walk',
    traffic: 'normal',
    origins: [random.pick(drawn.places)],
    limits: [600, 1800, 2700],
    direction: random.pick(['inbound', 'outbound']),
    transit,
  };
  return { territory, places: drawn.places, network: { stops, trips, walks: unique } satisfies DrawnNetwork, query };
}
