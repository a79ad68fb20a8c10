import { csvRecords } from './csv.ts';
import { columnNames, requireNames, widthFault } from './header.ts';
import type { PlainRow } from './plainRows.ts';
import type { TableRecord } from './record.ts';
import { type CsvOptions, RecordParser } from './recordParser.ts';
import { TableError } from './tableError.ts';
import { joinedBytes, newReading, type TextOptions, textOf } from './text.ts';
import { withoutPlainRows } from './withoutPlainRows.ts';
import { workbookRecords } from './workbook.ts';

export interface TableOptions extends CsvOptions, TextOptions {
  /** csv where absent: separated values, whatever the separator. */
  readonly format?: 'csv' | 'workbook' | undefined;
  /** Name of a workbook's sheet; the one that is seen when it is opened where absent. */
  readonly sheet?: string | undefined;
  /** Names of the columns of a file without a header. */
  readonly header?: readonly string[] | undefined;
  /** Text of the first cell of the row with which the rows end; notes follow it. */
  readonly endsAt?: string | undefined;
  /** Refuses a header that looks like values or a title: for files of people who cannot be asked. */
  readonly checksHeader?: boolean | undefined;
  /** Yields rows of another width than the header as they are, for callers with a rule of their own about them. */
  readonly isRagged?: boolean | undefined;
  /** Takes rows of another width than the header, which are left out then, with what is wrong with them. */
  readonly setAside?: ((row: TableRecord, fault: TableError) => void) | undefined;
  /**
   * Takes plain rows of separated values in UTF-8 as bytes, in their place among the others, which are yielded: for files of
   * millions of rows. Called only when a part with the columns was yielded.
   */
  readonly takePlain?: ((row: PlainRow) => void) | undefined;
}

/** Some rows of a table. Each has one cell per column, unless the caller takes ragged ones. */
export interface TablePart {
  /** Sign between cells, as soon as rows follow; a comma for workbooks, which have none. */
  readonly separator: string;
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
  const { header, checksHeader = false, isRagged = false, skipLines = 0, endsAt, setAside } = options;
  const isWorkbook = options.format === 'workbook';
  let columns = header;
  const parser = new RecordParser(options);
  const separator = () => parser.separator || ',';
  if (columns !== undefined) yield { columns, separator: separator(), rows: [] };
  const records = isWorkbook
    ? sheetRecords(bytes, options)
    : csvRows(bytes, options, parser, () => columns?.length ?? 0);
  for await (const all of records) {
    const end = endsAt === undefined ? -1 : all.findIndex(({ cells }) => cells[0]!.trim() === endsAt);
    const some = end < 0 ? all : all.slice(0, end);
    if (end === 0) break;
    const rows = columns === undefined ? some.slice(1) : some;
    if (columns === undefined) {
      const first = some[0]!;
      if (checksHeader) requireNames(first);
      columns = columnNames(first);
      // Faults of the rows are met after the header is handed over.
      yield { columns, separator: separator(), rows: [] };
    }
    if (isWorkbook)
      yield {
        columns,
        separator: ',',
        rows: checkedRows(
          rows.map((row) => widened(row, columns!)),
          columns,
          setAside,
        ),
      };
    else yield { columns, separator: separator(), rows: isRagged ? rows : checkedRows(rows, columns, setAside) };
    if (end > 0) break;
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

function csvRows(
  bytes: AsyncIterable<Uint8Array>,
  options: TableOptions,
  parser: RecordParser,
  columns: () => number,
): AsyncGenerator<readonly TableRecord[]> {
  const { encoding, takePlain } = options;
  if (takePlain === undefined) return csvRecords(textOf(bytes, options), parser);
  const reading = newReading();
  const others = withoutPlainRows(bytes, { encoding, parser, reading, columns, take: takePlain });
  return csvRecords(textOf(others, options, true, reading), parser);
}

async function* sheetRecords(
  bytes: AsyncIterable<Uint8Array>,
  { sheet, skipLines = 0 }: TableOptions,
): AsyncGenerator<readonly TableRecord[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  const records = await workbookRecords(joinedBytes(chunks), sheet);
  const below = records.filter(({ row }) => row > skipLines);
  if (below.length > 0) yield below;
}

function checkedRows(
  rows: readonly TableRecord[],
  columns: readonly string[],
  setAside: TableOptions['setAside'],
): readonly TableRecord[] {
  return rows.flatMap((record) => {
    const row = withoutEmptyExcess(record, columns);
    const fault = widthFault(row, columns);
    if (fault === null) return [row];
    if (setAside === undefined) throw fault;
    setAside(row, fault);
    return [];
  });
}

/** Separators at the end of a row may stand for cells that nobody filled. */
function withoutEmptyExcess(row: TableRecord, { length }: readonly string[]): TableRecord {
  const isEmpty = row.cells.length > length && row.cells.slice(length).every((cell) => cell.trim() === '');
  return isEmpty ? { ...row, cells: row.cells.slice(0, length) } : row;
}

/** A sheet leaves out empty cells at the end of a row. */
function widened(row: TableRecord, columns: readonly string[]): TableRecord {
  const missing = columns.length - row.cells.length;
  return missing <= 0 ? row : { ...row, cells: [...row.cells, ...Array<string>(missing).fill('')] };
}
