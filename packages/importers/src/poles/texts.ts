/** Texts as numbers: equal texts get equal numbers, 0 is "". */
export class Texts {
  readonly #list: string[] = [''];
  readonly #index = new Map<string, number>([['', 0]]);

  add(text: string): number {
    let index = this.#index.get(text);
    if (index === undefined) {
      index = this.#list.length;
      this.#list.push(text);
      this.#index.set(text, index);
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
