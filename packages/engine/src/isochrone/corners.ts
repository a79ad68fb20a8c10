import { type ReachedCells, TILE_WORDS as WORDS, wordOf } from './reachedCells.ts';
import { TILE_BITS, TILE_MASK, TileIndex } from './tileIndex.ts';

/** Boxes of more words are not examined: they count as mixed. */
const MOST_WORDS_LOOKED_AT = 256;

/**
 * The inner corners of the lattice: those that touch a reached cell. Corner (x, y) is the south-west corner of cell (x, y).
 * Stored as one bit per corner, in tiles; a corner in no tile is an outer one.
 */
export class Corners extends TileIndex {
  readonly #words: Int32Array;
  /** The tile that was looked at last: cells are asked for next to each other. */
  #column = Number.NaN;
  #row = Number.NaN;
  #tile = -1;

  /** In: the number of the limit. */
  constructor(cells: ReachedCells, limit: number) {
    super();
    const reached = cells.within(limit);
    this.#addTouched(cells, reached);
    this.#words = new Int32Array(this.tiles * WORDS);
    const none = cells.tiles;
    const wordsOf = (column: number, row: number) => {
      const tile = cells.tileAt(column, row);
      return (tile === -1 ? none : tile) * WORDS;
    };
    for (let tile = 0; tile < this.tiles; tile++) {
      const [column, row] = [this.places[2 * tile]!, this.places[2 * tile + 1]!];
      const own = wordsOf(column, row);
      const west = wordsOf(column - 1, row);
      const last = WORDS - 2;
      const under = wordsOf(column, row - 1) + last;
      const underWest = wordsOf(column - 1, row - 1) + last;
      // Each reached cell has a corner to its east, in its own row and in the one above.
      let lowBefore = spread(reached[under]!, reached[underWest + 1]!);
      let highBefore = spread(reached[under + 1]!, reached[under]!);
      for (let i = 0; i < WORDS; i += 2) {
        const low = spread(reached[own + i]!, reached[west + i + 1]!);
        const high = spread(reached[own + i + 1]!, reached[own + i]!);
        this.#words[tile * WORDS + i] = low | lowBefore;
        this.#words[tile * WORDS + i + 1] = high | highBefore;
        lowBefore = low;
        highBefore = high;
      }
    }
  }

