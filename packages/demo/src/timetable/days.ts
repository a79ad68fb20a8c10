import type { DayKind } from '../plan/lines.ts';

const DAY_MILLISECONDS = 86_400_000;
const dayOf = (date: string): number => Date.parse(date) / DAY_MILLISECONDS;

/** Seasons of the timetable; its first and last day. */
const FIRST_DAY = dayOf('2026-10-01');
const LAST_DAY = dayOf('2027-03-31');

/** Christmas, Boxing Day, New Year and the nation's day. */
const HOLIDAYS = ['2026-12-25', '2026-12-26', '2027-01-01', '2027-02-05'].map(dayOf);

/** Days of a kind, as days since 1970-01-01. */
export function daysOf(kind: DayKind): number[] {
  const days = Array.from({ length: LAST_DAY - FIRST_DAY + 1 }, (_, i) => FIRST_DAY + i);
  return days.filter((day) => kindOf(day) === kind);
}

function kindOf(day: number): DayKind {
  const weekday = new Date(day * DAY_MILLISECONDS).getUTCDay();
  if (weekday === 0 || HOLIDAYS.includes(day)) return 'sunday';
  return weekday === 6 ? 'saturday' : 'weekday';
}
