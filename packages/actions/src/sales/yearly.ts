import type { SalesStoreInput } from './input.ts';
import { readPeriod } from './period.ts';
import { type OpenedStore, rampOf } from './ramp.ts';

/** Sales of a year, or why there are none. */
export type Yearly =
  | { readonly sales: number; readonly months: number; readonly note: string }
  | { readonly sales: null; readonly reason: string };

/** Fewer months say nothing about a year. */
const LEAST_MONTHS = 3;

interface Known extends OpenedStore {
  readonly fault: string | null;
  /** Months before these were not open, behind a text that says since when. */
  readonly note: string;
}

/**
 * Returns the yearly sales of each store. Of periods, the last twelve months that are known count; fewer are scaled to a year by
 * the seasons of the stores that have all twelve months, else by their number. Months before an opening date do not count, nor do
 * months without sales before the first ones; of the first year after an opening, sales are raised to those of an established store where the chain says
 * how its stores begin; a store without sales at the end has closed and is no store to learn from. Periods that overlap are
 * a fault, but for a total of months that are all there.
 */
export function yearlySales(stores: readonly Pick<SalesStoreInput, 'sales' | 'openedAt' | 'closedAt'>[]): Yearly[] {
  const known = stores.map(({ sales, openedAt }) => (Array.isArray(sales) ? monthly(sales, openedAt) : null));
  const right = known.flatMap((one) => (one?.fault === null ? [one] : []));
  const established = right.filter(
    ({ months, opened }) => opened === null || Math.max(...months.keys()) - opened >= 23,
  );
  const seasons = seasonsOf(established.length > 0 ? established : right);
  const ramp = rampOf(right, (month) => seasons.shares[month % 12]!);
  return stores.map(({ sales, closedAt }, i): Yearly => {
    if (closedAt !== undefined)
      return { sales: null, reason: `It closes on ${closedAt}: a store that closes is none to learn from.` };
    if (!Array.isArray(sales)) return whole(sales as number | null);
    const { months, opened, fault, note } = known[i]!;
    if (fault !== null) return { sales: null, reason: fault };
    const last = [...months.keys()].sort((a, b) => b - a).slice(0, 12);
    if (last.length < LEAST_MONTHS) {
      const reason = `Sales of ${last.length} ${last.length === 1 ? 'month' : 'months'} say too little about a year; give at least ${LEAST_MONTHS}.`;
      return { sales: null, reason };
    }
    const sum = last.reduce((total, month) => total + months.get(month)!, 0);
    const begun = (month: number) => (opened === null || ramp === null ? 1 : ramp.shareAt(month - opened));
    const share = last.reduce((total, month) => total + seasons.shares[month % 12]! * begun(month), 0);
    if (ramp !== null && last.some((month) => begun(month) !== 1)) {
      const raised = `${last.length} months, raised to an established store as ${ramp.stores} stores of the chain have begun`;
      return { sales: sum / share, months: last.length, note: `${note} ${raised}`.trim() };
    }
    if (last.length === 12) return { sales: sum, months: 12, note };
    const by = seasons.stores > 0 ? `by the seasons of ${seasons.stores} stores with whole years` : 'evenly';
    const scaled = `${last.length} months, scaled to a year ${by}`;
    return { sales: sum / share, months: last.length, note: `${note} ${scaled}`.trim() };
  });
}

function whole(sales: number | null): Yearly {
  if (sales === null) return { sales: null, reason: 'Its sales are missing.' };
  if (sales < 0)
    return { sales: null, reason: 'Its sales are negative: a store of returns is no store to learn from.' };
  if (sales === 0) return { sales: null, reason: 'Its sales are 0, so nothing can be learned from it.' };
  return { sales, months: 12, note: '' };
}

type Told = { readonly period: string; readonly amount: number; readonly from: number; readonly to: number };

