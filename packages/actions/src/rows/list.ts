import { enrichColumns } from './enrichColumns.ts';
import { enrichRows } from './enrichRows.ts';
import { geocodeRows } from './geocodeRows.ts';
import type { RowWork } from './rowWork.ts';
import { snapRows } from './snapRows.ts';

/** Everything that engine threads do with rows. */
export const rowWorks: readonly RowWork<unknown, unknown>[] = [
  geocodeRows,
  snapRows,
  enrichColumns,
  enrichRows,
] as readonly RowWork<unknown, unknown>[];
