/** Any number of ids; a Set of the language ends at 16 million. */
export class ManyIds {
  readonly #sets = Array.from({ length: 256 }, () => new Set<number>());

  /** True where the id is new. */
  add(id: number): boolean {
    const set = this.#sets[Math.abs(id) % this.#sets.length]!;
    if (set.has(id)) return false;
    set.add(id);
    return true;
  }

  has(id: number): boolean {
    return this.#sets[Math.abs(id) % this.#sets.length]!.has(id);
  }
}
