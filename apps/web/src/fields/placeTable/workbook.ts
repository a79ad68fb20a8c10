import Papa from 'papaparse';
import { readSheet } from 'read-excel-file/universal';

/**
 * Returns the first sheet of an .xlsx workbook as separated values, a line for each row: numbers with all their digits, dates as
 * yyyy-mm-dd. Rejects where the content is no workbook. Loaded with the first workbook.
 */
export async function workbookText(content: ArrayBuffer): Promise<string> {
  const rows = await readSheet(new Blob([content]));
  return Papa.unparse(rows.map((cells) => cells.map(cellText)));
}

const cellText = (cell: unknown): string =>
  cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? '');
