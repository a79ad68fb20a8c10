import Papa from 'papaparse';

/**
 * A cell that a spreadsheet would take for a formula, some also behind spaces or with signs of full width. Numbers stay
 * numbers.
 */
const FORMULA = /^(?![-+]?\d+([.,]\d+)?(e[-+]?\d+)?$)\s*[=+\-@|\t\r＝＋－＠｜]/i;

/** Returns a text that no spreadsheet takes for a formula: an apostrophe precedes one that it would. */
export const neutralized = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/**
 * Returns lines of CSV, each with its end. An apostrophe precedes a cell that a spreadsheet would take for a formula; cells
 * that hold a semicolon or a tab, with which other countries separate, stand in quotation marks too.
 */
export function csvLines(rows: readonly (readonly string[])[], newline: '\n' | '\r\n' = '\r\n'): string {
  const quotes = (cell: string) => /[;\t]/.test(cell);
  return `${Papa.unparse(rows as string[][], { newline, escapeFormulae: FORMULA, quotes })}${newline}`;
}
