import { oncePer } from '@hinterland/geo';
import { runsOn, type Timetable } from './timetable.ts';

/** Days, since 1970-01-01, from the first to the last without a gap. */
export interface DayRange {
  readonly first: number;
  readonly last: number;
}

/** Days of the week that have a timetable of their own in most places. */
export type DayKind = 'weekday' | 'saturday' | 'sunday';

/** Trips per day, from `firstDay` on. */
interface TripsByDay {
  readonly firstDay: number;
  readonly trips: Float64Array;
}

const tripsByDay = oncePer((timetable: Timetable): TripsByDay => {
  const { feeds, services, trips } = timetable;
  const tripsOf = new Float64Array(services.rows);
  for (const service of trips.service) tripsOf[service]!++;
  const firstDay = feeds.firstDay.reduce((a, b) => Math.min(a, b), Infinity);
  const end = feeds.firstDay.reduce((a, b, feed) => Math.max(a, b + feeds.days[feed]!), -Infinity);
  const byDay = new Float64Array(Math.max(0, end - firstDay)).map((_, i) => {
    let sum = 0;
    for (let service = 0; service < services.rows; service++) {
      if (runsOn(timetable, service, firstDay + i)) sum += tripsOf[service]!;
    }
    return sum;
  });
  return { firstDay, trips: byDay };
});

/** Returns the days on which any trip runs. */
export function serviceDays(timetable: Timetable): DayRange[] {
  const { firstDay, trips } = tripsByDay(timetable);
  const ranges: DayRange[] = [];
  trips.forEach((count, i) => {
    if (count === 0) return;
    const before = ranges.at(-1);
    if (before?.last === firstDay + i - 1) ranges[ranges.length - 1] = { first: before.first, last: firstDay + i };
    else ranges.push({ first: firstDay + i, last: firstDay + i });
  });
  return ranges;
}

/**
 * Returns the day that stands for its kind: the one with the most trips of all timetables together, the earliest of equal
 * ones, among the days whose neighbors are in the calendars too. On the first day of a calendar the trips of the night before
 * are missing, on its last day those of the morning after. Holidays run less and days outside a timetable nothing, so neither
 * is chosen. Where no day has both neighbors, all days count; null if no day of the kind has a trip.
 */
export function typicalDay(timetable: Timetable, kind: DayKind): number | null {
  const { firstDay, trips } = tripsByDay(timetable);
  let best: number | null = null;
  let [most, bestIsInside] = [0, false];
  trips.forEach((count, i) => {
    const day = firstDay + i;
    if (kindOf(day) !== kind || count === 0) return;
    const inside = isInside(timetable, day);
    if (bestIsInside === inside ? count <= most : bestIsInside) return;
    [best, most, bestIsInside] = [day, count, inside];
  });
  return best;
}

/** Whether the day before and the day after lie in every calendar in which a day lies. */
function isInside({ feeds }: Timetable, day: number): boolean {
  for (let feed = 0; feed < feeds.rows; feed++) {
    const [first, last] = [feeds.firstDay[feed]!, feeds.firstDay[feed]! + feeds.days[feed]! - 1];
    if (day === first || day === last) return false;
  }
  return true;
}

function kindOf(day: number): DayKind {
  // 1970-01-01 was a Thursday.
  const weekday = (((day + 3) % 7) + 7) % 7;
  return weekday < 5 ? 'weekday' : weekday === 5 ? 'saturday' : 'sunday';
}
