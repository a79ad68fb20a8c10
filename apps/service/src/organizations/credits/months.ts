import { type RawBuilder, sql } from 'kysely';
import { type Clock, now } from '../../kit/db/database.ts';

/** The first day of the present UTC calendar month as an SQL date: the month that limits count in. */
export const presentMonth = (clock: Clock): RawBuilder<string> =>
  sql<string>`date_trunc('month', ${now(clock)} at time zone 'utc')::date`;

/** When the month after begins. In: YYYY-MM-01. */
export function endOfMonth(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 1)).toISOString();
}
