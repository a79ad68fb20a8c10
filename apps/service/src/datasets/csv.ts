import Papa from 'papaparse';
import { badFile, linesIn } from './fileText.ts';
import { DATASET_LIMITS } from './limits.ts';

export interface CsvRecord {
  /** Where it begins in the file, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Records of a CSV file, as many at a time as a piece of text holds; blank lines are passed over. The separator is the
 * commonest of comma, semicolon, tab and bar in the first line. Throws where a quotation mark is never closed, or text
 * stands behind a closed one.
 */
export async function* recordsOf(text: AsyncIterable<string>): AsyncGenerator<readonly CsvRecord[]> {
  let parser: Papa.Parser | null = null;
  let rest = '';
  let line = 1;
  const parse = (isLast: boolean): CsvRecord[] => {
    parser ??= new Papa.Parser({ delimiter: separatorOf(rest), newline: '\n' });
    const { data, errors, meta } = parser.parse(rest, 0, !isLast) as Papa.ParseResult<string[]>;
    const wrong = errors.find(({ type }) => type === 'Quotes');
    const records: CsvRecord[] = [];
    for (const [i, cells] of data.entries()) {
      if (wrong?.row === i) throw badFile(badQuote(line, wrong.code === 'MissingQuotes'));
      if (cells.length > 1 || cells[0]?.trim() !== '') records.push({ line, cells });
      line += 1;
      for (const cell of cells) line += linesIn(cell);
    }
    if (wrong !== undefined) throw badFile(badQuote(line, wrong.code === 'MissingQuotes'));
    rest = isLast ? '' : rest.slice(meta.cursor);
    if (rest.length > DATASET_LIMITS.rowCharacters) throw badFile(tooLong(line));
    return records;
  };
  for await (const piece of text) {
    rest += piece;
    if (parser === null && !rest.trimStart().includes('\n')) {
      if (rest.length > DATASET_LIMITS.rowCharacters) throw badFile(tooLong(line));
      continue;
    }
    const records = parse(false);
    if (records.length > 0) yield records;
  }
  const records = parse(true);
  if (records.length > 0) yield records;
}

const badQuote = (line: number, isOpen: boolean): string =>
  isOpen
    ? `The row in line ${line} has a quotation mark that is never closed. Close it, or write it twice where it is part of the text.`
    : `The row in line ${line} has text behind a closing quotation mark. Write a mark that is part of the text twice.`;

const tooLong = (line: number): string =>
  `The row in line ${line} is longer than ${DATASET_LIMITS.rowCharacters} characters: a quotation mark is probably ` +
  'never closed there. Close it, or write it twice where it is part of the text.';

/** The one that the first line holds most of outside of quotation marks; a comma where it holds none. */
function separatorOf(text: string): string {
  const line = (text.trimStart().split('\n', 1)[0] ?? '').replace(/"(?:[^"]|"")*"/g, '');
  const count = (separator: string) => line.split(separator).length;
  return [',', ';', '\t', '|'].reduce((best, separator) => (count(separator) > count(best) ? separator : best));
}
