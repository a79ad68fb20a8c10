import { Readable } from 'node:stream';
import Papa from 'papaparse';
import { type FileSource, labelOf, textOf } from '../files/source.ts';
import { ImportError } from '../importError.ts';

export interface CsvOptions {
  /** WHATWG name; utf-8 where absent. A byte order mark is left out in any case. */
  readonly encoding?: string | undefined;
  /** One character; the commonest of comma, semicolon, tab and bar in the header where absent. */
  readonly delimiter?: string | undefined;
  /** Lines of titles before the header. */
  readonly skipLines?: number | undefined;
  /** Column names for a file without a header. */
  readonly header?: readonly string[] | undefined;
}

export interface RowReader {
  /** Called once, with the column names, before any row. */
  header(columns: readonly string[]): void;
  /** `row` counts the records of the file from 1, title lines and header included. */
  row(cells: readonly string[], row: number): void;
}

/** Endings of CSV-like files inside zip archives. */
export const CSV_ENDINGS = ['.csv', '.psv', '.tsv', '.txt'] as const;

/**
 * Reads a file of separated values row by row, in constant memory. Throws ImportError with file and row where a row does
 * not have the header's number of fields or a quote is never closed: such a file is damaged, cut short, or not separated
 * as the recipe says. Blank lines are passed over.
 */
export async function readCsv(source: FileSource, options: CsvOptions, reader: RowReader): Promise<void> {
  let columns = options.header;
  if (columns !== undefined) reader.header(columns);
  let record = options.skipLines ?? 0;
  let last: { cells: string[]; record: number } | null = null;

  const take = (cells: string[], number: number) => {
    if (columns === undefined) {
      columns = cells.map((name) => name.trim());
      checkHeader(source, columns);
      reader.header(columns);
      return;
    }
    if (cells.length !== columns.length) throw wrongFieldCount(source, number, cells.length, columns.length);
    reader.row(cells, number);
  };

  await parse(source, options, (cells, problem) => {
    record++;
    if (problem !== undefined) {
      throw new ImportError(
        `${labelOf(source)}, row ${record}: ${problem}. The file is cut short or damaged there: fetch it again, or mend the row.`,
      );
    }
    if (cells.length === 1 && cells[0]!.trim() === '') return;
    if (last !== null) take(last.cells, last.record);
    last = { cells, record };
  });
  const end = last as { cells: string[]; record: number } | null;
  if (end !== null) {
    if (columns !== undefined && end.cells.length < columns.length) {
      throw new ImportError(
        `${labelOf(source)} ends in row ${end.record} after ${end.cells.length} of ${columns.length} fields: it is cut short. Fetch it again and compare its size.`,
      );
    }
    take(end.cells, end.record);
  }
  if (columns === undefined) {
    throw new ImportError(`${labelOf(source)} has no header row after ${options.skipLines ?? 0} skipped lines.`);
  }
}

/** Runs papaparse over the file's text; what `row` throws comes out of the promise. */
async function parse(
  source: FileSource,
  options: CsvOptions,
  row: (cells: string[], problem: string | undefined) => void,
): Promise<void> {
  const chunks = withoutLines(textOf(source, options.encoding ?? 'utf-8', CSV_ENDINGS), options.skipLines);
  const start = await firstLine(chunks);
  const text = Readable.from(joined(start, chunks));
  try {
    await new Promise<void>((resolve, reject) => {
      text.once('error', reject);
      Papa.parse<string[]>(text, {
        delimiter: options.delimiter ?? commonestDelimiter(start),
        chunk: ({ data, errors }, parser) => {
          try {
            const problems = new Map(errors.filter(({ type }) => type === 'Quotes').map((e) => [e.row, e.message]));
            data.forEach((cells, i) => {
              row(cells, problems.get(i));
            });
          } catch (error) {
            reject(error);
            parser.abort();
          }
        },
        complete: () => resolve(),
        error: reject,
      });
    });
  } finally {
    text.destroy();
  }
}

/** The separator that the header holds most of; a comma where it holds none. */
function commonestDelimiter(start: string): string {
  const line = start.slice(0, start.search(/[\r\n]|$/));
  const count = (delimiter: string) => line.split(delimiter).length;
  return [',', ';', '\t', '|'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

/** Takes chunks until they hold a line's end. */
async function firstLine(chunks: AsyncGenerator<string>): Promise<string> {
  let text = '';
  while (!text.includes('\n')) {
    const { value, done } = await chunks.next();
    if (done === true) break;
    text += value;
  }
  return text;
}

async function* joined(start: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (start !== '') yield start;
  yield* rest;
}

async function* withoutLines(text: AsyncIterable<string>, skipLines = 0): AsyncGenerator<string> {
  let left = skipLines;
  for await (let chunk of text) {
    while (left > 0) {
      const end = chunk.indexOf('\n');
      if (end < 0) break;
      chunk = chunk.slice(end + 1);
      left--;
    }
    if (left === 0 && chunk !== '') yield chunk;
  }
}

function checkHeader(source: FileSource, columns: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of columns) {
    if (name !== '' && seen.has(name)) {
      throw new ImportError(
        `${labelOf(source)}: the header names the column "${name}" twice. Mend the header, or give column names in the recipe as header: [...] with skipLines: 1.`,
      );
    }
    seen.add(name);
  }
}

function wrongFieldCount(source: FileSource, row: number, fields: number, columns: number): ImportError {
  return new ImportError(
    `${labelOf(source)}, row ${row} has ${fields} ${fields === 1 ? 'field' : 'fields'}, the header has ${columns}. Mend the row, or say in the recipe how the file is separated (delimiter) and how many title lines it has (skipLines).`,
  );
}
