import type { Values, WideColumn } from './plan.ts';

/**
 * Values of a column of many rows. Numbers lie side by side, with NaN for none, which no answer has: a part of a dataset has seven
 * million of them, and as JavaScript values they take three times as much.
 */
export type ColumnValues = Values[number][] | Float64Array;

/** Returns a column of so many rows, none of which has a value yet. */
export const emptyColumn = ({ type }: Pick<WideColumn, 'type'>, rows: number): ColumnValues =>
  type === 'float64' ? new Float64Array(rows).fill(Number.NaN) : Array.from({ length: rows }, () => null);

export function setValue(values: ColumnValues, row: number, value: Values[number]): void {
  if (values instanceof Float64Array) values[row] = (value as number | null) ?? Number.NaN;
  else values[row] = value;
}

/** Returns the values of other rows: of row i that at `at[i]`, and none where it is -1. */
export function valuesAt(values: ColumnValues, at: readonly number[]): ColumnValues {
  if (values instanceof Float64Array) return Float64Array.from(at, (i) => (i < 0 ? Number.NaN : values[i]!));
  return at.map((i) => (i < 0 ? null : values[i]!));
}

/** Returns the values from row `from` up to `end`, null where a row has none. */
export const valuesBetween = (values: ColumnValues, from: number, end: number): Values =>
  values instanceof Float64Array
    ? Array.from(values.subarray(from, end), (value) => (Number.isNaN(value) ? null : value))
    : values.slice(from, end);
