import {
  askedRows,
  type RowChoices,
  type RowName,
  rowFaultOf,
  type SalesTable,
  type SalesTableOptions,
  salesOfRows,
  totalRow,
  twinsOf,
} from '@hinterland/actions';
import { said } from '@hinterland/answers/said';
import { isTotal } from '@hinterland/catalogue/columns';
import type { RowFault } from '@hinterland/contract';
import type { DatasetRecord, RowRecord } from './dataset.ts';
import { OUTSIDE } from './reasons.ts';
import { type Positions, positionsOf } from './roles.ts';

/** Most faults that an answer lists. */
export const FAULTS_LISTED = 500;

export type PlacedRow = RowRecord & { readonly lat: number; readonly lng: number };

/** Rows of a dataset as a call wants them. */
export interface DeskRows {
  /** Why they cannot be what the call says; null where they can. */
  readonly fault: string | null;
  /** Rows with a place, whose texts are those that the call gives. */
  readonly rows: readonly PlacedRow[];
  /** Rows without a place. */
  readonly nowhere: readonly RowFault[];
  /** Rows that the call leaves out or merges, and sums that have no place. */
  readonly leftOut: readonly RowFault[];
}

type Columns = Pick<DatasetRecord, 'columns' | 'mapping'>;

const cellOf = (positions: Positions, { cells }: { readonly cells: readonly string[] }, role: 'id' | 'name'): string =>
  cells[positions[role] ?? -1]?.trim() ?? '';

/** Applies what a call says to the rows of a dataset, and finds those without a place. */
export function deskRows({ columns, mapping }: Columns, given: readonly RowRecord[], choices: RowChoices): DeskRows {
  const positions = positionsOf(columns ?? [], mapping ?? {});
  const { id: _, name: __, ...where } = positions;
  const nameOf = (row: { readonly cells: readonly string[] }) =>
    cellOf(positions, row, 'name') || cellOf(positions, row, 'id');
  const sheet = given.map((record) => ({ no: record.index + 1, cells: record.cells, record }));
  const chosen = askedRows(columns ?? [], new Set(Object.values(where)), sheet, choices, nameOf);
  if (chosen.fault !== null) return { fault: chosen.fault, rows: [], nowhere: [], leftOut: [] };
  const rows: PlacedRow[] = [];
  const nowhere: RowFault[] = [];
  const leftOut = [...chosen.leftOut];
  for (const { no, cells, record } of chosen.rows) {
    const { lat, lng } = record;
    const name = nameOf({ cells });
    if (lat !== null && lng !== null) rows.push({ ...record, cells, lat, lng });
    else if (isTotal(cellOf(positions, { cells }, 'name'), cellOf(positions, { cells }, 'id')))
      leftOut.push(totalRow(no, name));
    else nowhere.push(rowFaultOf(no, name, 'no_place', said('row_no_place', { row: no }).text));
  }
  return { fault: null, rows, nowhere, leftOut };
}

/** Rows that lie outside the territory. */
export const outsideOf = (dataset: Columns, rows: readonly PlacedRow[]): RowFault[] => {
  const positions = positionsOf(dataset.columns ?? [], dataset.mapping ?? {});
  return rows
    .filter(({ reason }) => reason === OUTSIDE)
    .map((row) => {
      const name = cellOf(positions, row, 'name') || cellOf(positions, row, 'id');
      return rowFaultOf(row.index + 1, name, 'outside', said('row_outside', { row: row.index + 1 }).text);
    });
};

/** Rows that repeat others. */
export function twinsIn(dataset: Columns, rows: readonly PlacedRow[]): RowFault[] {
  const positions = positionsOf(dataset.columns ?? [], dataset.mapping ?? {});
  return twinsOf(
    rows.map((row) => ({
      no: row.index + 1,
      id: cellOf(positions, row, 'id'),
      name: cellOf(positions, row, 'name'),
      lat: row.lat,
      lng: row.lng,
    })),
  );
}

/** What tells the store of a row of sales from others. */
const storeIdOf = (positions: Positions, row: PlacedRow): string =>
  cellOf(positions, row, 'id') || cellOf(positions, row, 'name') || String(row.index + 1);

/** The first row of each store, in the order of the stores. */
export function rowsOfStores(
  { columns, mapping }: Columns,
  rows: readonly PlacedRow[],
  { stores }: Pick<SalesTable, 'stores'>,
): RowName[] {
  const positions = positionsOf(columns ?? [], mapping ?? {});
  const firsts = new Map<unknown, RowName>();
  for (const row of rows) {
    const id = storeIdOf(positions, row);
    if (!firsts.has(id)) firsts.set(id, { no: row.index + 1, name: cellOf(positions, row, 'name') });
  }
  return stores.map(({ id }) => firsts.get(id)!);
}

/** Stores with their sales from the placed rows of a dataset. */
export function salesTableOf(
  { columns, mapping }: Columns,
  rows: readonly PlacedRow[],
  options: SalesTableOptions,
): SalesTable {
  const positions = positionsOf(columns ?? [], mapping ?? {});
  return salesOfRows(
    columns ?? [],
    new Set(Object.values(positions).filter((at) => at !== undefined)),
    rows.map((row) => ({
      no: row.index + 1,
      id: storeIdOf(positions, row),
      name: cellOf(positions, row, 'name'),
      lat: row.lat,
      lng: row.lng,
      cells: row.cells,
    })),
    options,
  );
}
