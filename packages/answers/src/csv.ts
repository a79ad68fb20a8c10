import { neutralized } from '@hinterland/tables/formula';
import { type Cell, headerOf, type Table } from './table.ts';
import { nameOf } from './words/said.ts';

/**
 * Returns a table as CSV (RFC 4180): plain numbers, days and instants as ISO 8601, texts that no spreadsheet runs. Written here,
 * since a library in two scripts of the web app would cost every page of it a further script.
 */
export function csvText({ columns, rows }: Table): string {
  const lines = [columns.map((one) => neutralized(headerOf(one))), ...rows.map((row) => row.map(textOf))];
  return lines.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
}

/** The same as a file. The mark tells spreadsheets that the text is UTF-8. */
export const csvOf = (table: Table): Uint8Array<ArrayBuffer> => new TextEncoder().encode(`\ufeff${csvText(table)}`);

/** Quotes what a comma, or what other countries separate with, would tear apart. */
const quoted = (cell: string): string => (/["\r\n,;\t]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

function textOf(cell: Cell): string {
  if (cell === null) return '';
  if (cell instanceof Date) return isoText(cell);
  return typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : neutralized(nameOf(cell));
}

/** "2026-10-31", with the time of day where it has one. */
export const isoText = (date: Date): string => date.toISOString().replace('T00:00:00.000Z', '');
