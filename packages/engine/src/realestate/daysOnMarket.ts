import { MINIMUM_LISTINGS } from './quartiles.ts';

export interface DaysOnMarket {
  /** Offers whose days are known. */
  readonly count: number;
  /** Of these, offers that were still open: all that is known is that they take longer. */
  readonly open: number;
  /** null where the offers are too few, or more than half of them last longer than anyone has seen. */
  readonly median: number | null;
}

/**
 * Median time on the market, with open offers counted as what they are: not ended yet. Leaving them out, or taking their
 * days for the whole, makes slow markets look fast. Estimator: E. L. Kaplan and P. Meier, Nonparametric Estimation from
 * Incomplete Observations, JASA 53 (1958); the median is the first day at which the estimated share still on the market
 * does not exceed one half. An offer that is open at a day counts as at risk on that day. `days` are whole numbers from 0.
 */
export function medianDaysOnMarket(days: ArrayLike<number>, open: ArrayLike<number>): DaysOnMarket {
  const count = days.length;
  let [openCount, longest] = [0, 0];
  for (let i = 0; i < count; i++) {
    if (open[i] !== 0) openCount++;
    longest = Math.max(longest, days[i]!);
  }
  const result = { count, open: openCount, median: null };
  if (count < MINIMUM_LISTINGS) return result;
  const [leaving, ended] = [new Uint32Array(longest + 1), new Uint32Array(longest + 1)];
  for (let i = 0; i < count; i++) {
    leaving[days[i]!]!++;
    if (open[i] === 0) ended[days[i]!]!++;
  }
  let [survival, atRisk] = [1, count];
  for (let day = 0; day <= longest; day++) {
    survival *= atRisk === 0 ? 1 : 1 - ended[day]! / atRisk;
    // Products of shares such as 2/3 · 3/4 may miss one half by a rounding error.
    if (survival <= 0.5 + 1e-12) return { ...result, median: day };
    atRisk -= leaving[day]!;
  }
  return result;
}
