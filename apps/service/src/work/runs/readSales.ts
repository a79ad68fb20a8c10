import { type SalesTableOptions, salesOfRows, salesTableOptions } from '@hinterland/actions';
import type { Warning } from '@hinterland/contract';
import { invalid } from '../../kit/json.ts';
import type { DatasetRecord, RowRecord } from '../datasets/dataset.ts';
import { positionsOf } from '../datasets/roles.ts';

/** Roles and rows that a reference says. Throws validation_error with the pointer of what is wrong with them. */
export function optionsOf(given: object, pointer: string): SalesTableOptions {
  const { success, data, error } = salesTableOptions.safeParse(given);
  if (success) return data;
  const [issue] = error.issues;
  throw invalid(`${pointer}/${issue!.path.join('/')}`, issue!.message);
}

/** Stores with their sales from the placed rows of a dataset. Throws validation_error; says in `warnings` how columns were read. */
export function readSales(
  { columns, mapping }: DatasetRecord,
  rows: readonly RowRecord[],
  pointer: string,
  warnings: Warning[],
  options: SalesTableOptions = {},
): readonly unknown[] {
  const positions = positionsOf(columns ?? [], mapping ?? {});
  const cell = ({ cells }: RowRecord, role: 'id' | 'name') => cells[positions[role] ?? -1]?.trim() ?? '';
  const placed = new Set(Object.values(positions).filter((at) => at !== undefined));
  const table = salesOfRows(
    columns ?? [],
    placed,
    rows.map((row) => ({
      no: row.index + 1,
      id: cell(row, 'id') || cell(row, 'name') || String(row.index + 1),
      name: cell(row, 'name'),
      lat: row.lat!,
      lng: row.lng!,
      cells: row.cells,
    })),
    options,
  );
  if (table.fault !== null) throw invalid(pointer, table.fault);
  for (const detail of table.notes) warnings.push({ pointer, detail });
  return table.stores;
}
