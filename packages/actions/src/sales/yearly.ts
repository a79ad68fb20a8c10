import type { SalesStoreInput } from './input.ts';
import { readPeriod } from './period.ts';

/** Sales of a year, or why there are none. */
export type Yearly =
  | { readonly sales: number; readonly months: number; readonly note: string }
  | { readonly sales: null; readonly reason: string };

/** Fewer months say nothing about a year. */
const LEAST_MONTHS = 3;

interface Known {
  readonly months: ReadonlyMap<number, number>;
  readonly fault: string | null;
}

/**
 * Returns the yearly sales of each store. Of periods, the last twelve months that are known count; fewer are scaled to a year by
 * the seasons of the stores that have all twelve months, else by their number. Months before an opening date do not count.
 */
export function yearlySales(stores: readonly Pick<SalesStoreInput, 'sales' | 'openedAt'>[]): Yearly[] {
  const known = stores.map(({ sales, openedAt }) => (Array.isArray(sales) ? monthly(sales, openedAt) : null));
  const seasons = seasonsOf(known.flatMap((one) => (one?.fault === null ? [one.months] : [])));
  return stores.map(({ sales }, i): Yearly => {
    if (!Array.isArray(sales)) return whole(sales as number | null);
    const { months, fault } = known[i]!;
    if (fault !== null) return { sales: null, reason: fault };
    const last = [...months.keys()].sort((a, b) => b - a).slice(0, 12);
    if (last.length < LEAST_MONTHS) {
      const reason = `Sales of ${last.length} ${last.length === 1 ? 'month' : 'months'} say too little about a year; give at least ${LEAST_MONTHS}.`;
      return { sales: null, reason };
    }
    const sum = last.reduce((total, month) => total + months.get(month)!, 0);
    const share = last.reduce((total, month) => total + seasons.shares[month % 12]!, 0);
    if (!(sum > 0)) return { sales: null, reason: 'Its sales are 0, so nothing can be learned from it.' };
    if (last.length === 12) return { sales: sum, months: 12, note: '' };
    const by = seasons.stores > 0 ? `by the seasons of ${seasons.stores} stores with whole years` : 'evenly';
    return { sales: sum / share, months: last.length, note: `${last.length} months, scaled to a year ${by}` };
  });
}

function whole(sales: number | null): Yearly {
  if (sales === null) return { sales: null, reason: 'Its sales are missing.' };
  if (sales < 0)
    return { sales: null, reason: 'Its sales are negative: a store of returns is no store to learn from.' };
  if (sales === 0) return { sales: null, reason: 'Its sales are 0, so nothing can be learned from it.' };
  return { sales, months: 12, note: '' };
}

function monthly(periods: readonly { period: string; amount: number | null }[], openedAt: string | undefined): Known {
  const opened = openedAt === undefined ? -Infinity : readPeriod(openedAt.slice(0, 7))!.from;
  const months = new Map<number, number>();
  for (const { period, amount } of periods) {
    if (amount === null) continue;
    if (amount < 0) return { months, fault: `Its sales of ${period} are negative.` };
    const { from, to } = readPeriod(period)!;
    const first = Math.max(from, opened);
    for (let month = first; month < to; month++) {
      months.set(month, (months.get(month) ?? 0) + amount / (to - first));
    }
  }
  return { months, fault: months.size === 0 ? 'Its sales are missing.' : null };
}

/** Share of each month of the calendar in a year, from stores whose months of one year are all known and differ. */
function seasonsOf(stores: readonly ReadonlyMap<number, number>[]) {
  const shares = Array.from({ length: 12 }, () => 0);
  let count = 0;
  for (const months of stores) {
    const last = [...months.keys()].sort((a, b) => b - a).slice(0, 12);
    const sum = last.reduce((total, month) => total + months.get(month)!, 0);
    const isEven = last.every((month) => months.get(month) === months.get(last[0]!));
    if (last.length < 12 || new Set(last.map((month) => month % 12)).size < 12 || isEven || !(sum > 0)) continue;
    for (const month of last) shares[month % 12]! += months.get(month)! / sum;
    count++;
  }
  return { stores: count, shares: shares.map((share) => (count === 0 ? 1 / 12 : share / count)) };
}
