/** How values are parted: as many in each class, or where the values themselves leave gaps. */
export const WAYS = ['quantile', 'natural'] as const;
export type Way = (typeof WAYS)[number];

/** A class of values, both limits within it. */
export interface ValueClass {
  readonly from: number;
  readonly to: number;
  /** How many values are in it. */
  readonly count: number;
}

/** More classes cannot be told apart on a map. */
const CLASSES_MAX = 5;

/**
 * Parts values into at most five classes, from the lowest up; equal values are never parted. Quantiles have as nearly the same count as
 * equal values allow; natural breaks have the least sum of squares around the means of classes (Fisher 1958, by dynamic programming).
 */
export function classesOf(values: readonly number[], way: Way): ValueClass[] {
  const sorted = values.toSorted((a, b) => a - b);
  const distinct = [...new Set(sorted)];
  const counts = distinct.map((value) => sorted.lastIndexOf(value) - sorted.indexOf(value) + 1);
  const count = Math.min(CLASSES_MAX, distinct.length);
  const ends = way === 'quantile' ? quantileEnds(counts, count) : naturalEnds(distinct, counts, count);
  return ends.map((end, i) => {
    const first = i === 0 ? 0 : (ends[i - 1] as number) + 1;
    return {
      from: distinct[first] as number,
      to: distinct[end] as number,
      count: sum(counts.slice(first, end + 1)),
    };
  });
}

/** Which class a value is in, from 0; null for a value in none. */
export function classOf(classes: readonly ValueClass[], value: number | null): number | null {
  const found = value === null ? -1 : classes.findIndex(({ from, to }) => value >= from && value <= to);
  return found < 0 ? null : found;
}

/** The last distinct value of each class: the one at which the count comes nearest to its share. */
function quantileEnds(counts: readonly number[], classes: number): number[] {
  const all = sum(counts);
  const ends: number[] = [];
  let [next, before] = [0, 0];
  for (let no = 1; no <= classes; no++) {
    const wanted = (all * no) / classes;
    // Each class after this one keeps at least one value.
    const last = counts.length - 1 - (classes - no);
    let end = next;
    before += counts[end] as number;
    while (end < last && Math.abs(before + (counts[end + 1] as number) - wanted) <= Math.abs(before - wanted)) {
      end++;
      before += counts[end] as number;
    }
    ends.push(no === classes ? counts.length - 1 : end);
    next = end + 1;
  }
  return ends;
}

function naturalEnds(values: readonly number[], counts: readonly number[], classes: number): number[] {
  if (classes === 0) return [];
  const n = values.length;
  // Around the middle of all, so that large values with small gaps keep their digits.
  const middle = values[Math.floor(n / 2)] as number;
  const sums = running(values.map((value, i) => (value - middle) * (counts[i] as number)));
  const squares = running(values.map((value, i) => (value - middle) ** 2 * (counts[i] as number)));
  const weights = running(counts);
  const between = (all: readonly number[], from: number, to: number) => (all[to + 1] as number) - (all[from] as number);
  const cost = (from: number, to: number) =>
    between(squares, from, to) - between(sums, from, to) ** 2 / between(weights, from, to);
  let best = values.map((_, to) => cost(0, to));
  const begins: number[][] = [];
  for (let no = 1; no < classes; no++) {
    const begin = Array<number>(n).fill(no);
    const next = values.map((_, to) => {
      let least = Infinity;
      for (let from = no; from <= to; from++) {
        const here = (best[from - 1] as number) + cost(from, to);
        if (here < least) [least, begin[to]] = [here, from];
      }
      return least;
    });
    begins.push(begin);
    best = next;
  }
  const ends = [n - 1];
  for (const begin of begins.toReversed()) ends.unshift((begin[ends[0] as number] as number) - 1);
  return ends;
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

/** Sums of the first 0, 1, 2 … values. */
function running(values: readonly number[]): number[] {
  const sums = [0];
  for (const value of values) sums.push((sums.at(-1) as number) + value);
  return sums;
}
