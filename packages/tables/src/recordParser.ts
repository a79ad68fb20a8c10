import Papa from 'papaparse';
import type { TableRecord } from './record.ts';
import { namedSeparator, SAMPLE_CHARACTERS, separatorOf } from './separator.ts';
import { TableError } from './tableError.ts';
import { linesIn } from './text.ts';

export interface CsvOptions {
  /** One character; found out by `separatorOf` where absent. A first line such as `sep=;` comes before both. */
  readonly delimiter?: string | undefined;
  /** Lines of titles before the header. */
  readonly skipLines?: number | undefined;
  /** Longest row in characters. Longer rows almost always mean a quote that is never closed. */
  readonly rowCharactersMax?: number | undefined;
}

const ROW_CHARACTERS_MAX = 1_000_000;

/**
 * Takes separated values piece by piece and hands out the records below the title lines. Rows that hold nothing but separators
 * and blanks are left out. Holds a piece and a row in memory.
 */
export class RecordParser {
  readonly #rowCharactersMax: number;
  #skipLines: number;
  #delimiter: string | undefined;
  #parser: Papa.Parser | null = null;
  #isFirstLine = true;
  #rest = '';
  #line = 1;
  #row = 0;
  /** What is wrong behind the last good record. */
  fault: TableError | null = null;

  constructor({ delimiter, skipLines = 0, rowCharactersMax = ROW_CHARACTERS_MAX }: CsvOptions = {}) {
    this.#delimiter = delimiter;
    this.#skipLines = skipLines;
    this.#rowCharactersMax = rowCharactersMax;
  }

  /** Whether the header is taken, and the next piece begins with a row. */
  get isBetweenRows(): boolean {
    return this.#parser !== null && this.#rest === '' && this.fault === null;
  }

  /** The sign between cells, as soon as `isBetweenRows`. */
  get separator(): string {
    return this.#delimiter ?? '';
  }

  /** Rows so far. */
  get row(): number {
    return this.#row;
  }

  /** Counts rows of one line each that somebody else took. */
  passOver(rows: number): void {
    this.#row += rows;
    this.#line += rows;
  }

  /** Returns the records that a piece of text completes, all that are left where it is the last. Sets `fault`. */
  take(piece: string, isLast: boolean): readonly TableRecord[] {
    this.#rest += piece;
    if (!this.#hasBegun(isLast)) {
      if (this.#rest.length > this.#rowCharactersMax) this.fault = tooLong(this.#line, this.#rowCharactersMax);
      return [];
    }
    if (this.#parser === null) {
      this.#delimiter ??= separatorOf(this.#rest);
      this.#parser = new Papa.Parser({ delimiter: this.#delimiter, newline: '\n' });
    }
    const rest = this.#rest;
    const { data, errors, meta } = this.#parser.parse(rest, 0, !isLast) as Papa.ParseResult<string[]>;
    const wrong = errors.find(({ type }) => type === 'Quotes');
    const hasQuotes = rest.includes('"');
    const isCut = isLast && !rest.endsWith('\n');
    const records: TableRecord[] = [];
    for (const [i, cells] of data.entries()) {
      if (wrong?.row === i) break;
      this.#row += 1;
      const endsFile = isCut && i === data.length - 1;
      if (cells.some((cell) => cell.trim() !== '')) records.push({ line: this.#line, row: this.#row, cells, endsFile });
      this.#line += 1;
      if (hasQuotes) for (const cell of cells) this.#line += linesIn(cell);
    }
    this.#rest = isLast ? '' : rest.slice(meta.cursor);
    if (wrong !== undefined) this.fault = badQuote(this.#line, wrong.code === 'MissingQuotes');
    else if (this.#rest.length > this.#rowCharactersMax) this.fault = tooLong(this.#line, this.#rowCharactersMax);
    return records;
  }

  /** Leaves out what stands before the header, and waits until there is enough text to find the separator in. */
  #hasBegun(isLast: boolean): boolean {
    if (this.#parser !== null) return true;
    if (this.#isFirstLine) {
      const end = this.#rest.indexOf('\n');
      if (end < 0 && !isLast) return false;
      const named = namedSeparator(end < 0 ? this.#rest : this.#rest.slice(0, end));
      if (named !== undefined) {
        this.#delimiter = named;
        this.#skipLines = Math.max(1, this.#skipLines);
      }
      this.#isFirstLine = false;
    }
    for (; this.#skipLines > 0; this.#skipLines--) {
      const end = this.#rest.indexOf('\n');
      if (end < 0 && !isLast) return false;
      this.#rest = end < 0 ? '' : this.#rest.slice(end + 1);
      this.#line++;
      this.#row++;
    }
    if (isLast) return true;
    const isEnough = this.#delimiter !== undefined || this.#rest.length >= SAMPLE_CHARACTERS;
    return isEnough && this.#rest.trimStart().includes('\n');
  }
}

const badQuote = (line: number, isOpen: boolean): TableError =>
  isOpen
    ? new TableError(
        'quotes',
        `The row in line ${line} has a quotation mark that is never closed.`,
        'Close it, or write it twice where it is part of the text.',
        { line },
      )
    : new TableError(
        'quotes',
        `The row in line ${line} has text behind a closing quotation mark.`,
        'Write a mark that is part of the text twice.',
        { line },
      );

const tooLong = (line: number, rowCharactersMax: number): TableError =>
  new TableError(
    'long row',
    `The row in line ${line} is longer than ${rowCharactersMax} characters: a quotation mark is probably never closed there.`,
    'Close it, or write it twice where it is part of the text.',
    { line },
  );
