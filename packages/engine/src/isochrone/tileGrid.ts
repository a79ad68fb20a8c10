/** A tile holds 64 x 64 values. */
export const TILE_BITS = 6;
export const TILE_SIDE = 1 << TILE_BITS;
const TILE_MASK = TILE_SIDE - 1;
export const TILE_VALUES = TILE_SIDE * TILE_SIDE;

/** Larger than every cost. */
export const NOTHING = 0x7fffffff;

/**
 * A sparse grid of 32-bit values, NOTHING where none was written: tiles come into being where something lies, so that
 * catchments at both ends of a country cost no more than the places they cover. Column and row numbers lie within
 * ±2,097,151. Tiles are numbered in the order of their making; value (x, y) of tile t is
 * `values[t · TILE_VALUES + (y & 63) · 64 + (x & 63)]`.
 */
export class TileGrid {
  values = new Int32Array(16 * TILE_VALUES);
  /** Column and row of each tile, side by side. */
  readonly places: number[] = [];
  readonly #tiles = new Map<number, number>();
  #lastKey = 0;
  #lastTile = -1;

  get tiles(): number {
    return this.places.length / 2;
  }

  /** Empties the grid and keeps its memory. */
  clear(): void {
    this.places.length = 0;
    this.#tiles.clear();
    this.#lastTile = -1;
  }

  /** Number of the tile in tile column and row, or -1. */
  tileAt(column: number, row: number): number {
    const key = keyOf(column, row);
    if (this.#lastTile !== -1 && key === this.#lastKey) return this.#lastTile;
    const tile = this.#tiles.get(key) ?? -1;
    if (tile !== -1) {
      this.#lastKey = key;
      this.#lastTile = tile;
    }
    return tile;
  }

  /** The same; makes the tile where there is none. */
  makeTile(column: number, row: number): number {
    const known = this.tileAt(column, row);
    if (known !== -1) return known;
    const tile = this.tiles;
    if ((tile + 1) * TILE_VALUES > this.values.length) {
      const grown = new Int32Array(2 * this.values.length);
      grown.set(this.values);
      this.values = grown;
    }
    this.values.fill(NOTHING, tile * TILE_VALUES, (tile + 1) * TILE_VALUES);
    this.places.push(column, row);
    this.#lastKey = keyOf(column, row);
    this.#lastTile = tile;
    this.#tiles.set(this.#lastKey, tile);
    return tile;
  }

  get(x: number, y: number): number {
    const tile = this.tileAt(x >> TILE_BITS, y >> TILE_BITS);
    return tile === -1 ? NOTHING : this.values[tile * TILE_VALUES + insideTile(x, y)]!;
  }

  /** Writes the value where it is smaller than what stands there. */
  lower(x: number, y: number, value: number): void {
    const at = this.makeTile(x >> TILE_BITS, y >> TILE_BITS) * TILE_VALUES + insideTile(x, y);
    if (value < this.values[at]!) this.values[at] = value;
  }
}

/** Where a value stands in its tile. */
export function insideTile(x: number, y: number): number {
  return ((y & TILE_MASK) << TILE_BITS) | (x & TILE_MASK);
}

function keyOf(column: number, row: number): number {
  return (row << 16) | (column & 0xffff);
}
