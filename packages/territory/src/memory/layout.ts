import { align } from '../format/arrow.ts';
import type { ColumnType, TableSpec } from '../format/tables.ts';
import { NUMBER_ARRAYS, type NumberType } from './columns.ts';
import { type ByteRange, type LazyFile, readLazily } from './lazyColumns.ts';
import type { ColumnArrays, Table, TopicTable } from './territory.ts';
import { Utf8Column } from './text.ts';

/** Place of a column in its table's buffer, in bytes from its start. */
export interface ColumnLayout {
  readonly name: string;
  readonly type: ColumnType;
  /** Numbers, or the offsets (Int32, one more than rows) of a text column. */
  readonly startByte: number;
  /** UTF-8 bytes of a text column; 0 and 0 for numbers. */
  readonly textStartByte: number;
  readonly textBytes: number;
}

/** A table in shared memory. Plain data: it travels to worker threads by structured clone without copying rows. */
export interface TableLayout {
  readonly buffer: SharedArrayBuffer;
  readonly rows: number;
  readonly columns: readonly ColumnLayout[];
  /** Source of columns that are read at their first use; absent if the whole table is in the buffer. */
  readonly file?: LazyFile;
}

/** Returns a view on one column without a copy, and reads the column first if it is not in memory. */
function viewColumn(table: TableLayout, column: ColumnLayout): ColumnArrays[ColumnType] {
  const { buffer, rows, file } = table;
  if (file !== undefined) readLazily(file, buffer, table.columns.indexOf(column), rangesOf(table, column));
  if (column.type === 'text') {
    const offsets = new Int32Array(buffer, column.startByte, rows + 1);
    return new Utf8Column(offsets, new Uint8Array(buffer, column.textStartByte, column.textBytes));
  }
  const TypedArray: new (buffer: SharedArrayBuffer, startByte: number, rows: number) => ColumnArrays[NumberType] =
    NUMBER_ARRAYS[column.type];
  return new TypedArray(buffer, column.startByte, rows);
}

/** Returns the bytes of a column in its file. */
function rangesOf({ rows }: Pick<TableLayout, 'rows'>, column: ColumnLayout): ByteRange[] {
  const { type, startByte, textStartByte, textBytes } = column;
  const numbers: ByteRange = [startByte, (type === 'text' ? rows + 1 : rows) * bytesPerValue(type)];
  return type === 'text' ? [numbers, [textStartByte, textBytes]] : [numbers];
}

/**
 * Returns views on the columns of a table whose layout has been checked against its spec. A column in a file is read at
 * its first use, which may throw BundleError.
 */
export function viewTable<S extends TableSpec>(table: TableLayout): Table<S> {
  const views: Record<string, unknown> = {};
  for (const column of table.columns) {
    const { name } = column;
    if (table.file === undefined) {
      views[name] = viewColumn(table, column);
      continue;
    }
    Object.defineProperty(views, name, {
      get: () => {
        const value = viewColumn(table, column);
        Object.defineProperty(views, name, { value, enumerable: true });
        return value;
      },
      enumerable: true,
      configurable: true,
    });
  }
  views.rows = table.rows;
  layouts.set(views, table);
  return views as Table<S>;
}

const layouts = new WeakMap<object, TableLayout>();

/** Returns the layout behind a table that `viewTable` made; null for any other. */
export function layoutOf<S extends TableSpec>(table: Table<S>): TableLayout | null {
  return layouts.get(table) ?? null;
}

/** Returns the `flags` column and the Float64 columns of a topic. */
export function viewTopicTable(table: TableLayout): TopicTable {
  const columns = new Map<string, Float64Array>();
  let flags = new Uint8Array(0);
  for (const column of table.columns) {
    const view = viewColumn(table, column);
    if (column.name === 'flags') flags = view as Uint8Array<ArrayBuffer>;
    else columns.set(column.name, view as Float64Array);
  }
  return { rows: table.rows, flags, columns };
}

/** Returns the bytes of one value; of one offset for text. */
export const bytesPerValue = (type: ColumnType): number =>
  type === 'text' ? Int32Array.BYTES_PER_ELEMENT : NUMBER_ARRAYS[type satisfies NumberType].BYTES_PER_ELEMENT;

/** Copies columns into one new shared buffer. */
export function layOut(
  rows: number,
  columns: readonly { name: string; type: ColumnType; values: unknown }[],
): TableLayout {
  const placed: { layout: ColumnLayout; parts: [number, ArrayBufferView][] }[] = [];
  let end = 0;
  const place = (part: ArrayBufferView): number => {
    const start = end;
    end = align(start + part.byteLength);
    return start;
  };
  for (const { name, type, values } of columns) {
    if (values instanceof Utf8Column) {
      const startByte = place(values.offsets);
      const textStartByte = place(values.bytes);
      const layout = { name, type, startByte, textStartByte, textBytes: values.bytes.byteLength };
      placed.push({
        layout,
        parts: [
          [startByte, values.offsets],
          [textStartByte, values.bytes],
        ],
      });
    } else {
      const startByte = place(values as ArrayBufferView);
      const layout = { name, type, startByte, textStartByte: 0, textBytes: 0 };
      placed.push({ layout, parts: [[startByte, values as ArrayBufferView]] });
    }
  }
  const buffer = new SharedArrayBuffer(end);
  const bytes = new Uint8Array(buffer);
  for (const { parts } of placed) {
    for (const [start, part] of parts) bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), start);
  }
  return { buffer, rows, columns: placed.map(({ layout }) => layout) };
}
