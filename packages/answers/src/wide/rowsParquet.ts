import type { Geometry } from '../layers.ts';
import { type ColumnValues, valuesBetween } from './columnValues.ts';
import { geoParquetTable, type ParquetColumn } from './geoParquet.ts';
import type { ColumnType, WideColumn } from './plan.ts';

/** A row of a table of places, and what became of it. */
export interface PlacedRow {
  readonly id: string;
  /** Its number in the table, from 1. */
  readonly row: number;
  /** Null where it has none. */
  readonly place: { readonly lat: number; readonly lng: number } | null;
  readonly status: 'done' | 'failed' | 'skipped';
  /** Why it is not done: a word for programs, and a sentence for people. */
  readonly reason: string | null;
  readonly detail: string | null;
  readonly creditsCharged: number;
}

/** Rows with their figures, column by column. */
export interface RowsTable {
  readonly rows: readonly PlacedRow[];
  readonly columns: readonly WideColumn[];
  readonly values: readonly ColumnValues[];
  /** JSON of the figures of a row that have no column. */
  readonly more: readonly (string | null)[];
  readonly metadata: readonly (readonly [string, string])[];
}

const TYPES: Readonly<Record<Exclude<ColumnType, 'wkb'>, ParquetColumn['type']>> = {
  float64: 'DOUBLE',
  utf8: 'STRING',
  bool: 'BOOLEAN',
};

/** The writer takes the values of a column when its turn comes, so that not all of them are JavaScript values at once. */
const slices = (values: ColumnValues): ParquetColumn['data'] => ({
  length: values.length,
  slice: (from, end) => valuesBetween(values, from, end),
});

/** Returns the table as GeoParquet, the places as points. The columns are the same whatever the values are. */
export function rowsParquet({ rows, columns, values, more, metadata }: RowsTable): Uint8Array<ArrayBuffer> {
  const own: readonly ParquetColumn[] = [
    { name: 'id', data: rows.map(({ id }) => id), type: 'STRING', nullable: false },
    { name: 'row', data: rows.map(({ row }) => row), type: 'INT32', nullable: false },
    { name: 'status', data: rows.map(({ status }) => status), type: 'STRING', nullable: false },
    { name: 'reason', data: rows.map(({ reason }) => reason), type: 'STRING', nullable: true },
    { name: 'detail', data: rows.map(({ detail }) => detail), type: 'STRING', nullable: true },
    {
      name: 'credits_charged',
      data: rows.map(({ creditsCharged }) => creditsCharged),
      type: 'DOUBLE',
      nullable: false,
    },
  ];
  const last: ParquetColumn = { name: 'more', data: more, type: 'STRING', nullable: true };
  const taken = new Set([...own, last].map(({ name }) => name).concat('geometry'));
  const figures = columns.map(
    ({ name, type }, i): ParquetColumn => ({
      name: taken.has(name) ? `answer_${name}` : name,
      data: slices(values[i] ?? []),
      type: TYPES[type as keyof typeof TYPES],
      nullable: true,
    }),
  );
  const geometries = rows.map(
    ({ place }): Geometry | null => place && { type: 'Point', coordinates: [place.lng, place.lat] },
  );
  return geoParquetTable([...own, ...figures, last], geometries, new Map(metadata));
}
