import type { TableRecord } from './record.ts';
import { TableError } from './tableError.ts';

/**
 * Returns the rows of one sheet of an .xlsx workbook, the first sheet where none is named. Cells come as text: numbers with
 * all their digits, dates as yyyy-mm-dd. Blank rows are left out. Throws TableError where the content is no workbook or has
 * no such sheet.
 */
export async function workbookRecords(content: Buffer, sheet: string | undefined): Promise<TableRecord[]> {
  const rows = await sheetRows(content, sheet);
  return rows
    .map((cells, i) => ({ line: i + 1, row: i + 1, cells: cells.map(cellText), endsFile: false }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
}

async function sheetRows(content: Buffer, sheet: string | undefined): Promise<unknown[][]> {
  // Loaded here, so that readers of CSV alone do not wait for it.
  const { readSheet, SheetNotFoundError } = await import('read-excel-file/node');
  try {
    return (await (sheet === undefined ? readSheet(content) : readSheet(content, sheet))) as unknown[][];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof SheetNotFoundError) {
      throw new TableError('unknown sheet', `The workbook has no such sheet (${reason}).`, 'Name one of its sheets.', {
        cause: error,
      });
    }
    throw new TableError(
      'workbook',
      `This cannot be read as a workbook (${reason}).`,
      'It may be cut short or be an older .xls file: get it again, or save it as .xlsx or .csv.',
      { cause: error },
    );
  }
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell);
}
