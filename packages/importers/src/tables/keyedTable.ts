import { ImportError } from '../errors/importError.ts';
import { type FileSource, labelOf } from '../files/source.ts';
import { type KeySteps, keyText } from './keyText.ts';
import { columnIndex, MappedRow, type RowCondition } from './mappedRow.ts';
import { cellNumber, type NumberFormat } from './numberText.ts';
import { readTable, type TableOptions, type TableRecord } from './readTable.ts';

export interface KeyedTableOptions extends TableOptions, NumberFormat {
  /** The column whose text says which unit a row is about. */
  readonly key: { readonly column: string } & KeySteps;
  /** Rows to read; all conditions must hold. */
  readonly where?: readonly RowCondition[] | undefined;
}

type KeyedRow = Pick<TableRecord, 'cells' | 'row'>;

/** A table with one row per key, such as a census unit's code. Cells are kept as text and read as numbers on demand. */
export class KeyedTable {
  /** How messages name the file. */
  readonly label: string;
  readonly columns: readonly string[];
  readonly #format: NumberFormat;
  readonly #rows: ReadonlyMap<string, KeyedRow>;

  constructor(label: string, columns: readonly string[], format: NumberFormat, rows: ReadonlyMap<string, KeyedRow>) {
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
  const rows = new Map<string, KeyedRow>();
  let columns: readonly string[] = [];
  await readTable(source, options, (header) => {
    columns = header;
    const mapped = new MappedRow(label, header, { columns: { key: options.key.column }, where: options.where });
    return (record) => {
      if (!mapped.goTo(record)) return;
      const key = keyText(mapped.text('key'), options.key);
      if (key === '') return;
      const before = rows.get(key);
      if (before !== undefined) {
        throw new ImportError(
          `${label}: rows ${before.row} and ${record.row} are both about "${key}". Choose the rows to read in the recipe with where: [{ column, equals }].`,
        );
      }
      rows.set(key, record);
    };
  });
  return new KeyedTable(label, columns, options, rows);
}
