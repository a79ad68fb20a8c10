import { createReadStream } from 'node:fs';
import { wholeNumberOf } from '@hinterland/catalogue/numbers';
import { readTable, TableError, type TableRecord } from '@hinterland/tables';
import { ImportError } from '../errors/importError.ts';
import { bytesOf, type FileSource, labelOf } from '../files/source.ts';
import { inFile } from '../tables/readTable.ts';
import type { GtfsFolder } from './gtfsFolders.ts';
import type { TimetableReport } from './timetableReport.ts';

const DIGITS = /^\d*$/;

/** A row of a file by the names of its columns. */
export interface GtfsRow {
  /** Text of a cell, "" where the file has no such column. */
  text(column: string): string;
  /** The same without the zeros that programs put behind whole numbers: "3" for "3.0". */
  code(column: string): string;
  readonly line: number;
  /** The row as reports name it: "stops.txt, line 9". */
  readonly reference: string;
  /** Throws ImportError about a cell of this row. */
  refuse(column: string, problem: string): never;
}

/** The files of one timetable in GTFS. */
export class GtfsFiles {
  /** How messages name them: the archive or folder, and the folder in it. */
  readonly path: string;
  readonly #encoding: string | undefined;
  readonly #mostBytes: number;
  /** By the file's own name. */
  readonly #sources: ReadonlyMap<string, FileSource>;
  #bytes = 0;

  constructor({ path, sources }: GtfsFolder, encoding: string | undefined, mostBytes: number) {
    this.path = path;
    this.#encoding = encoding;
    this.#mostBytes = mostBytes;
    this.#sources = sources;
  }

  has(name: string): boolean {
    return this.#sources.has(name);
  }

  /**
   * Calls `take` for each row of a file that the timetable must have. Throws ImportError where the file or one of the columns
   * `required` is missing, where it is no table, and where more bytes were unpacked than a timetable may have.
   */
  async read(
    name: string,
    required: readonly string[],
    report: TimetableReport,
    take: (row: GtfsRow) => void,
  ): Promise<void> {
    const source = this.#sources.get(name);
    if (source === undefined) {
      throw new ImportError(
        `${this.path} holds no ${name}; it holds ${[...this.#sources.keys()].sort().join(', ') || 'nothing'}. Get a complete timetable from its publisher.`,
      );
    }
    const label = labelOf(source);
    let cursor: Cursor | undefined;
    try {
      const options = { encoding: this.#encoding, isGuessed: false, delimiter: ',', isRagged: true };
      const table = readTable(this.#counted(source), options);
      for await (const { columns, rows } of table) {
        cursor ??= new Cursor(name, label, columns, required);
        for (const record of rows) {
          cursor.goTo(record, report);
          take(cursor);
        }
      }
    } catch (error) {
      throw error instanceof TableError ? inFile(source, error) : error;
    }
  }

  /** The same for a file that a timetable may be without. */
  async readIfThere(...args: Parameters<GtfsFiles['read']>): Promise<void> {
    if (this.has(args[0])) await this.read(...args);
  }

  /** The fault of a file without a row. */
  empty(name: string): ImportError {
    return new ImportError(
      `${labelOf(this.#sources.get(name) ?? { path: this.path })} has no row below its header. Get a complete timetable from its publisher.`,
    );
  }

  async *#counted(source: FileSource): AsyncGenerator<Buffer> {
    const chunks = source.entry === undefined ? createReadStream(source.path) : bytesOf(source, []);
    for await (const chunk of chunks) {
      this.#bytes += (chunk as Buffer).length;
      if (this.#bytes > this.#mostBytes) {
        throw new ImportError(
          `${labelOf(source)}: the files of this timetable hold more than ${this.#mostBytes} bytes, the most that is read. Cut it to the region of the map.`,
        );
      }
      yield chunk as Buffer;
    }
  }
}

/** The row that is being read. */
class Cursor implements GtfsRow {
  readonly #name: string;
  readonly #label: string;
  readonly #width: number;
  readonly #columns: ReadonlyMap<string, number>;
  #record: TableRecord = { line: 1, row: 1, cells: [], endsFile: false };

  constructor(name: string, label: string, columns: readonly string[], required: readonly string[]) {
    this.#name = name;
    this.#label = label;
    this.#width = columns.length;
    this.#columns = new Map(columns.map((column, i) => [column, i]));
    const missing = required.find((column) => !this.#columns.has(column));
    if (missing === undefined) return;
    throw new ImportError(
      `${label}, line 1: there is no column "${missing}". Its columns are ${columns.join(', ')}. Get a complete timetable from its publisher, or mend the header.`,
    );
  }

  /** Throws where the row has a text in a column without a name. */
  goTo(record: TableRecord, report: TimetableReport): void {
    this.#record = record;
    const { cells } = record;
    if (cells.length === this.#width) return;
    if (cells.slice(this.#width).some((cell) => cell.trim() !== '')) {
      throw new ImportError(
        `${this.#label}, line ${record.line}: the row has ${cells.length} cells, the header has ${this.#width}. Put a cell that holds a comma in quotation marks.`,
      );
    }
    if (cells.length > this.#width) report.rows.changed('empty cells beyond the header, left out', this.reference);
    else report.rows.changed('fewer cells than the header, taken as empty', this.reference);
  }

  text(column: string): string {
    const at = this.#columns.get(column);
    return at === undefined ? '' : (this.#record.cells[at] ?? '').trim();
  }

  code(column: string): string {
    const text = this.text(column);
    return DIGITS.test(text) ? text : String(wholeNumberOf(text) ?? text);
  }

  get reference(): string {
    return `${this.#name}, line ${this.#record.line}`;
  }

  get line(): number {
    return this.#record.line;
  }

  refuse(column: string, problem: string): never {
    throw new ImportError(`${this.#label}, line ${this.#record.line}, ${column}: ${problem}`);
  }
}
