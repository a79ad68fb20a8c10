import { type CsvOptions, csvRecords } from './csv.ts';
import { columnNames, requireNames, requireWidth } from './header.ts';
import type { TableRecord } from './record.ts';
import { TableError } from './tableError.ts';
import { textOf } from './text.ts';
import { workbookRecords } from './workbook.ts';

export interface TableOptions extends CsvOptions {
  /** csv where absent: separated values, whatever the separator. */
  readonly format?: 'csv' | 'workbook' | undefined;
  /** WHATWG name of a text file's encoding; UTF-8, or what a byte order mark says, where absent. */
  readonly encoding?: string | null | undefined;
  /** Name of a workbook's sheet; the first where absent. */
  readonly sheet?: string | undefined;
  /** Names of the columns of a file without a header. */
  readonly header?: readonly string[] | undefined;
  /** Refuses a header that looks like values or a title: for files of people who cannot be asked. */
  readonly checksHeader?: boolean | undefined;
  /** Yields rows of another width than the header as they are, for callers with a rule of their own about them. */
  readonly isRagged?: boolean | undefined;
}

/** Some rows of a table. Each has one cell per column, unless the caller takes ragged ones. */
export interface TablePart {
  readonly columns: readonly string[];
  readonly rows: readonly TableRecord[];
}

/**
 * Yields a table part by part, the first part as soon as the names of the columns are known, even if it has no rows yet.
 * Throws TableError with the line of the first fault. A CSV file is read in constant memory, a workbook as a whole.
 */
export async function* readTable(
  bytes: AsyncIterable<Uint8Array>,
  options: TableOptions = {},
): AsyncGenerator<TablePart> {
  const { header, checksHeader = false, isRagged = false, skipLines = 0 } = options;
  const isWorkbook = options.format === 'workbook';
  let columns = header;
  if (columns !== undefined) yield { columns, rows: [] };
  const records = isWorkbook ? sheetRecords(bytes, options) : csvRecords(textOf(bytes, options.encoding), options);
  for await (const some of records) {
    const rows = columns === undefined ? some.slice(1) : some;
    if (columns === undefined) {
      const first = some[0]!;
      if (checksHeader) requireNames(first);
      columns = columnNames(first);
      // Faults of the rows are met after the header is handed over.
      yield { columns, rows: [] };
    }
    if (isWorkbook) yield { columns, rows: rows.map((row) => widened(row, columns!)) };
    else yield { columns, rows: isRagged ? rows : checkedRows(rows, columns) };
  }
  if (columns === undefined) {
    throw skipLines === 0
      ? new TableError(
          'empty',
          'The file is empty.',
          'It should hold a row with the names of its columns, and rows below.',
        )
      : new TableError(
          'empty',
          `The file has no row behind the ${skipLines} lines that are left out.`,
          'Correct skipLines.',
        );
  }
}

async function* sheetRecords(
  bytes: AsyncIterable<Uint8Array>,
  { sheet, skipLines = 0 }: TableOptions,
): AsyncGenerator<readonly TableRecord[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  const records = await workbookRecords(Buffer.concat(chunks), sheet);
  const below = records.filter(({ row }) => row > skipLines);
  if (below.length > 0) yield below;
}

function checkedRows(rows: readonly TableRecord[], columns: readonly string[]): readonly TableRecord[] {
  for (const row of rows) requireWidth(row, columns);
  return rows;
}

/** A sheet leaves out empty cells at the end of a row. */
function widened(row: TableRecord, columns: readonly string[]): TableRecord {
  const missing = columns.length - row.cells.length;
  return missing <= 0 ? row : { ...row, cells: [...row.cells, ...Array<string>(missing).fill('')] };
}
