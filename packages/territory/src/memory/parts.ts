import type { ColumnType, TableSpec } from '../format/tables.ts';
import { NUMBER_ARRAYS, type NumberType } from './columns.ts';
import { bytesPerValue, type ColumnLayout, layoutOf, type TableLayout } from './layout.ts';
import { isReadWhole, PART_BITS, readPart, readRange } from './lazyColumns.ts';
import type { ColumnArrays, Table } from './territory.ts';

const PART_ROWS = 2 ** PART_BITS;

/** Names of the columns of a table that hold numbers. */
type NumberColumn<S extends TableSpec> = {
  [C in keyof S]: S[C] extends 'text' ? never : C;
}[keyof S] &
  string;

/** Columns whose rows must be asked for by `need` before they are read; other rows may read as zeros. */
export type PartlyRead<S extends TableSpec, C extends NumberColumn<S>> = {
  readonly [N in C]: ColumnArrays[S[N]];
} & {
  /** Loads the rows from `first` up to `end`. Cheap if they are there. May throw BundleError. */
  need(first: number, end: number): void;
};

/**
 * Returns columns of a table for callers that need few of its rows: of a large column, only parts of 8,192 rows with
 * requested rows are read, by the first thread that needs one, into the memory that all share.
 */
export function partlyRead<S extends TableSpec, C extends NumberColumn<S>>(
  table: Table<S>,
  names: readonly C[],
): PartlyRead<S, C> {
  const layout = layoutOf(table);
  const part = new Parts(layout, names);
  const columns = names.map((name) => {
    const unread = layout?.file === undefined ? null : arrayOf(layout, columnOf(layout, name));
    return [name, unread ?? table[name]];
  });
  return Object.assign(part, Object.fromEntries(columns)) as unknown as PartlyRead<S, C>;
}

class Parts {
  readonly #layout: TableLayout | null;
  /** Numbers of the columns in the layout; none if there is nothing to read. */
  readonly #columns: readonly number[];
  /** 1 for parts that this thread has seen loaded. */
  readonly #isThere: Uint8Array;

  constructor(layout: TableLayout | null, names: readonly string[]) {
    this.#layout = layout;
    this.#columns =
      layout?.file === undefined ? [] : names.map((name) => layout.columns.indexOf(columnOf(layout, name)));
    this.#isThere = new Uint8Array(layout === null ? 0 : (layout.rows >> PART_BITS) + 1);
    if (this.#columns.length === 0) this.#isThere.fill(1);
  }

  need(first: number, end: number): void {
    const isThere = this.#isThere;
    for (let part = first >>> PART_BITS; part * PART_ROWS < end; part++) if (isThere[part] === 0) this.#read(part);
  }

  #read(part: number): void {
    const layout = this.#layout!;
    const rangeOf = (column: number) => rangeOfRows(layout, layout.columns[column]!, part, PART_BITS);
    readPart(layout.file!, layout.buffer, this.#columns, part, rangeOf);
    this.#isThere[part] = 1;
  }
}

/** Rows of a window's part as a power of two, and the parts that it keeps: a few megabytes. */
const WINDOW_BITS = 14;
const WINDOW_PARTS = 64;

/**
 * Returns a reader of a column's values, for one pass in an order that keeps neighboring rows together. It keeps only
 * the last parts of the file that it read. Out: the value of a row.
 */
export function windowOn<S extends TableSpec>(table: Table<S>, name: NumberColumn<S>): (row: number) => number {
  const layout = layoutOf(table);
  const column = layout === null ? null : columnOf(layout, name);
  if (layout?.file === undefined || column === null || isReadWhole(layout.file, layout.columns.indexOf(column))) {
    const values = table[name] as unknown as ArrayLike<number>;
    return (row) => values[row]!;
  }
  const { file } = layout;
  const TypedArray: new (buffer: ArrayBuffer) => ColumnArrays[NumberType] = NUMBER_ARRAYS[column.type as NumberType];
  const parts: (ColumnArrays[NumberType] | undefined)[] = [];
  const held: number[] = [];
  // The memory of the part that was read first serves for the next.
  const read = (part: number) => {
    const [startByte, bytes] = rangeOfRows(layout, column, part, WINDOW_BITS);
    let values: ColumnArrays[NumberType] | undefined;
    if (held.length === WINDOW_PARTS) {
      const oldest = held.shift()!;
      values = parts[oldest];
      parts[oldest] = undefined;
    }
    values ??= new TypedArray(new ArrayBuffer(bytesPerValue(column.type) << WINDOW_BITS));
    readRange(file, startByte, new Uint8Array(values.buffer, 0, bytes));
    held.push(part);
    parts[part] = values;
    return values;
  };
  const mask = (1 << WINDOW_BITS) - 1;
  return (row) => (parts[row >>> WINDOW_BITS] ?? read(row >>> WINDOW_BITS))[row & mask]!;
}

/**
 * Returns a column for a single use: unless it is in memory already, it is read into private memory, which is freed
 * with the column.
 */
export function readOnce<S extends TableSpec, C extends NumberColumn<S>>(table: Table<S>, name: C): ColumnArrays[S[C]] {
  const layout = layoutOf(table);
  const column = layout === null ? null : columnOf(layout, name);
  if (layout?.file === undefined || column === null || isReadWhole(layout.file, layout.columns.indexOf(column))) {
    return table[name] as unknown as ColumnArrays[S[C]];
  }
  const [startByte, bytes] = [column.startByte, layout.rows * bytesPerValue(column.type)];
  const buffer = new SharedArrayBuffer(bytes);
  readRange(layout.file, startByte, new Uint8Array(buffer));
  const TypedArray: new (buffer: SharedArrayBuffer) => ColumnArrays[NumberType] =
    NUMBER_ARRAYS[column.type as NumberType];
  return new TypedArray(buffer) as ColumnArrays[S[C]];
}

function columnOf(layout: TableLayout, name: string): ColumnLayout {
  return layout.columns.find((column) => column.name === name)!;
}

/** Returns a view on a column, read or not. */
function arrayOf({ buffer, rows }: TableLayout, column: ColumnLayout): ColumnArrays[ColumnType] {
  const TypedArray: new (buffer: SharedArrayBuffer, startByte: number, rows: number) => ColumnArrays[NumberType] =
    NUMBER_ARRAYS[column.type as NumberType];
  return new TypedArray(buffer, column.startByte, rows);
}

/** Returns the bytes of a part of a column in its file; parts have 2^`bits` rows. */
function rangeOfRows(
  { rows }: TableLayout,
  { type, startByte }: ColumnLayout,
  part: number,
  bits: number,
): [number, number] {
  const first = part * 2 ** bits;
  const count = Math.max(0, Math.min(rows - first, 2 ** bits));
  return [startByte + first * bytesPerValue(type), count * bytesPerValue(type)];
}
