import Papa from 'papaparse';
import { FORMULA } from './formula.ts';

/** Returns rows as lines of CSV that `readTable` reads as they are, whatever their cells hold. For people's programs: `csvLines`. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  Papa.unparse(rows as string[][], { newline: '\n', quotes: (cell: string) => /[;\t|=]/.test(cell) });

/**
 * Returns lines of CSV, each with its end. An apostrophe precedes a cell that a spreadsheet would take for a formula; cells
 * that hold a semicolon or a tab, with which other countries separate, stand in quotation marks too.
 */
export function csvLines(
  rows: readonly (readonly string[])[],
  newline: '\n' | '\r\n' = '\r\n',
  delimiter = ',',
): string {
  const quotes = (cell: string) => /[;\t]/.test(cell);
  return `${Papa.unparse(rows as string[][], { newline, delimiter, escapeFormulae: FORMULA, quotes })}${newline}`;
}
