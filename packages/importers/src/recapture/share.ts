import { type Histories, inBoth, inList, observed } from './histories.ts';
import { type Fitted, fitModels } from './logLinear.ts';
import { RECAPTURE_PARAMETERS } from './parameters.ts';
import { chapman, shareOfTwo, totalAt } from './twoLists.ts';

export type RecaptureMethod = 'two_lists' | 'log_linear';

/** The share of all stores that some lists hold together, 0..1, with its range of 80%. */
export interface RecapturedShare {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly method: RecaptureMethod;
}

/**
 * Returns the share of all stores that lists hold together; null where they overlap too little to tell, and of a single list. Two lists
 * may copy from each other and cannot say so: the range covers all of it, and the value is that of the most copies. Of three and more
 * the dependence is estimated; no value is above that of the pair of lists that depends least.
 */
export function recapturedShare(histories: Histories, lists: number): RecapturedShare | null {
  const used = Array.from({ length: lists }, (_, list) => list).filter((list) => inList(histories, list) > 0);
  if (used.length < lists) return recapturedShare(withLists(histories, used), used.length);
  if (lists < 2 || overlapOf(histories) < RECAPTURE_PARAMETERS.leastOverlap) return null;
  if (lists === 2) {
    const two = { first: inList(histories, 0), second: inList(histories, 1), both: inBoth(histories, 0, 1) };
    return { ...shareOfTwo(two), method: 'two_lists' };
  }
  return ofModels(histories, lists);
}

/** Models weighed by Akaike's criterion (Burnham and Anderson 2002): the mixture of their ranges. */
function ofModels(histories: Histories, lists: number): RecapturedShare | null {
  const models = fitModels(histories, lists);
  if (models.length === 0) return null;
  const seen = observed(histories);
  const best = Math.min(...models.map(({ criterion }) => criterion));
  const weights = models.map(({ criterion }) => Math.exp(-(criterion - best) / 2));
  const { leastShare } = RECAPTURE_PARAMETERS;
  const at = (share: number) => Math.min(1, Math.max(leastShare, seen / quantileOf(models, weights, seen, share)));
  const tail = (1 - RECAPTURE_PARAMETERS.confidence) / 2;
  const value = Math.min(at(0.5), Math.max(leastShare, seen / Math.max(seen, ofLeastDependent(histories, lists))));
  return { value, low: Math.min(value, at(1 - tail)), high: at(tail), method: 'log_linear' };
}

/** Total by the two lists that depend least on each other: the largest, since lists that copy make it too small. */
function ofLeastDependent(histories: Histories, lists: number): number {
  let most = 0;
  for (let a = 0; a < lists; a++) {
    for (let b = a + 1; b < lists; b++) {
      const both = inBoth(histories, a, b);
      if (both < RECAPTURE_PARAMETERS.leastOverlap) continue;
      most = Math.max(most, chapman({ first: inList(histories, a), second: inList(histories, b), both }).total);
    }
  }
  return most;
}

/** Total below which a share of the mixture lies, by bisection. */
function quantileOf(models: readonly Fitted[], weights: readonly number[], seen: number, share: number): number {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let [low, high] = [Math.log(0.01), Math.log(1e3 * (seen + 1))];
  for (let round = 0; round < 60; round++) {
    const middle = (low + high) / 2;
    const below = models.reduce((sum, { total, deviation }, i) => {
      const mean = Math.log(Math.max(0.01, total - seen));
      return sum + weights[i]! * normalBelow((middle - mean) / deviation);
    }, 0);
    if (below / all < share) low = middle;
    else high = middle;
  }
  return totalAt({ total: seen + Math.exp(low), deviation: 0 }, seen, 0);
}

/** Standard normal distribution (Abramowitz and Stegun 26.2.17, to 1e-7). */
function normalBelow(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail =
    (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return z > 0 ? 1 - tail : tail;
}

/** Stores that two lists hold or more. */
const overlapOf = (histories: Histories): number =>
  histories.reduce((sum, count, set) => sum + ((set & (set - 1)) !== 0 ? count : 0), 0);

/** The same of some lists alone. */
function withLists(histories: Histories, lists: readonly number[]): number[] {
  const counts = Array.from({ length: 2 ** lists.length }, () => 0);
  histories.forEach((count, set) => {
    if (set === 0) return;
    counts[lists.reduce((sum, list, i) => sum + (((set >> list) & 1) << i), 0)]! += count;
  });
  return counts;
}
