import { TRANSIT_RULE } from '@hinterland/territory';
import type { DrawnNetwork, DrawnTrip } from '../../testing/drawnTimetable.ts';
import { stopPlace } from '../../transit/stopPlaces.ts';
import type { Timetable } from '../../transit/timetable.ts';

/** Returns every trip of a timetable by itself, with its days, for plain searches over real timetables of one zone. */
export function writtenOut(timetable: Timetable): DrawnNetwork {
  const { stops, patterns, trips, stopWalks, walks } = timetable;
  const daysOfService = new Map<number, number[]>();
  const written: DrawnTrip[] = [];
  for (let pattern = 0; pattern + 1 < patterns.rows; pattern++) {
    const [first, end] = [patterns.firstStop[pattern]!, patterns.firstStop[pattern + 1]!];
    const atStops = Array.from(timetable.patternStops.stop.subarray(first, end));
    const rules = Array.from(timetable.patternStops.rule.subarray(first, end));
    const positions = (rule: number) => rules.flatMap((of, i) => ((of & rule) !== 0 ? [i] : []));
    const [noBoarding, noAlighting] = [positions(TRANSIT_RULE.noBoarding), positions(TRANSIT_RULE.noAlighting)];
    let time = patterns.firstTime[pattern]!;
    for (let trip = patterns.firstTrip[pattern]!; trip < patterns.firstTrip[pattern + 1]!; trip++) {
      const service = trips.service[trip]!;
      if (!daysOfService.has(service)) daysOfService.set(service, daysOf(timetable, service));
      const next = time + atStops.length;
      written.push({
        stops: atStops,
        arrivals: Array.from(timetable.times.arrivalSeconds.subarray(time, next)),
        departures: Array.from(timetable.times.departureSeconds.subarray(time, next)),
        days: daysOfService.get(service)!,
        noBoarding,
        noAlighting,
      });
      time = next;
    }
  }
  return {
    stops: Array.from({ length: stops.rows }, (_, stop) => stopPlace(stops, stop)),
    trips: written,
    walks: Array.from({ length: stops.rows }, (_, from) => {
      const rows = Array.from(
        walks.stop.subarray(stopWalks.firstWalk[from]!, stopWalks.firstWalk[from + 1]!),
        (to, i) => ({
          from,
          to,
          seconds: walks.seconds[stopWalks.firstWalk[from]! + i]!,
        }),
      );
      // Where a timetable lists no change at a stop there is none.
      return rows.some(({ to }) => to === from) ? rows : [...rows, { from, to: from, seconds: Infinity }];
    }).flat(),
  };
}

function daysOf({ feeds, services, serviceDays }: Timetable, service: number): number[] {
  const feed = services.feed[service]!;
  const bit = (i: number) => serviceDays.bits[services.firstByte[service]! + Math.floor(i / 8)]! & (1 << (i % 8));
  return Array.from({ length: feeds.days[feed]! }, (_, i) => i)
    .filter((i) => bit(i) !== 0)
    .map((i) => feeds.firstDay[feed]! + i);
}
