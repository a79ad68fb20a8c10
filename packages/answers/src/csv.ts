import { csvLines } from '@hinterland/tables/csv';
import { type Cell, headerOf, type Table } from './table.ts';

/** Returns a table as CSV in UTF-8: plain numbers, days and instants as ISO 8601, texts that no spreadsheet runs. */
export const csvText = ({ columns, rows }: Table): string =>
  csvLines([columns.map(headerOf), ...rows.map((row) => row.map(textOf))]);

function textOf(cell: Cell): string {
  if (cell === null) return '';
  return cell instanceof Date ? isoText(cell) : String(cell);
}

/** "2026-10-31", with the time of day where it has one. */
export const isoText = (date: Date): string => date.toISOString().replace('T00:00:00.000Z', '');
