/** A tile holds 64 x 64 places. */
export const TILE_BITS = 6;
export const TILE_SIDE = 1 << TILE_BITS;
export const TILE_MASK = TILE_SIDE - 1;

/** Tiles that are found without a look at the map: 8 x 8 of them, neighbours in different places. */
const QUICK_TILES = 64;

/** Numbers tiles in the order of their making. Tile columns and rows lie within ±32,767. */
export class TileIndex {
  /** Column and row of each tile, side by side. */
  readonly places: number[] = [];
  readonly #tiles = new Map<number, number>();
  /** Of the tiles asked for lately: key, and number or -1. */
  readonly #quickKeys = new Int32Array(QUICK_TILES);
  readonly #quickTiles = new Int32Array(QUICK_TILES).fill(-1);

  get tiles(): number {
    return this.places.length / 2;
  }

  clear(): void {
    this.places.length = 0;
    this.#tiles.clear();
    this.#quickTiles.fill(-1);
  }

  /** Number of the tile in tile column and row, or -1. */
  tileAt(column: number, row: number): number {
    const key = keyOf(column, row);
    const quick = quickPlace(column, row);
    const known = this.#quickTiles[quick]!;
    if (known !== -1 && this.#quickKeys[quick] === key) return known;
    const tile = this.#tiles.get(key) ?? -1;
    if (tile !== -1) {
      this.#quickKeys[quick] = key;
      this.#quickTiles[quick] = tile;
    }
    return tile;
  }

  /** Numbers a tile that has no number yet. */
  addTile(column: number, row: number): number {
    const tile = this.tiles;
    this.places.push(column, row);
    this.#tiles.set(keyOf(column, row), tile);
    return tile;
  }
}

function keyOf(column: number, row: number): number {
  return (row << 16) | (column & 0xffff);
}

function quickPlace(column: number, row: number): number {
  return ((row & 7) << 3) | (column & 7);
}
