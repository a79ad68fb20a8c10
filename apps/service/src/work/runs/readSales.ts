import {
  type RowChoices,
  type RowName,
  rowChoices,
  type SalesTableOptions,
  salesTableOptions,
} from '@hinterland/actions';
import { type Sentence, said, spoken } from '@hinterland/answers/said';
import type { RowFault, Warning } from '@hinterland/contract';
import type { z } from 'zod';
import { invalid, invalidFields } from '../../kit/json.ts';
import type { DatasetRecord } from '../datasets/dataset.ts';
import { type DeskRows, FAULTS_LISTED, outsideOf, rowsOfStores, salesTableOf } from '../datasets/rowDesk.ts';

/** What a reference says of rows. Throws validation_error with the pointer of what is wrong with it. */
export const choicesOf = (given: object, pointer: string): RowChoices => parsed(rowChoices, given, pointer);

/** Roles and choices of rows that a reference to sales says. Throws as `choicesOf` does. */
export const salesOptionsOf = (given: object, pointer: string): SalesTableOptions & RowChoices =>
  parsed(salesTableOptions, given, pointer);

function parsed<S extends z.ZodType>(schema: S, given: object, pointer: string): z.output<S> {
  const { success, data, error } = schema.safeParse(given);
  if (success) return data;
  const [issue] = error.issues;
  throw invalid(`${pointer}/${issue!.path.join('/')}`, issue!.message);
}

/** A refusal that names all rows it is about. */
export const refusedRows = (pointer: string, detail: string | Sentence, rows: readonly RowFault[]) =>
  invalidFields([{ pointer, ...spoken({ detail }), rows: rows.slice(0, FAULTS_LISTED) }]);

/** Warns of rows that do not count; of none where all do. */
export function warnOfRows(pointer: string, rows: readonly RowFault[], warnings: Warning[]): void {
  for (const one of rows.filter(({ reason }) => reason === 'total'))
    warnings.push({ pointer, detail: one.detail, rows: [one] });
  const others = rows.filter(({ reason }) => reason !== 'total');
  if (others.length === 0) return;
  const detail = others.length === 1 ? '1 row is left out.' : said('rows_left_out', { count: others.length });
  warnings.push({ pointer, detail: `${detail} ${others[0]!.detail}`, rows: others.slice(0, FAULTS_LISTED) });
}

/**
 * Stores with their sales from the placed rows of a dataset, and the row of each. Throws validation_error; says in `warnings` how columns were
 * read, and which rows do not count.
 */
export function readSales(
  dataset: DatasetRecord,
  desk: DeskRows,
  pointer: string,
  warnings: Warning[],
  options: SalesTableOptions,
): { readonly stores: readonly unknown[]; readonly rows: readonly RowName[] } {
  const { nowhere, leftOut } = desk;
  const outside = options.faults === 'leave_out' ? outsideOf(dataset, desk.rows) : [];
  const beyond = new Set(outside.map(({ row }) => row));
  const rows = desk.rows.filter(({ index }) => !beyond.has(index + 1));
  const table = salesTableOf(dataset, rows, options);
  if (table.fault !== null)
    throw table.faults.length === 0 ? invalid(pointer, table.fault) : refusedRows(pointer, table.fault, table.faults);
  const totals = new Set(table.totals.map(({ detail }) => detail));
  for (const detail of table.notes) if (!totals.has(detail)) warnings.push({ pointer, detail });
  const out = [...leftOut, ...nowhere, ...outside, ...table.faults, ...table.totals].toSorted((a, b) => a.row - b.row);
  warnOfRows(pointer, out, warnings);
  return { stores: table.stores, rows: rowsOfStores(dataset, rows, table) };
}
