import { asciiDigits } from '@hinterland/catalogue/numbers';

/** In which order numbers make a date. ISO dates are understood in any case. */
export const DATE_ORDERS = ['year_first', 'month_first', 'day_first'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** Years of two digits from here on belong to the last century. */
const CENTURY_TURNS = 70;

/** A month without a day: "2021-05", "2021/5", "05/2021". */
const YEAR_MONTH = /^(\d{4})[-/.](\d{1,2})$/;
const MONTH_YEAR = /^(\d{1,2})[-/.](\d{4})$/;

/**
 * Days since 1970-01-01 of "2021-05-06", "2021-05-06 00:00", "2/9/21", "06.05.2021", and of "2021-05" and "05/2021" the first of
 * the month; null where the text is no date.
 */
export function dayOfText(written: string, order: DateOrder): number | null {
  const text = asciiDigits(written);
  const monthFirst = MONTH_YEAR.exec(text);
  const alone = YEAR_MONTH.exec(text) ?? (monthFirst && [text, monthFirst[2]!, monthFirst[1]!]);
  if (alone !== null) {
    const [year, number] = [Number(alone[1]), Number(alone[2])];
    return number >= 1 && number <= 12 ? Date.UTC(year, number - 1, 1) / 86_400_000 : null;
  }
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(text);
  const parts = iso ?? /^(\d{1,4})[/.-](\d{1,2})[/.-](\d{1,4})(?:[T ].*)?$/.exec(text);
  if (parts === null) return null;
  const [a, b, c] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const [year, month, day] =
    iso !== null || order === 'year_first' ? [a, b, c] : order === 'month_first' ? [c, a, b] : [c, b, a];
  const whole = year >= 100 ? year : year >= CENTURY_TURNS ? 1900 + year : 2000 + year;
  const time = Date.UTC(whole, month - 1, day);
  const back = new Date(time);
  return back.getUTCMonth() === month - 1 && back.getUTCDate() === day ? time / 86_400_000 : null;
}
