import type { PlainRow, TableRecord } from '@hinterland/tables';
import { ImportError } from '../errors/importError.ts';
import { didYouMean } from '../errors/nearestName.ts';
import { CellTexts, plainDegrees } from './cellTexts.ts';

/** Holds for rows whose cell in `column` is one of `equals`; with `not`, for the others. */
export interface RowCondition {
  readonly column: string;
  readonly equals: readonly string[];
  readonly not?: boolean | undefined;
}

/** Which column holds which part of a thing, and which rows are read; all conditions must hold. */
export interface RowMapping<P extends string> {
  readonly columns: Readonly<Partial<Record<P, string | undefined>>>;
  readonly where?: readonly RowCondition[] | undefined;
}

/** The mapping of a table whose columns are called as the parts are. */
export function alike<P extends string>(names: readonly P[]): RowMapping<P> {
  const columns: Partial<Record<P, string>> = {};
  for (const name of names) columns[name] = name;
  return { columns };
}

/** The rows of a table, one after the other, by the parts that a mapping names instead of by columns. */
export class MappedRow<P extends string> {
  readonly #columns: Partial<Record<P, number>> = {};
  readonly #conditions: readonly { column: number; equals: ReadonlySet<string>; not: boolean }[];
  readonly #texts: readonly CellTexts[];
  #record: TableRecord = { line: 0, row: 0, cells: [], endsFile: false };
  #plain: PlainRow | null = null;

  /** Throws ImportError where the table lacks a column of the mapping. */
  constructor(label: string, header: readonly string[], { columns, where = [] }: RowMapping<P>) {
    for (const [part, name] of Object.entries(columns) as [P, string | undefined][]) {
      if (name !== undefined) this.#columns[part] = columnIndex(label, header, name);
    }
    this.#conditions = where.map(({ column, equals, not = false }) => ({
      column: columnIndex(label, header, column),
      equals: new Set(equals),
      not,
    }));
    this.#texts = header.map(() => new CellTexts());
  }

  /** Goes to a row. Returns whether it meets the conditions. */
  goTo(record: TableRecord): boolean {
    this.#record = record;
    this.#plain = null;
    return this.#meetsConditions();
  }

  /** The same for a row of bytes. */
  goToPlain(row: PlainRow): boolean {
    this.#plain = row;
    return this.#meetsConditions();
  }

  /** Whether the mapping names a column for this part. */
  has(part: P): boolean {
    return this.#columns[part] !== undefined;
  }

  /** Text of a part, "" where no column holds it. */
  text(part: P): string {
    const column = this.#columns[part];
    return column === undefined ? '' : this.#cell(column);
  }

  /** The degrees of a part where they are plain decimals with a point; else NaN, and `text` has to be read. */
  plainDegrees(part: P): number {
    const column = this.#columns[part];
    return column === undefined || this.#plain === null ? Number.NaN : plainDegrees(this.#plain, column);
  }

  /** Number of the row in its file. */
  get number(): number {
    return this.#plain === null ? this.#record.row : this.#plain.row;
  }

  #cell(column: number): string {
    return this.#plain === null ? this.#record.cells[column]!.trim() : this.#texts[column]!.at(this.#plain, column);
  }

  #meetsConditions(): boolean {
    for (const { column, equals, not } of this.#conditions) if (equals.has(this.#cell(column)) === not) return false;
    return true;
  }
}

/** How a report names a row: "row 17 (its id)". */
export const rowRef = (row: number, id: string): string => (id === '' ? `row ${row}` : `row ${row} (${id})`);

/** Position of a column by its name. Throws ImportError with the columns that there are. */
export function columnIndex(label: string, columns: readonly string[], name: string): number {
  const index = columns.indexOf(name);
  if (index >= 0) return index;
  const shown = columns.slice(0, 60).map((column) => `"${column}"`);
  throw new ImportError(
    `${label} has no column "${name}"${didYouMean(name, columns) || '.'} Its columns are ${shown.join(', ')}${columns.length > 60 ? ', …' : ''}.`,
  );
}
