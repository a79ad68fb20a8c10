import { type FileSource, labelOf } from '../files/source.ts';
import { ImportError } from '../importError.ts';
import { didYouMean } from '../nearestName.ts';
import { type KeySteps, keyText } from './keyText.ts';
import { cellNumber, type NumberFormat } from './numberText.ts';
import { readTable, type TableOptions } from './readTable.ts';

export interface KeyedTableOptions extends TableOptions, NumberFormat {
  /** The column whose text says which unit a row is about. */
  readonly key: { readonly column: string } & KeySteps;
  /** Rows to read; all conditions must hold. */
  readonly where?: readonly RowCondition[] | undefined;
}

/** Holds for rows whose cell in `column` is one of `equals`; with `not`, for the others. */
export interface RowCondition {
  readonly column: string;
  readonly equals: readonly string[];
  readonly not?: boolean | undefined;
}

/** A table with one row per key, such as a census unit's code. Cells are kept as text and read as numbers on demand. */
export class KeyedTable {
  /** How messages name the file. */
  readonly label: string;
  readonly columns: readonly string[];
  readonly #format: NumberFormat;
  readonly #rows: ReadonlyMap<string, { readonly cells: readonly string[]; readonly row: number }>;

  constructor(
    label: string,
    columns: readonly string[],
    format: NumberFormat,
    rows: ReadonlyMap<string, { readonly cells: readonly string[]; readonly row: number }>,
  ) {
    this.label = label;
    this.columns = columns;
    this.#format = format;
    this.#rows = rows;
  }

  get keys(): IterableIterator<string> {
    return this.#rows.keys();
  }

  has(key: string): boolean {
    return this.#rows.has(key);
  }

  /** Position of a column. Throws ImportError with the columns that the file has. */
  column(name: string): number {
    return columnIndex(this.label, this.columns, name);
  }

  /** Text of a cell, undefined where the table has no such row. */
  text(key: string, column: number): string | undefined {
    return this.#rows.get(key)?.cells[column]?.trim();
  }

  /** Number in a cell; NaN for no such row and for "not published". Throws ImportError for any other text. */
  number(key: string, column: number): number {
    const found = this.#rows.get(key);
    if (found === undefined) return Number.NaN;
    const cell = found.cells[column]!;
    const value = cellNumber(cell, this.#format);
    if (value === undefined) {
      throw new ImportError(
        `${this.label}, row ${found.row}, column "${this.columns[column]}": "${cell.trim()}" is no number. Mend the cell, or list it in the recipe under the table's "missing" if it means "not published"; say decimal or thousands if it is a number written in another way.`,
      );
    }
    return value;
  }
}

/** Reads a CSV, TSV, PSV or XLSX file into memory. Throws where a key occurs in two rows. */
export async function readKeyedTable(source: FileSource, options: KeyedTableOptions): Promise<KeyedTable> {
  const label = labelOf(source);
  const rows = new Map<string, { cells: readonly string[]; row: number }>();
  let columns: readonly string[] = [];
  let key = -1;
  let conditions: { column: number; equals: ReadonlySet<string>; not: boolean }[] = [];
  const reader = {
    header(names: readonly string[]) {
      columns = names;
      key = columnIndex(label, names, options.key.column);
      conditions = (options.where ?? []).map(({ column, equals, not }) => ({
        column: columnIndex(label, names, column),
        equals: new Set(equals),
        not: not ?? false,
      }));
    },
    row(cells: readonly string[], row: number) {
      for (const { column, equals, not } of conditions) {
        if (equals.has(cells[column]!.trim()) === not) return;
      }
      const text = keyText(cells[key]!, options.key);
      if (text === '') return;
      const before = rows.get(text);
      if (before !== undefined) {
        throw new ImportError(
          `${label}: rows ${before.row} and ${row} are both about "${text}". Choose the rows to read in the recipe with where: [{ column, equals }].`,
        );
      }
      rows.set(text, { cells, row });
    },
  };
  await readTable(source, options, reader);
  return new KeyedTable(label, columns, options, rows);
}

/** Position of a column by its name. Throws ImportError with the columns that there are. */
export function columnIndex(label: string, columns: readonly string[], name: string): number {
  const index = columns.indexOf(name);
  if (index >= 0) return index;
  const shown = columns.slice(0, 60).map((column) => `"${column}"`);
  throw new ImportError(
    `${label} has no column "${name}"${didYouMean(name, columns) || '.'} Its columns are ${shown.join(', ')}${columns.length > 60 ? ', …' : ''}.`,
  );
}
