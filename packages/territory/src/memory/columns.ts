import type { ColumnType, TableSpec } from '../format/tables.ts';
import type { ColumnArrays, Table, TextColumn } from './territory.ts';
import { Utf8Column } from './text.ts';

/** Input for a column: its typed array, or plain numbers or strings that are checked and converted. */
export type ColumnInput<T extends ColumnType> = T extends 'text'
  ? readonly string[] | TextColumn
  : T extends keyof ColumnArrays
    ? ColumnArrays[T] | readonly number[]
    : never;

/** Input for all columns of a table; a loaded `Table` is one. */
export type TableInput<S extends TableSpec> = { readonly [C in keyof S]: ColumnInput<S[C]> };

/** Numbers of a column as they lie in memory. */
export const NUMBER_ARRAYS = {
  int8: Int8Array,
  uint8: Uint8Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  float32: Float32Array,
  float64: Float64Array,
} as const satisfies Record<Exclude<ColumnType, 'text'>, unknown>;
export type NumberType = keyof typeof NUMBER_ARRAYS;

/**
 * Makes a table from its columns. Typed arrays are kept, not copied; plain arrays are converted.
 * Throws RangeError if a column is missing, foreign, of another length or type, or holds a value that its type
 * cannot hold.
 */
export function tableOf<S extends TableSpec>(spec: S, columns: TableInput<S>): Table<S> {
  const given = columns as Readonly<Record<string, ColumnInput<ColumnType> | undefined>>;
  const foreign = Object.keys(given).filter((name) => name !== 'rows' && !(name in spec));
  if (foreign.length > 0) {
    throw new RangeError(`Column "${foreign[0]}" is not one of the table's: ${Object.keys(spec).join(', ')}.`);
  }
  const table: Record<string, unknown> = {};
  let rows = -1;
  for (const [name, type] of Object.entries(spec)) {
    const input = given[name];
    if (input === undefined) throw new RangeError(`Column "${name}" (${type}) is missing.`);
    const column = columnOf(name, type, input);
    if (rows === -1) rows = column.length;
    if (column.length !== rows) {
      throw new RangeError(`Column "${name}" has ${column.length} rows, the columns before it have ${rows}.`);
    }
    table[name] = column;
  }
  return { ...table, rows: Math.max(0, rows) } as Table<S>;
}

/** Converts one column to the form of its type; `name` is for messages. */
function columnOf(name: string, type: ColumnType, input: ColumnInput<ColumnType>): ColumnArrays[ColumnType] {
  if (type === 'text') return Utf8Column.from(input as ColumnInput<'text'>);
  const TypedArray = NUMBER_ARRAYS[type];
  if (input instanceof TypedArray) return input;
  if (!Array.isArray(input)) {
    throw new RangeError(`Column "${name}" must be a ${TypedArray.name} or an array of numbers.`);
  }
  const column = TypedArray.from(input as readonly number[]);
  for (let row = 0; row < column.length; row++) {
    const kept = type === 'float32' ? Math.fround(input[row]) : input[row];
    if (!Object.is(column[row], kept) && column[row] !== kept) {
      throw new RangeError(`Column "${name}" (${type}) cannot hold ${input[row]} in row ${row}.`);
    }
  }
  return column;
}
