import { lengthened } from '@hinterland/geo';
import type { FootprintBlock } from './footprintBlock.ts';
import { ReachedCells, TILE_WORDS } from './reachedCells.ts';

/** The cells of groups of edges, one group after the other, in the columns of a footprint block. */
export class GroupCells {
  readonly #cells = new ReachedCells();
  #firstTile: number[] = [];
  #tileColumn: number[] = [];
  #tileRow: number[] = [];
  #firstWord: number[] = [];
  #wordAt = new Uint8Array(1024);
  #wordBits = new Int32Array(1024);
  #words = 0;

  constructor() {
    this.clear();
  }

  /** Forgets all groups. */
  clear(): void {
    this.#firstTile = [0];
    this.#tileColumn = [];
    this.#tileRow = [];
    this.#firstWord = [0];
    this.#words = 0;
    this.#cells.start([0]);
  }

  /** Adds a cell to the present group. */
  add(x: number, y: number): void {
    this.#cells.mark(x, y, 0);
  }

  /** Ends the present group. */
  end(): void {
    const { places, tiles } = this.#cells;
    const words = this.#cells.within(0);
    for (let tile = 0; tile < tiles; tile++) {
      for (let at = 0; at < TILE_WORDS; at++) {
        const bits = words[tile * TILE_WORDS + at]!;
        if (bits !== 0) this.#push(at, bits);
      }
      this.#tileColumn.push(places[2 * tile]!);
      this.#tileRow.push(places[2 * tile + 1]!);
      this.#firstWord.push(this.#words);
    }
    this.#firstTile.push(this.#tileRow.length);
    this.#cells.start([0]);
  }

  columns(): Pick<FootprintBlock, 'firstTile' | 'tileColumn' | 'tileRow' | 'firstWord' | 'wordAt' | 'wordBits'> {
    return {
      firstTile: Uint32Array.from(this.#firstTile),
      tileColumn: Int32Array.from(this.#tileColumn),
      tileRow: Int32Array.from(this.#tileRow),
      firstWord: Uint32Array.from(this.#firstWord),
      wordAt: this.#wordAt.slice(0, this.#words),
      wordBits: this.#wordBits.slice(0, this.#words),
    };
  }

  #push(at: number, bits: number): void {
    if (this.#words === this.#wordAt.length) {
      this.#wordAt = lengthened(this.#wordAt);
      this.#wordBits = lengthened(this.#wordBits);
    }
    this.#wordAt[this.#words] = at;
    this.#wordBits[this.#words++] = bits;
  }
}
