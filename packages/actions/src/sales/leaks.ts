import { salesHeading } from '@hinterland/catalogue/columns';
import type { SalesStoreInput } from './input.ts';

/** Correlation with ln of sales from which on a figure says more of them than any figure of a place does. */
const TELLS_ALL = 0.95;
const LEAST_VALUES = 8;

/** An attribute that is no reason for sales. */
export interface Leak {
  readonly name: string;
  readonly why: 'name' | 'correlation';
}

/**
 * Attributes that follow from sales instead of explaining them: by their names (customers, profit, other years), and by a correlation with sales,
 * as figures, as logarithms or as ranks, that no figure of a place has. Nobody knows them of a place that is not open.
 */
export function leaksIn(
  stores: readonly { readonly given: SalesStoreInput; readonly sales: number }[],
): readonly Leak[] {
  const names = [...new Set(stores.flatMap(({ given }) => Object.keys(given.attributes ?? {})))].sort();
  return names.flatMap((name): Leak[] => {
    const { role } = salesHeading(name);
    if (role === 'follows' || role === 'sales') return [{ name, why: 'name' }];
    const known = stores.flatMap(({ given, sales }) => {
      const value = given.attributes?.[name];
      return value === undefined ? [] : [{ value, log: Math.log(sales) }];
    });
    return known.length >= LEAST_VALUES && tells(known) >= TELLS_ALL ? [{ name, why: 'correlation' }] : [];
  });
}

type Known = readonly { readonly value: number; readonly log: number }[];

function tells(known: Known): number {
  const logs = known.map(({ log }) => log);
  const values = known.map(({ value }) => value);
  const positive = values.every((value) => value > 0);
  return Math.max(
    correlation(values, logs),
    correlation(values, logs.map(Math.exp)),
    positive ? correlation(values.map(Math.log), logs) : 0,
    new Set(values).size > known.length / 2 ? correlation(ranksOf(values), ranksOf(logs)) : 0,
  );
}

function ranksOf(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2);
}

function correlation(xs: readonly number[], ys: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const [x, y] = [mean(xs), mean(ys)];
  let [xx, yy, xy] = [0, 0, 0];
  xs.forEach((value, i) => {
    xx += (value - x) ** 2;
    yy += (ys[i]! - y) ** 2;
    xy += (value - x) * (ys[i]! - y);
  });
  return xx > 0 && yy > 0 ? Math.abs(xy) / Math.sqrt(xx * yy) : 0;
}
