import { nameOf, type Said } from './words/said.ts';

/** Null is a figure that there is none of. */
export type Cell = number | boolean | Date | Said | null;

/** A sign, which is the same in every language, or a unit of the service. */
export type Unit = string | { readonly unit: string; readonly currency?: string };

export interface Column {
  readonly title: Said;
  /** Of all values of the column; null where there is none, or where each row has its own. */
  readonly unit: Unit | null;
  /** Names the row: repeated where a table is cut into several beside each other. */
  readonly isKey: boolean;
}

/** One table of an answer. Every row has a cell for each column. */
export interface Table {
  /** Stays the same from one answer of an action to the next. */
  readonly id: string;
  readonly title: Said;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
}

/** "Reach, min": the header of a file, in names of the interface. */
export const headerOf = ({ title, unit }: Column): string =>
  [title, unit ?? '']
    .map(nameOf)
    .filter((one) => one !== '')
    .join(', ');

type Row = ReadonlyMap<string, Cell>;

/** A table whose rows come one by one, each with the columns it has. */
export class TableBuilder {
  readonly id: string;
  readonly title: Said;
  readonly #columns = new Map<string, Column>();
  readonly #rows: Row[] = [];

  constructor(id: string, title: Said) {
    this.id = id;
    this.title = title;
  }

  add(cells: readonly (readonly [Column, Cell])[]): void {
    for (const [column] of cells) {
      const header = headerOf(column);
      if (!this.#columns.has(header)) this.#columns.set(header, column);
    }
    this.#rows.push(new Map(cells.map(([column, cell]) => [headerOf(column), cell])));
  }

  /** The columns that hold anything, keys first. */
  build(): Table {
    const used = [...this.#columns].filter(([header]) =>
      this.#rows.some((row) => (row.get(header) ?? null) !== null && row.get(header) !== ''),
    );
    const columns = [...used.filter(([, { isKey }]) => isKey), ...used.filter(([, { isKey }]) => !isKey)];
    return {
      id: this.id,
      title: this.title,
      columns: columns.map(([, column]) => column),
      rows: this.#rows.map((row) => columns.map(([header]) => row.get(header) ?? null)),
    };
  }
}
