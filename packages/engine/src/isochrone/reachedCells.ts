import { TILE_BITS, TILE_MASK, TILE_SIDE, TileIndex } from './tileIndex.ts';

/** Words of a bit per place of a tile: place x of row y is bit x & 31 of word 2 y + (x >> 5). */
export const TILE_WORDS = 2 * TILE_SIDE;

/** The word of a tile that holds a place. */
export function wordOf(x: number, y: number): number {
  return ((y & TILE_MASK) << 1) | ((x >> 5) & 1);
}

/** Takes the costs at which cells are reached. */
export interface CellSink {
  /** Cell (x, y) is reached at this cost, and perhaps at lower ones. */
  lower(x: number, y: number, cost: number): void;
}

/**
 * The cells reached within each of some limits, a bit per cell and limit, in tiles that come into being where something
 * lies: catchments at both ends of a country cost no more than the places they cover.
 *
 * Invariant: a cell's bit stands at the first limit that one of its costs does not pass, and perhaps at later ones.
 */
export class ReachedCells extends TileIndex implements CellSink {
  /** Ascending, inclusive. */
  limitCosts: readonly number[] = [];
  /** Words of limit k in tile t begin at (t · limits + k) · TILE_WORDS. */
  #words = new Int32Array(64 * TILE_WORDS);

  /** Empties the cells, keeps their memory, and takes limits in cost units, ascending. */
  start(limitCosts: readonly number[]): void {
    this.clear();
    this.limitCosts = limitCosts;
  }

  lower(x: number, y: number, cost: number): void {
    const { limitCosts } = this;
    for (let limit = 0; limit < limitCosts.length; limit++) {
      if (cost > limitCosts[limit]!) continue;
      this.mark(x, y, limit);
      return;
    }
  }

  /** Cell (x, y) is reached within the limit of this number. */
  mark(x: number, y: number, limit: number): void {
    const tile = this.#makeTile(x >> TILE_BITS, y >> TILE_BITS);
    this.#words[(tile * this.limitCosts.length + limit) * TILE_WORDS + wordOf(x, y)]! |= 1 << x;
  }

  /** Bits of the cells within a limit, TILE_WORDS words per tile, and one tile more without any. */
  within(limit: number): Int32Array {
    const limits = this.limitCosts.length;
    const words = new Int32Array((this.tiles + 1) * TILE_WORDS);
    for (let tile = 0; tile < this.tiles; tile++) {
      const to = tile * TILE_WORDS;
      for (let k = 0; k <= limit; k++) {
        const from = (tile * limits + k) * TILE_WORDS;
        for (let i = 0; i < TILE_WORDS; i++) words[to + i]! |= this.#words[from + i]!;
      }
    }
    return words;
  }

  #makeTile(column: number, row: number): number {
    const known = this.tileAt(column, row);
    if (known !== -1) return known;
    const size = this.limitCosts.length * TILE_WORDS;
    const tile = this.addTile(column, row);
    const end = (tile + 1) * size;
    if (end > this.#words.length) {
      const grown = new Int32Array(2 * end);
      grown.set(this.#words);
      this.#words = grown;
    }
    this.#words.fill(0, end - size, end);
    return tile;
  }
}
