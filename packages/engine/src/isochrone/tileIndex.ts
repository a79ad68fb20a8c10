/** A tile holds 64 x 64 places. */
export const TILE_BITS = 6;
export const TILE_SIDE = 1 << TILE_BITS;
export const TILE_MASK = TILE_SIDE - 1;

/** Slots of a small cache in front of the map: 8 x 8, so that neighboring tiles have different slots. */
const QUICK_TILES = 64;

/** Numbers tiles in the order in which they are added. Tile columns and rows lie within ±32,767. */
export class TileIndex {
  /** Column and row of each tile, side by side. */
  readonly places: number[] = [];
  readonly #tiles = new Map<number, number>();
  /** Cache of recent look-ups: key, and number or -1. */
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

  /** Returns the number of a tile, or -1. In: tile column and row. */
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

  /** Adds a tile that is not there yet; returns its number. */
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
