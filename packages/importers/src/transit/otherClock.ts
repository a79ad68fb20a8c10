import type { Timetable } from '../inputs/transit.ts';
import type { Report } from '../report/report.ts';

/** Clocks are compared once a week: no zone keeps daylight saving time for less. */
const DAYS_BETWEEN = 7;

/**
 * Warns of a timetable whose clock shows another time than the territory's on a day of its calendar. Zones with other names and
 * the same clock, such as Europe/Vienna and Europe/Berlin, are no fault.
 */
export function warnOfOtherClock({ id, zone, services }: Timetable, timeZone: string, report: Report): void {
  const days = services.flat();
  const first = days.reduce((a, b) => Math.min(a, b), Infinity);
  const last = days.reduce((a, b) => Math.max(a, b), -Infinity);
  const [theirs, ours] = [clockOf(zone), clockOf(timeZone)];
  for (let day = first; day <= last; day += DAYS_BETWEEN) {
    const noon = day * 86_400_000 + 43_200_000;
    if (theirs(noon) === ours(noon)) continue;
    report.warn(
      `Timetable ${id} is in the time zone ${zone}, the territory in ${timeZone}, and their clocks differ. Check that the timetable is that of the map, and timeZone of the recipe.`,
    );
    return;
  }
}

/** Returns the text that the clocks of a zone show at an instant, milliseconds since 1970. */
function clockOf(timeZone: string): (instant: number) => string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  });
  return (instant) => format.format(instant);
}
