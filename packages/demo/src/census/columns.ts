/** Columns of one topic while they are filled, row by row: as Float64Array per field. */
export class Columns {
  readonly byName = new Map<string, Float64Array>();
  readonly #rows: number;

  constructor(rows: number) {
    this.#rows = rows;
  }

  set(row: number, values: Readonly<Record<string, number>>): void {
    for (const [name, value] of Object.entries(values)) {
      const column = this.byName.get(name) ?? new Float64Array(this.#rows);
      this.byName.set(name, column);
      column[row] = value;
    }
  }

  /** Counts of the classes of a distribution. */
  setClasses(row: number, distribution: string, counts: readonly number[]): void {
    this.set(row, Object.fromEntries(counts.map((count, i) => [`${distribution}_${i}`, count])));
  }

  /** Counts of a labeled list. */
  setList(row: number, list: string, keys: readonly string[], counts: readonly number[]): void {
    this.set(row, Object.fromEntries(keys.map((key, i) => [`${list}__${key}`, counts[i]!])));
  }
}