function monthly(periods: readonly { period: string; amount: number | null }[], openedAt: string | undefined): Known {
  const opened = openedAt === undefined ? -Infinity : readPeriod(openedAt.slice(0, 7))!.from;
  const at = (fault: string): Known => ({ months: new Map(), opened: null, fault, note: '' });
  const told = periods.flatMap(({ period, amount }): Told[] =>
    amount === null ? [] : [{ period, amount, ...readPeriod(period)! }],
  );
  const negative = told.find(({ amount }) => amount < 0);
  if (negative !== undefined) return at(`Its sales of ${negative.period} are negative.`);
  const parts = withoutTotals(told);
  const overlap = overlapIn(parts);
  if (overlap !== null) {
    return at(`Its periods ${overlap[0].period} and ${overlap[1].period} overlap: give each month once.`);
  }
  const months = new Map<number, number>();
  for (const { amount, from, to } of parts) {
    const first = Math.max(from, opened);
    for (let month = first; month < to; month++) months.set(month, amount / (to - first));
  }
  if (months.size === 0) {
    return at(told.length === 0 ? 'Its sales are missing.' : `It opened in ${openedAt}, after all of its periods.`);
  }
  const sold = [...months.keys()].filter((month) => months.get(month)! > 0);
  if (sold.length === 0) return at('Its sales are 0, so nothing can be learned from it.');
  const [first, last, end] = [Math.min(...sold), Math.max(...sold), Math.max(...months.keys())];
  // A store that rests in the same months of each year has not closed.
  const rests = Array.from({ length: end - last }, (_, i) => last + 1 + i).every(
    (month) => months.get(month - 12) === 0,
  );
  if (last < end && !rests) {
    return at(
      `It has sold nothing since ${monthText(last + 1)}, so it is closed since then. If it rests for a season, give its year as one figure.`,
    );
  }
  const early = [...months.keys()].filter((month) => month < first);
  for (const month of early) months.delete(month);
  const note = early.length === 0 ? '' : `Not open before ${monthText(first)}: it has sold nothing until then.`;
  const since = early.length > 0 ? first : openedAt === undefined ? null : opened;
  return { months, opened: since, fault: null, note };
}

const monthText = (month: number): string => `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;

/** A total of other periods, which are all there and add up to it within a hundredth, says nothing that they do not. */
function withoutTotals(told: readonly Told[]): readonly Told[] {
  const parts: Told[] = [];
  for (const one of told.toSorted((a, b) => a.to - a.from - (b.to - b.from))) {
    const inside = parts.filter(({ from, to }) => from >= one.from && to <= one.to);
    const months = inside.reduce((sum, { from, to }) => sum + to - from, 0);
    const amount = inside.reduce((sum, other) => sum + other.amount, 0);
    const isTotal =
      inside.length > 1 && months === one.to - one.from && Math.abs(amount - one.amount) <= 0.01 * one.amount;
    if (!isTotal) parts.push(one);
  }
  return parts;
}

function overlapIn(told: readonly Told[]): readonly [Told, Told] | null {
  const sorted = told.toSorted((a, b) => a.from - b.from || b.to - a.to);
  const at = sorted.findIndex((one, i) => i > 0 && one.from < sorted[i - 1]!.to);
  return at < 0 ? null : [sorted[at - 1]!, sorted[at]!];
}

/** Share of each month of the calendar in a year, from stores whose months of one year are all known and differ. */
function seasonsOf(stores: readonly OpenedStore[]) {
  const shares = Array.from({ length: 12 }, () => 0);
  let count = 0;
  for (const { months } of stores) {
    const last = [...months.keys()].sort((a, b) => b - a).slice(0, 12);
    const sum = last.reduce((total, month) => total + months.get(month)!, 0);
    const isEven = last.every((month) => months.get(month) === months.get(last[0]!));
    if (last.length < 12 || new Set(last.map((month) => month % 12)).size < 12 || isEven || !(sum > 0)) continue;
    for (const month of last) shares[month % 12]! += months.get(month)! / sum;
    count++;
  }
  return { stores: count, shares: shares.map((share) => (count === 0 ? 1 / 12 : share / count)) };
}
