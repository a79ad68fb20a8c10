import { readSheet, SheetNotFoundError } from 'read-excel-file/node';
import { type FileSource, labelOf, wholeFile } from '../files/source.ts';
import { ImportError, messageOf } from '../importError.ts';
import type { RowReader } from './csv.ts';

export interface XlsxOptions {
  /** Name of the sheet; the first where absent. */
  readonly sheet?: string | undefined;
  /** Rows of titles before the header. */
  readonly skipLines?: number | undefined;
  /** Column names for a sheet without a header. */
  readonly header?: readonly string[] | undefined;
}

/** Reads one sheet of a workbook; cells come as text, numbers with all their digits. Blank rows are passed over. */
export async function readXlsx(source: FileSource, options: XlsxOptions, reader: RowReader): Promise<void> {
  const rows = await sheetRows(source, options.sheet);
  let columns = options.header;
  if (columns !== undefined) reader.header(columns);
  for (let i = options.skipLines ?? 0; i < rows.length; i++) {
    const cells = rows[i]!.map(cellText);
    if (cells.every((cell) => cell === '')) continue;
    if (columns === undefined) {
      columns = cells.map((name) => name.trim());
      reader.header(columns);
    } else {
      while (cells.length < columns.length) cells.push('');
      reader.row(cells, i + 1);
    }
  }
  if (columns === undefined) {
    throw new ImportError(`${labelOf(source)} has no header row after ${options.skipLines ?? 0} skipped rows.`);
  }
}

async function sheetRows(source: FileSource, sheet: string | undefined): Promise<unknown[][]> {
  const bytes = await wholeFile(source, ['.xlsx']);
  try {
    return (await (sheet === undefined ? readSheet(bytes) : readSheet(bytes, sheet))) as unknown[][];
  } catch (error) {
    const remedy =
      error instanceof SheetNotFoundError
        ? 'Name one of its sheets in the recipe.'
        : 'It may be cut short or be an older .xls file: fetch it again, or save it as .xlsx or .csv.';
    throw new ImportError(`${labelOf(source)} cannot be read as a workbook (${messageOf(error)}). ${remedy}`, {
      cause: error,
    });
  }
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell);
}
