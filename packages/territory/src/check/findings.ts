/** A violation of spec.md. An error gives wrong answers or none; a warning does not. */
export interface Finding {
  readonly severity: 'error' | 'warning';
  /** Path in the bundle, with column and row if known. */
  readonly place: string;
  readonly problem: string;
  readonly remedy: string;
}

const REBUILD = 'Build the territory again; if it comes back, the source data or the importer are at fault.';

/** Collects findings on one file or table. */
export class Findings {
  readonly list: Finding[] = [];

  error(place: string, problem: string, remedy = REBUILD): void {
    this.list.push({ severity: 'error', place, problem, remedy });
  }

  warning(place: string, problem: string, remedy: string): void {
    this.list.push({ severity: 'warning', place, problem, remedy });
  }

  /**
   * Tests every row and reports the first one that is wrong and how many are. `problem` returns what is wrong with a
   * row, or null.
   */
  rows(place: string, rows: number, problem: (row: number) => string | null): void {
    let first: string | null = null;
    let firstRow = 0;
    let wrong = 0;
    for (let row = 0; row < rows; row++) {
      const found = problem(row);
      if (found === null) continue;
      if (first === null) {
        first = found;
        firstRow = row;
      }
      wrong++;
    }
    if (first === null) return;
    this.error(
      `${place}, row ${firstRow}`,
      wrong === 1 ? `${first}.` : `${first} (and ${wrong - 1} more rows like it).`,
    );
  }

  /** Every value of a column must be a row of another table, or `none`. */
  references(place: string, values: ArrayLike<number>, target: string, targetRows: number, none?: number): void {
    if (allWithin(values, 0, targetRows - 1)) return;
    this.rows(place, values.length, (row) => {
      const value = values[row]!;
      const good = value === none || (value >= 0 && value < targetRows);
      return good ? null : `${value} is not a row of ${target}, which has ${targetRows}`;
    });
  }

  /** Every value of a column must lie in low..high; NaN does not. */
  range(place: string, values: ArrayLike<number>, low: number, high: number): void {
    if (allWithin(values, low, high)) return;
    this.rows(place, values.length, (row) => {
      const value = values[row]!;
      return value >= low && value <= high ? null : `${value} is not between ${low} and ${high}`;
    });
  }

  /** Starts must begin at 0, never fall and lie within the table that they point into. */
  starts(place: string, starts: Uint32Array, rows: number): void {
    this.rows(place, starts.length, (row) => {
      if (row === 0 && starts[0] !== 0) return `it begins at ${starts[0]}`;
      if (row > 0 && starts[row]! < starts[row - 1]!) return 'it falls';
      return starts[row]! <= rows ? null : `${starts[row]} lies behind the end, ${rows}`;
    });
  }
}

/** Whether all values lie in low..high: one look at a column of millions, which is sound most of the time. */
function allWithin(values: ArrayLike<number>, low: number, high: number): boolean {
  for (let row = 0; row < values.length; row++) if (!(values[row]! >= low && values[row]! <= high)) return false;
  return true;
}
