import { ImportError } from '../errors/importError.ts';
import type { GtfsFiles, GtfsRow } from './gtfsFiles.ts';
import { heldId } from './ids.ts';
import type { GtfsLimits } from './limits.ts';
import { dayOf, weekdayOf } from './timesAndDates.ts';
import type { TimetableReport } from './timetableReport.ts';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/**
 * Reads calendar.txt and calendar_dates.txt. Returns the days since 1970-01-01 by service_id; a service without a day has
 * an empty set. Throws ImportError about every date and flag that cannot be understood: a wrong day is a wrong answer.
 */
export async function readCalendar(
  files: GtfsFiles,
  limits: GtfsLimits,
  report: TimetableReport,
): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  if (!files.has('calendar.txt') && !files.has('calendar_dates.txt')) {
    throw new ImportError(
      `${files.path} holds neither calendar.txt nor calendar_dates.txt: no trip has a day. Get a complete timetable from its publisher.`,
    );
  }
  const services = new Map<string, Set<number>>();
  await files.readIfThere('calendar.txt', ['service_id', ...WEEKDAYS, 'start_date', 'end_date'], report, (row) => {
    const id = row.text('service_id');
    if (services.has(id)) return report.services.dropped('a service_id that stands above already', row.reference);
    services.set(id, regularDays(row, limits));
  });
  await files.readIfThere('calendar_dates.txt', ['service_id', 'date', 'exception_type'], report, (row) => {
    const id = heldId(services, row.text('service_id'));
    const day = dateIn(row, 'date');
    const kind = row.code('exception_type');
    if (kind !== '1' && kind !== '2') {
      row.refuse('exception_type', `"${kind}" is neither 1 (runs) nor 2 (does not run). Correct it.`);
    }
    let days = services.get(id);
    if (days === undefined) {
      days = new Set();
      services.set(id, days);
    }
    if (kind === '1') days.add(day);
    else days.delete(day);
  });
  return services;
}

/** Days of a row of calendar.txt. */
function regularDays(row: GtfsRow, { mostDays }: GtfsLimits): Set<number> {
  const [first, last] = [dateIn(row, 'start_date'), dateIn(row, 'end_date')];
  if (last - first >= mostDays) {
    row.refuse(
      'end_date',
      `the service reaches over ${last - first + 1} days, the most is ${mostDays}. Correct the dates.`,
    );
  }
  const runs = WEEKDAYS.map((weekday) => {
    const flag = row.code(weekday);
    if (flag !== '0' && flag !== '1') row.refuse(weekday, `"${flag}" is neither 0 nor 1. Correct it.`);
    return flag === '1';
  });
  const days = new Set<number>();
  for (let day = first; day <= last; day++) if (runs[weekdayOf(day)]) days.add(day);
  return days;
}

function dateIn(row: GtfsRow, column: string): number {
  const text = row.code(column);
  const day = dayOf(text);
  return day ?? row.refuse(column, `"${text}" is no date. Correct it to one such as 20190513.`);
}
