import { NO_DAY } from '@hinterland/territory';

/** Lengths of the periods of a trend. */
export const PERIODS = ['month', 'quarter', 'year'] as const;
export type Period = (typeof PERIODS)[number];

export const MONTHS_OF: Readonly<Record<Period, number>> = { month: 1, quarter: 3, year: 12 };

const MILLISECONDS_PER_DAY = 86_400_000;

/** Months since January 1970 of a day since 1970-01-01; NO_DAY stays NO_DAY. */
export function monthOfDay(day: number): number {
  if (day === NO_DAY) return NO_DAY;
  const date = new Date(day * MILLISECONDS_PER_DAY);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}

/** "2026-10" for a month since January 1970. */
export function monthName(month: number): string {
  return `${1970 + Math.floor(month / 12)}-${String((((month % 12) + 12) % 12) + 1).padStart(2, '0')}`;
}

/** Month since January 1970 of "2026-10". */
export function monthOfName(name: string): number {
  return (Number(name.slice(0, 4)) - 1970) * 12 + Number(name.slice(5, 7)) - 1;
}

/** The periods that hold the months `from`..`to` (both inclusive, months since January 1970). */
export interface PeriodList {
  readonly period: Period;
  /** "2026-10", "2026-Q4", "2026". */
  readonly names: readonly string[];
  /** Number of the period of a month, which lies in one of them. */
  of(month: number): number;
}

export function periodsBetween(from: number, to: number, period: Period): PeriodList {
  const months = MONTHS_OF[period];
  const first = Math.floor(from / months);
  const names = Array.from({ length: Math.max(0, Math.floor(to / months) - first + 1) }, (_, i) => {
    const name = monthName((first + i) * months);
    if (period === 'month') return name;
    const year = name.slice(0, 4);
    return period === 'year' ? year : `${year}-Q${Math.ceil(Number(name.slice(5)) / 3)}`;
  });
  return { period, names, of: (month) => Math.floor(month / months) - first };
}
