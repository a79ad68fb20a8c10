import type { TableRecord } from './readTable.ts';

/** Hears of all rows of tables that are read for something else. */
export interface RowListener {
  /** A file begins. */
  begin(label: string, header: readonly string[]): void;
  /** A row; `isNear` where it is about a place that is read. */
  add(record: TableRecord, isNear: boolean): void;
}