  isInside(x: number, y: number): boolean {
    return (this.#word(x, y) & (1 << x)) !== 0;
  }

  /** Returns the inner corners of cell (x, y) as bits: 1 south-west, 2 south-east, 4 north-west, 8 north-east. */
  around(x: number, y: number): number {
    if ((x & 31) === 31 || (y & TILE_MASK) === TILE_MASK) {
      const south = Number(this.isInside(x, y)) | (Number(this.isInside(x + 1, y)) << 1);
      return south | (Number(this.isInside(x, y + 1)) << 2) | (Number(this.isInside(x + 1, y + 1)) << 3);
    }
    const column = x >> TILE_BITS;
    const row = y >> TILE_BITS;
    if (column !== this.#column || row !== this.#row) {
      this.#column = column;
      this.#row = row;
      this.#tile = this.tileAt(column, row);
    }
    if (this.#tile === -1) return 0;
    const at = this.#tile * WORDS + wordOf(x, y);
    return ((this.#words[at]! >>> x) & 3) | (((this.#words[at + 2]! >>> x) & 3) << 2);
  }

  /** Returns the westernmost corner of the run of inner corners that holds this one. */
  runToWest(x: number, y: number): number {
    for (let at = x; ; at = (at & ~31) - 1) {
      // The 32 corners of the word; those to the east of this one count as inner ones.
      const outside = ~this.#word(at, y) & (-1 >>> (31 - (at & 31)));
      if (outside !== 0) return (at & ~31) + 32 - Math.clz32(outside);
    }
  }

  /** Returns whether all, none or some corners of a box are inner ones; also `some` if the box is too large to examine. */
  coverOf(west: number, south: number, east: number, north: number): 'all' | 'none' | 'some' {
    const firstWord = west >> 5;
    const lastWord = east >> 5;
    if (west >> TILE_BITS === east >> TILE_BITS && south >> TILE_BITS === north >> TILE_BITS) {
      return this.#coverInTile(west, south, east, north);
    }
    if ((north - south + 1) * (lastWord - firstWord + 1) > MOST_WORDS_LOOKED_AT) return 'some';
    const usual = this.isInside(west, south) ? -1 : 0;
    for (let word = firstWord; word <= lastWord; word++) {
      let mask = -1;
      if (word === firstWord) mask &= -1 << west;
      if (word === lastWord) mask &= -1 >>> (31 - (east & 31));
      for (let y = south; y <= north; y++) if (((this.#word(word << 5, y) ^ usual) & mask) !== 0) return 'some';
    }
    return usual === 0 ? 'none' : 'all';
  }

  /** The same for a box within one tile, where most boxes of a few poles lie. */
  #coverInTile(west: number, south: number, east: number, north: number): 'all' | 'none' | 'some' {
    const tile = this.tileAt(west >> TILE_BITS, south >> TILE_BITS);
    if (tile === -1) return 'none';
    const words = this.#words;
    const toEast = -1 << west;
    const toWest = -1 >>> (31 - (east & 31));
    const isOneWord = west >> 5 === east >> 5;
    const mask = isOneWord ? toEast & toWest : toEast;
    const last = tile * WORDS + wordOf(west, north);
    let any = 0;
    let missing = 0;
    for (let at = tile * WORDS + wordOf(west, south); at <= last; at += 2) {
      any |= words[at]! & mask;
      missing |= ~words[at]! & mask;
      if (!isOneWord) {
        any |= words[at + 1]! & toWest;
        missing |= ~words[at + 1]! & toWest;
      }
    }
    if (any === 0) return 'none';
    return missing === 0 ? 'all' : 'some';
  }

  /** Makes the corners from `west` to `east` of a row inner or outer ones, as far as they lie in tiles. */
  fillRow(y: number, west: number, east: number, inside: boolean): void {
    for (let x = west; x <= east; x = (x | 31) + 1) {
      const tile = this.tileAt(x >> TILE_BITS, y >> TILE_BITS);
      if (tile === -1) continue;
      const at = tile * WORDS + wordOf(x, y);
      let mask = -1 << x;
      if (x >> 5 === east >> 5) mask &= -1 >>> (31 - (east & 31));
      if (inside) this.#words[at]! |= mask;
      else this.#words[at]! &= ~mask;
    }
  }

  /** Returns the bits of the inner corners whose eastern neighbor is an outer one, in the order of the words. */
  eastEdges(): Int32Array {
    const words = this.#words;
    const edges = new Int32Array(words.length);
    for (let tile = 0; tile < this.tiles; tile++) {
      const east = this.tileAt(this.places[2 * tile]! + 1, this.places[2 * tile + 1]!) * WORDS;
      for (let i = tile * WORDS; i < (tile + 1) * WORDS; i += 2) {
        const [low, high] = [words[i]!, words[i + 1]!];
        const next = east < 0 ? 0 : words[east + i - tile * WORDS]!;
        edges[i] = low & ~((low >>> 1) | (high << 31));
        edges[i + 1] = high & ~((high >>> 1) | (next << 31));
      }
    }
    return edges;
  }

  /** Returns the number of the word that holds a corner. The corner must lie in a tile. */
  placeOf(x: number, y: number): number {
    return this.tileAt(x >> TILE_BITS, y >> TILE_BITS) * WORDS + wordOf(x, y);
  }

  /** Returns the first corner of a word. */
  cornerOf(place: number): readonly [x: number, y: number] {
    const tile = Math.floor(place / WORDS);
    const inTile = place % WORDS;
    const x = (this.places[2 * tile]! << TILE_BITS) + ((inTile & 1) << 5);
    return [x, (this.places[2 * tile + 1]! << TILE_BITS) + (inTile >> 1)];
  }

  #word(x: number, y: number): number {
    const tile = this.tileAt(x >> TILE_BITS, y >> TILE_BITS);
    return tile === -1 ? 0 : this.#words[tile * WORDS + wordOf(x, y)]!;
  }

  /** Adds every tile that holds a corner of a reached cell: the cell's own and, for a cell at its edge, the next one. */
  #addTouched(cells: ReachedCells, reached: Int32Array): void {
    const add = (column: number, row: number) => {
      if (this.tileAt(column, row) === -1) this.addTile(column, row);
    };
    for (let tile = 0; tile < cells.tiles; tile++) {
      const [column, row] = [cells.places[2 * tile]!, cells.places[2 * tile + 1]!];
      const at = tile * WORDS;
      let any = 0;
      let east = 0;
      for (let i = at; i < at + WORDS; i += 2) {
        any |= reached[i]! | reached[i + 1]!;
        east |= reached[i + 1]!;
      }
      if (any === 0) continue;
      add(column, row);
      if (east < 0) add(column + 1, row);
      const [low, high] = [reached[at + WORDS - 2]!, reached[at + WORDS - 1]!];
      if ((low | high) !== 0) add(column, row + 1);
      if (high < 0) add(column + 1, row + 1);
    }
  }
}

/** Returns the bits of a word and of their eastern neighbors; `before` is the word to the west. */
function spread(word: number, before: number): number {
  return word | (word << 1) | (before >>> 31);
}
