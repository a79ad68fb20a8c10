/** The bundle's table of texts: each once, "" first, the others in the order of their UTF-16 code units. */
export class TextTable {
  readonly texts: readonly string[];
  readonly #rows: ReadonlyMap<string, number>;

  constructor(texts: Iterable<string>) {
    const distinct = new Set(texts);
    distinct.delete('');
    this.texts = ['', ...[...distinct].sort()];
    this.#rows = new Map(this.texts.map((text, row) => [text, row]));
  }

  /** Row of a text that was given to the constructor. */
  row(text: string): number {
    const row = this.#rows.get(text);
    if (row === undefined) throw new Error(`"${text}" was not among the texts`);
    return row;
  }
}
