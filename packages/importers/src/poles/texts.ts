/** Texts as numbers: equal texts get equal numbers, 0 is "". */
export class Texts {
  readonly #list: string[] = [''];
  readonly #index = new Map<string, number>([['', 0]]);

  add(text: string): number {
    if (text === '') return 0;
    let index = this.#index.get(text);
    if (index === undefined) {
      const own = ownCopy(text);
      index = this.#list.length;
      this.#list.push(own);
      this.#index.set(own, index);
    }
    return index;
  }

  at(index: number): string {
    return this.#list[index]!;
  }

  get count(): number {
    return this.#list.length;
  }
}

/** Part of a long text keeps all of it in memory, as the cells of a table do with its file. */
function ownCopy(text: string): string {
  const copy = Buffer.from(text).toString();
  return copy === text ? copy : text;
}
