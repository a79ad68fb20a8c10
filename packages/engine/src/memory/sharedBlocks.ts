/**
 * Which blocks of shared columns are filled in, as one thread knows it: a look costs one byte of its own memory. A block
 * may be filled by two threads at once, since both write the same.
 */
export class SharedBlocks {
  readonly #known: Uint8Array;
  /** Shared; 1 for blocks that some thread has filled in. */
  readonly #filled: Uint8Array;

  constructor(filled: Uint8Array) {
    this.#filled = filled;
    this.#known = new Uint8Array(filled.length);
  }

  /** Calls `fill` unless the block is filled in. */
  ensure(block: number, fill: (block: number) => void): void {
    if (this.#known[block] === 1) return;
    if (Atomics.load(this.#filled, block) === 0) {
      fill(block);
      Atomics.store(this.#filled, block, 1);
    }
    this.#known[block] = 1;
  }
}
