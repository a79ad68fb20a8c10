import { RECAPTURE_PARAMETERS } from './parameters.ts';

/** Two lists of the same kind of stores. */
export interface TwoLists {
  readonly first: number;
  readonly second: number;
  readonly both: number;
}

/** How many stores there are, with the deviation of the logarithm of those that neither list holds. */
export interface Estimate {
  readonly total: number;
  /** Of ln(total − seen); Infinity where nothing is known of it. */
  readonly deviation: number;
}

/**
 * Chapman's estimate of how many stores there are (Univ. of California Publ. in Statistics 1, 1951), with the variance of Seber
 * (Biometrika 57, 1970): unbiased where the lists do not know of each other, too small where one copies from the other.
 */
export function chapman({ first, second, both }: TwoLists): Estimate {
  const total = ((first + 1) * (second + 1)) / (both + 1) - 1;
  const variance = ((first + 1) * (second + 1) * (first - both) * (second - both)) / ((both + 1) ** 2 * (both + 2));
  const seen = first + second - both;
  return { total, deviation: deviationOf(variance, total - seen) };
}

/**
 * The same where the second list has copied a share of the first, 0..1 (each store of the first with that chance), and found the others
 * by itself: of the first list's stores it holds copied + (1 − copied)·p, of all others p. Where copying alone explains the overlap, the
 * total is Infinity.
 */
export function withCopies({ first, second, both }: TwoLists, copied: number): Estimate {
  const found = ((both + 1) / (first + 1) - copied) / (1 - copied);
  if (!(found > 0)) return { total: Number.POSITIVE_INFINITY, deviation: Number.POSITIVE_INFINITY };
  const alone = second - both;
  const total = first + (alone + 1) / Math.min(1, found) - 1;
  const unseen = Math.max(0, total - first - alone);
  // Delta method: chance in `both` given `first`, and in `alone` given the others.
  const share = (both + 1) / (first + 2);
  const ofFound = Math.sqrt((share * (1 - share)) / (first + 1)) / (1 - copied) / found;
  const ofAlone = Math.sqrt((1 - Math.min(1, found)) / (alone + 1));
  const relative = Math.hypot(ofFound / Math.max(0.05, 1 - Math.min(0.95, found)), ofAlone);
  return { total: Math.max(first + alone, total), deviation: deviationOf((relative * unseen) ** 2, unseen) };
}

/** Deviation of the logarithm of stores that nobody saw, half a store at least. */
function deviationOf(variance: number, unseen: number): number {
  const mean = Math.max(0.5, unseen);
  return Math.sqrt(Math.log(1 + (variance + 0.25) / mean ** 2));
}

/** Total at a quantile of the normal distribution: those that were not seen are lognormal (Chao 1987). */
export function totalAt({ total, deviation }: Estimate, seen: number, quantile: number): number {
  if (!Number.isFinite(total)) return quantile < 0 ? seen : Number.POSITIVE_INFINITY;
  return seen + Math.max(0.5, total - seen) * Math.exp(quantile * deviation);
}

/** The share of all stores that two lists hold together, and its range over all that one may have copied of the other. */
export function shareOfTwo(lists: TwoLists): { readonly value: number; readonly low: number; readonly high: number } {
  const { quantile, mostCopied, leastShare } = RECAPTURE_PARAMETERS;
  const seen = lists.first + lists.second - lists.both;
  const turned = { ...lists, first: lists.second, second: lists.first };
  const copies = [withCopies(lists, mostCopied), withCopies(turned, mostCopied)];
  const most = copies.reduce((a, b) => (b.total > a.total ? b : a));
  const none = chapman(lists);
  const atLeast = (share: number) => Math.min(1, Math.max(leastShare, share));
  const high = atLeast(seen / totalAt(none, seen, -quantile));
  // The middle between a few percent and no copies at all, where copies may explain everything.
  const middle = Math.sqrt(leastShare * atLeast(seen / Math.max(seen, none.total)));
  const value = Math.min(high, Math.max(middle, atLeast(seen / most.total)));
  return { value, low: Math.min(value, atLeast(seen / totalAt(most, seen, quantile))), high };
}
