import { oncePer } from '@hinterland/geo';
import { latestSecond } from './activeTrips.ts';
import { runsOn, type Timetable } from './timetable.ts';
import { instantOf, serviceDayStart } from './zonedTime.ts';

const DAY_SECONDS = 86_400;
const DAY_MINUTES = 1440;

/** Pauses of fewer minutes between two trips are no end of service: people wait for the next one. */
const PAUSE_MINUTES = 60;

/** Minutes after midnight, from `fromMinute` to before `toMinute`. */
interface MinuteRange {
  readonly fromMinute: number;
  readonly toMinute: number;
}

const kept = oncePer((_: Timetable) => new Map<number, readonly MinuteRange[]>());

/**
 * Returns the times of a day (days since 1970-01-01) at which trips are under way, by the clock of the first timetable,
 * ascending; pauses of less than an hour count as service. Trips of the day before that run past midnight count, too.
 */
export function serviceHours(timetable: Timetable, day: number): readonly MinuteRange[] {
  const known = kept(timetable).get(day);
  if (known !== undefined) return known;
  const ranges: MinuteRange[] = [];
  minutesWithTrips(timetable, day).forEach((trips, minute) => {
    if (trips === 0) return;
    const last = ranges.at(-1);
    if (last !== undefined && minute - last.toMinute < PAUSE_MINUTES) {
      ranges[ranges.length - 1] = { ...last, toMinute: minute + 1 };
    } else ranges.push({ fromMinute: minute, toMinute: minute + 1 });
  });
  kept(timetable).set(day, ranges);
  return ranges;
}

/** Returns how many trips are under way in each minute that the clock of a day shows. */
function minutesWithTrips(timetable: Timetable, day: number): Int32Array {
  const { feeds, services, patterns, trips, times } = timetable;
  const zone = feeds.zone.at(0);
  const midnight = instantOf(zone, day, 0);
  const minutes = (instantOf(zone, day + 1, 0) - midnight) / 60;
  // Trips that begin, less those that have ended.
  const changes = new Int32Array(minutes + 1);
  const firstDay = day - 1 - Math.ceil(latestSecond(timetable) / DAY_SECONDS);
  for (let serviceDay = firstDay; serviceDay <= day + 1; serviceDay++) {
    const startOf = Float64Array.from({ length: services.rows }, (_, service) =>
      runsOn(timetable, service, serviceDay)
        ? serviceDayStart(feeds.zone.at(services.feed[service]!), serviceDay) - midnight
        : Number.NaN,
    );
    for (let pattern = 0; pattern + 1 < patterns.rows; pattern++) {
      const stops = patterns.firstStop[pattern + 1]! - patterns.firstStop[pattern]!;
      const firstTrip = patterns.firstTrip[pattern]!;
      for (let trip = firstTrip; trip < patterns.firstTrip[pattern + 1]!; trip++) {
        const start = startOf[trips.service[trip]!]!;
        const row = patterns.firstTime[pattern]! + (trip - firstTrip) * stops;
        const begins = Math.floor((start + times.departureSeconds[row]!) / 60);
        const ends = Math.floor((start + times.arrivalSeconds[row + stops - 1]!) / 60);
        if (Number.isNaN(start) || ends < 0 || begins >= minutes) continue;
        changes[Math.max(begins, 0)]!++;
        changes[Math.min(ends + 1, minutes)]!--;
      }
    }
  }
  for (let minute = 1; minute < minutes; minute++) changes[minute]! += changes[minute - 1]!;
  if (minutes === DAY_MINUTES) return changes.subarray(0, DAY_MINUTES);
  return Int32Array.from(
    { length: DAY_MINUTES },
    (_, minute) => changes[Math.min(minutes - 1, (instantOf(zone, day, minute * 60) - midnight) / 60)]!,
  );
}
