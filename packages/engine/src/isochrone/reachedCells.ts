import { lengthened } from '@hinterland/geo';
import { TILE_BITS, TILE_MASK, TILE_SIDE, TileIndex } from './tileIndex.ts';

/** Words of a tile, with a bit per place: place x of row y is bit x & 31 of word 2 y + (x >> 5). */
export const TILE_WORDS = 2 * TILE_SIDE;

/** Returns the word of a tile that holds a place. */
export function wordOf(x: number, y: number): number {
  return ((y & TILE_MASK) << 1) | ((x >> 5) & 1);
}

/** Takes the costs at which cells are reached. */
export interface CellSink {
  /** Marks cell (x, y) as reached at this cost. It may be reached at lower costs as well. */
  lower(x: number, y: number, cost: number): void;
}

/**
 * The cells reached within each of several limits: a bit per cell and limit, in tiles that are made where cells are reached.
 * Two catchments at both ends of a country need no more memory than two nearby.
 *
 * Invariant: a cell's bit is set at the first limit that is not below its least cost, and perhaps at later limits.
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

  /** Marks cell (x, y) as reached within the limit of this number. */
  mark(x: number, y: number, limit: number): void {
    const tile = this.#makeTile(x >> TILE_BITS, y >> TILE_BITS);
    this.#words[(tile * this.limitCosts.length + limit) * TILE_WORDS + wordOf(x, y)]! |= 1 << x;
  }

  /** Marks cells of one tile as reached within the limit of this number: entries of words from `first` up to `end`. */
  markWords(
    column: number,
    row: number,
    limit: number,
    wordAt: Uint8Array,
    wordBits: Int32Array,
    first: number,
    end: number,
  ): void {
    const start = (this.#makeTile(column, row) * this.limitCosts.length + limit) * TILE_WORDS;
    const words = this.#words;
    for (let i = first; i < end; i++) words[start + wordAt[i]!]! |= wordBits[i]!;
  }

  /** Returns the bits of the cells within a limit, TILE_WORDS words per tile, followed by an empty tile. */
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
    if (end > this.#words.length) this.#words = lengthened(this.#words, 2 * end);
    this.#words.fill(0, end - size, end);
    return tile;
  }
}
