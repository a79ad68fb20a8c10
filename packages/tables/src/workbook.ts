import type { Cell, CellValue, Sheet, Workbook } from 'hucre';
import { cellText } from './cellText.ts';
import type { TableRecord } from './record.ts';
import { TableError } from './tableError.ts';

/**
 * Returns the rows of one sheet of an .xlsx workbook: the named one, else the one that a person sees who opens it. Cells come
 * as `cellText` has them. Blank rows are left out. Throws TableError where the content is no workbook or has no such sheet.
 */
export async function workbookRecords(content: Uint8Array, sheet: string | undefined): Promise<TableRecord[]> {
  // Loaded here, so that readers of CSV alone do not wait for it.
  const { readXlsx } = await import('hucre/xlsx');
  const { formatValue } = await import('hucre');
  let book: Workbook;
  try {
    book = await readXlsx(content, { readStyles: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TableError(
      'workbook',
      `This cannot be read as a workbook (${reason}).`,
      'It may be cut short, have a password, or be of another kind: get it again, or save it as .xlsx or .csv.',
      { cause: error },
    );
  }
  const { rows, cells } = sheetOf(book, sheet);
  const is1904 = book.dateSystem === '1904';
  const textAt = (value: CellValue, row: number, column: number): string => {
    const cell: Cell | undefined = cells?.get(`${row},${column}`);
    return cellText(value, cell?.style?.numFmt, { is1904, formatValue });
  };
  return rows
    .map((values, row) => ({
      line: row + 1,
      row: row + 1,
      cells: withoutEmptyEnd(values.map((value, column) => textAt(value, row, column))),
      endsFile: false,
    }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
}

/** The sheet of a name, else the active one unless it is hidden, else the first that is not. */
function sheetOf({ sheets, activeSheet = 0 }: Workbook, name: string | undefined): Sheet {
  const isSeen = ({ hidden, veryHidden }: Sheet) => hidden !== true && veryHidden !== true;
  const found =
    name === undefined
      ? [sheets[activeSheet], ...sheets].find((sheet) => sheet !== undefined && isSeen(sheet))
      : sheets.find((sheet) => sheet.name === name);
  if (found !== undefined) return found;
  const names = sheets.map((sheet) => `"${sheet.name}"`).join(', ');
  throw new TableError(
    'unknown sheet',
    name === undefined
      ? `All sheets of the workbook are hidden (${names}).`
      : `The workbook has no sheet "${name}"; it has ${names}.`,
    name === undefined ? 'Show the one that is meant, and save it.' : 'Name one of its sheets.',
  );
}

/** A sheet is as wide as its widest row; empty cells at the end of a row are none. */
function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  const last = cells.findLastIndex((cell) => cell !== '');
  return last === cells.length - 1 ? cells : cells.slice(0, last + 1);
}
