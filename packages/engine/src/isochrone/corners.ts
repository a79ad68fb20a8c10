import { type ReachedCells, TILE_WORDS as WORDS, wordOf } from './reachedCells.ts';
import { TILE_BITS, TILE_MASK, TileIndex } from './tileIndex.ts';

/** A box of more words is not looked at. */
const MOST_WORDS_LOOKED_AT = 256;

/**
 * The corners of the lattice that lie inside: those that touch a reached cell. Corner (x, y) is
 * the south-west one of cell (x, y). A bit each, in tiles; what lies in no tile is outside.
 */
export class Corners extends TileIndex {
  readonly #words: Int32Array;

  /** Corners within the limit of this number. */
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

  /** Which corners of cell (x, y) lie inside: 1 for the south-west, 2 south-east, 4 north-west, 8 north-east. */
  around(x: number, y: number): number {
    if ((x & 31) === 31 || (y & TILE_MASK) === TILE_MASK) {
      const south = Number(this.isInside(x, y)) | (Number(this.isInside(x + 1, y)) << 1);
      return south | (Number(this.isInside(x, y + 1)) << 2) | (Number(this.isInside(x + 1, y + 1)) << 3);
    }
    const tile = this.tileAt(x >> TILE_BITS, y >> TILE_BITS);
    if (tile === -1) return 0;
    const at = tile * WORDS + wordOf(x, y);
    return ((this.#words[at]! >>> x) & 3) | (((this.#words[at + 2]! >>> x) & 3) << 2);
  }

  /** The last corner inside of a row, to the west from a corner inside on. */
  runToWest(x: number, y: number): number {
    for (let at = x; ; at = (at & ~31) - 1) {
      // 32 corners up to this one; those to the east of it count as inside.
      const outside = ~this.#word(at, y) & (-1 >>> (31 - (at & 31)));
      if (outside !== 0) return (at & ~31) + 32 - Math.clz32(outside);
    }
  }

  /** Whether all corners of a box lie inside, none of them, or (or the box is too large to be looked at) some. */
  coverOf(west: number, south: number, east: number, north: number): 'all' | 'none' | 'some' {
    const firstWord = west >> 5;
    const lastWord = east >> 5;
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

  /** Puts the corners from `west` to `east` of a row inside or outside, as far as they lie in tiles. */
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

  /** Bits of the corners inside whose neighbour to the east lies outside, in the order of the words. */
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

  /** Number of the word that holds a corner, which must lie in a tile. */
  placeOf(x: number, y: number): number {
    return this.tileAt(x >> TILE_BITS, y >> TILE_BITS) * WORDS + wordOf(x, y);
  }

  /** First corner of a word. */
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

  /** Tiles that hold a corner of a reached cell: those of the cells and, where cells reach their edge, their neighbours. */
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

/** Bits of a word, and of their neighbours to the east; `before` is the word to the west. */
function spread(word: number, before: number): number {
  return word | (word << 1) | (before >>> 31);
}
