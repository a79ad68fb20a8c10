/** Months from which on a store is established. */
const RAMP_MONTHS = 12;
/** Fewest stores whose first two years say how stores of a chain begin. */
const RAMP_STORES = 5;

/** Sales of a store by month, counted from year 0, with the month in which it opened; null where nobody knows. */
export interface OpenedStore {
  readonly months: ReadonlyMap<number, number>;
  readonly opened: number | null;
}

/** How stores of a chain begin: sales of their first months ÷ those of an established store. */
export interface Ramp {
  readonly stores: number;
  /** By months since the opening; 1 from the twelfth on. */
  readonly shareAt: (monthsSince: number) => number;
}

/**
 * Learns the ramp from stores whose first two years are known month by month: what they sold in each month of the first year, over what the second year
 * says of that month (its sum by the seasons of the chain). Null for fewer than five such stores. In: shares of the months of the calendar in a year.
 */
export function rampOf(stores: readonly OpenedStore[], seasonAt: (month: number) => number): Ramp | null {
  const known = stores.flatMap(({ months, opened }) => {
    if (opened === null) return [];
    const sold = Array.from({ length: 2 * RAMP_MONTHS }, (_, since) => months.get(opened + since));
    if (sold.some((amount) => amount === undefined)) return [];
    const second = sold.slice(RAMP_MONTHS).reduce<number>((sum, amount) => sum + amount!, 0);
    // A year that is told as one figure says nothing of its months.
    const isEven = new Set(sold.slice(0, RAMP_MONTHS)).size === 1;
    return second > 0 && !isEven ? [{ opened, sold: sold as number[], second }] : [];
  });
  if (known.length < RAMP_STORES) return null;
  const shares = Array.from({ length: RAMP_MONTHS }, (_, since) => {
    const came = known.reduce((sum, { sold }) => sum + sold[since]!, 0);
    return came / known.reduce((sum, { opened, second }) => sum + second * seasonAt(opened + since), 0);
  });
  return { stores: known.length, shareAt: (since) => shares[since] ?? 1 };
}
