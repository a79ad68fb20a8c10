const DAY_MILLISECONDS = 86_400_000;

/** Returns the seconds of a time such as "7:05:00" or "25:30:00"; null for any other text. */
export function secondsOf(text: string): number | null {
  const parts = /^(\d{1,2}):([0-5]\d):([0-5]\d)$/.exec(text);
  return parts === null ? null : 3600 * Number(parts[1]) + 60 * Number(parts[2]) + Number(parts[3]);
}

/** Returns the day of a date such as "20190513" as days since 1970-01-01; null for any other text. */
export function dayOf(text: string): number | null {
  const parts = /^(\d{4})(\d\d)(\d\d)$/.exec(text);
  if (parts === null) return null;
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.getTime() / DAY_MILLISECONDS : null;
}

/** Returns the weekday of a day since 1970-01-01, which was a Thursday: 0 for Monday, 6 for Sunday. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

/** Returns a day since 1970-01-01 as "2019-05-13". */
export const isoDay = (day: number): string => new Date(day * DAY_MILLISECONDS).toISOString().slice(0, 10);
