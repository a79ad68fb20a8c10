import Papa from 'papaparse';
import type { TableRecord } from './record.ts';
import { separatorOf } from './separator.ts';
import { TableError } from './tableError.ts';
import { linesIn } from './text.ts';

export interface CsvOptions {
  /** One character; the commonest of comma, semicolon, tab and bar in the header where absent. */
  readonly delimiter?: string | undefined;
  /** Lines of titles before the header. */
  readonly skipLines?: number | undefined;
  /** Longest row in characters. Longer rows almost always mean a quote that is never closed. */
  readonly rowCharactersMax?: number | undefined;
}

const ROW_CHARACTERS_MAX = 1_000_000;

/**
 * Yields the records of separated values below the title lines, as many at a time as a slice of text holds; blank lines
 * are left out. Throws TableError behind the last good record where a quote is never closed, or text follows a closed one.
 * Holds a slice and a row in memory.
 */
export async function* csvRecords(
  text: AsyncIterable<string>,
  { delimiter, skipLines = 0, rowCharactersMax = ROW_CHARACTERS_MAX }: CsvOptions = {},
): AsyncGenerator<readonly TableRecord[]> {
  let parser: Papa.Parser | null = null;
  let rest = '';
  let line = skipLines + 1;
  let row = skipLines;
  const parse = (isLast: boolean): { records: TableRecord[]; fault: TableError | null } => {
    parser ??= new Papa.Parser({ delimiter: delimiter ?? separatorOf(rest), newline: '\n' });
    const { data, errors, meta } = parser.parse(rest, 0, !isLast) as Papa.ParseResult<string[]>;
    const wrong = errors.find(({ type }) => type === 'Quotes');
    const hasQuotes = rest.includes('"');
    const isCut = isLast && !rest.endsWith('\n');
    const records: TableRecord[] = [];
    for (const [i, cells] of data.entries()) {
      if (wrong?.row === i) break;
      row += 1;
      const endsFile = isCut && i === data.length - 1;
      if (cells.length > 1 || cells[0]?.trim() !== '') records.push({ line, row, cells, endsFile });
      line += 1;
      if (hasQuotes) for (const cell of cells) line += linesIn(cell);
    }
    rest = isLast ? '' : rest.slice(meta.cursor);
    if (wrong !== undefined) return { records, fault: badQuote(line, wrong.code === 'MissingQuotes') };
    return { records, fault: rest.length > rowCharactersMax ? tooLong(line, rowCharactersMax) : null };
  };
  for await (const piece of withoutLines(text, skipLines)) {
    rest += piece;
    if (parser === null && !rest.trimStart().includes('\n')) {
      if (rest.length > rowCharactersMax) throw tooLong(line, rowCharactersMax);
      continue;
    }
    const { records, fault } = parse(false);
    if (records.length > 0) yield records;
    if (fault !== null) throw fault;
  }
  const { records, fault } = parse(true);
  if (records.length > 0) yield records;
  if (fault !== null) throw fault;
}

/** Leaves out the first lines of a text. */
async function* withoutLines(text: AsyncIterable<string>, lines: number): AsyncGenerator<string> {
  let left = lines;
  for await (let piece of text) {
    while (left > 0 && piece !== '') {
      const end = piece.indexOf('\n');
      piece = end < 0 ? '' : piece.slice(end + 1);
      if (end >= 0) left--;
    }
    if (piece !== '') yield piece;
  }
}

const badQuote = (line: number, isOpen: boolean): TableError =>
  isOpen
    ? new TableError(
        'quotes',
        `The row in line ${line} has a quotation mark that is never closed.`,
        'Close it, or write it twice where it is part of the text.',
      )
    : new TableError(
        'quotes',
        `The row in line ${line} has text behind a closing quotation mark.`,
        'Write a mark that is part of the text twice.',
      );

const tooLong = (line: number, rowCharactersMax: number): TableError =>
  new TableError(
    'long row',
    `The row in line ${line} is longer than ${rowCharactersMax} characters: a quotation mark is probably never closed there.`,
    'Close it, or write it twice where it is part of the text.',
  );
