import { ImportError } from '../errors/importError.ts';
import { type FileSource, labelOf } from '../files/source.ts';
import { type KeySteps, keyText } from './keyText.ts';
import { columnIndex, MappedRow, type RowCondition } from './mappedRow.ts';
import { cellNumber, type NumberFormat } from './numberText.ts';
import { readTable, type TableOptions, type TableRecord } from './readTable.ts';
import { RowSums, type SumsRecipe } from './rowSums.ts';

type KeyColumn = { readonly column: string } & KeySteps;

export interface KeyedTableOptions extends TableOptions, NumberFormat {
  /** The column whose text says which unit a row is about, or several that make it one after the other. */
  readonly key: KeyColumn | readonly KeyColumn[];
  /** Rows to read; all conditions must hold. */
  readonly where?: readonly RowCondition[] | undefined;
  /** Of a table with a row per figure: the column with its name and the one with its value. */
  readonly long?: { readonly name: string; readonly value: string } | undefined;
  /** Whether rows about a key are kept; the others are counted and passed over. All are kept where absent. */
  readonly wanted?: ((key: string) => boolean) | undefined;
  /** Rows added up under keys of their own, also those that are not wanted. */
  readonly sums?: SumsRecipe | undefined;
}

type KeyedRow = Pick<TableRecord, 'cells' | 'row'>;

/** Rows that were read and not kept. */
export interface PassedOver {
  readonly rows: number;
  /** The key of one of them. */
  readonly example: string;
}

/** A table with one row per key, such as a census unit's code. Cells are kept as text and read as numbers on demand. */
export class KeyedTable {
  /** How messages name the file. */
  readonly label: string;
  readonly columns: readonly string[];
  readonly passedOver: PassedOver;
  readonly #format: NumberFormat;
  readonly #rows: ReadonlyMap<string, KeyedRow>;

  constructor(
    label: string,
    columns: readonly string[],
    format: NumberFormat,
    rows: ReadonlyMap<string, KeyedRow>,
    passedOver: PassedOver = { rows: 0, example: '' },
  ) {
    this.label = label;
    this.columns = columns;
    this.passedOver = passedOver;
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
    const cell = found.cells[column] ?? '';
    const value = cellNumber(cell, this.#format);
    if (value === undefined) {
      throw new ImportError(
        `${this.label}, row ${found.row}, column "${this.columns[column]}": "${cell.trim()}" is no number. Mend the cell, or list it in the recipe under the table's "missing" if it means "not published"; say decimal or thousands if it is a number written in another way.`,
      );
    }
    return value;
  }
}

/**
 * Reads a CSV, TSV, PSV or XLSX file, or several with the same columns, into memory. Throws where a key occurs in two rows; of a
 * long table, where a key has two figures of one name.
 */
export async function readKeyedTable(
  source: FileSource | readonly FileSource[],
  options: KeyedTableOptions,
): Promise<KeyedTable> {
  const sources = [source].flat();
  const label = sources.map(labelOf).join(', ');
  const rows = options.long === undefined ? new WholeRows() : new FigureRows();
  const passedOver = { rows: 0, example: '' };
  const sums = options.sums === undefined ? null : new RowSums(options.sums, options);
  for (const one of sources) await readInto(rows, one, options, passedOver, sums);
  const all = new Map<string, KeyedRow>(rows.all);
  for (const [key, cells] of sums?.rows(rows.columns) ?? []) all.set(key, { cells, row: 0 });
  return new KeyedTable(label, rows.columns, options, all, passedOver);
}

async function readInto(
  rows: WholeRows | FigureRows,
  source: FileSource,
  { key, long, where, wanted, ...options }: KeyedTableOptions,
  passedOver: { rows: number; example: string },
  sums: RowSums | null,
): Promise<void> {
  const label = labelOf(source);
  const keys = [key].flat();
  await readTable(source, options, (header) => {
    rows.begin(label, header);
    sums?.begin(label, header);
    const mapped = new MappedRow<string>(label, header, {
      columns: { ...Object.fromEntries(keys.map(({ column }, i) => [`key${i}`, column])), ...long },
      where,
    });
    return (record) => {
      if (!mapped.goTo(record)) return;
      const code = keys.map((steps, i) => keyText(mapped.text(`key${i}`), steps)).join('');
      if (code === '') return;
      sums?.add(record.cells);
      if (wanted?.(code) === false) {
        passedOver.rows++;
        passedOver.example ||= code;
      } else rows.add(code, record, mapped.text('name'), mapped.text('value'));
    };
  });
}

/** A row of the table for each key. */
class WholeRows {
  columns: readonly string[] = [];
  readonly all = new Map<string, KeyedRow>();
  #label = '';

  begin(label: string, header: readonly string[]): void {
    const missing = this.columns.find((name) => !header.includes(name));
    if (missing !== undefined) {
      throw new ImportError(
        `${label} has no column "${missing}", and ${this.#label} has. Files of one table have the same columns.`,
      );
    }
    this.#order = this.columns.map((name) => header.indexOf(name));
    if (this.columns.length === 0) this.columns = header;
    this.#label = label;
  }

  #order: readonly number[] = [];

  add(key: string, record: TableRecord): void {
    const before = this.all.get(key);
    if (before !== undefined) throw twice(this.#label, before.row, record.row, `"${key}"`);
    const { row, cells } = record;
    this.all.set(key, this.#order.length === 0 ? record : { row, cells: this.#order.map((at) => cells[at]!) });
  }
}

/** A row for each key out of rows with one figure each; columns are the names of the figures. */
class FigureRows {
  readonly columns: string[] = [];
  readonly all = new Map<string, { readonly row: number; readonly cells: string[] }>();
  readonly #places = new Map<string, number>();
  #label = '';

  begin(label: string): void {
    this.#label = label;
  }

  add(key: string, { row }: TableRecord, name: string, value: string): void {
    const known = this.#places.get(name);
    const place = known ?? this.columns.push(name) - 1;
    if (known === undefined) this.#places.set(name, place);
    const found = this.all.get(key) ?? { row, cells: [] };
    if (found.cells[place] !== undefined) throw twice(this.#label, found.row, row, `"${name}" of "${key}"`);
    found.cells[place] = value;
    this.all.set(key, found);
  }
}

const twice = (label: string, before: number, row: number, what: string): ImportError =>
  new ImportError(
    `${label}: rows ${before} and ${row} are both about ${what}. Choose the rows to read in the recipe with where: [{ column, equals }].`,
  );
