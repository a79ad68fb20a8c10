import { NOTHING, TILE_BITS, TILE_SIDE, TILE_VALUES, type TileGrid } from './tileGrid.ts';

/** A tile without anything, in place of those that do not exist. */
const NO_TILE = new Int32Array(TILE_VALUES).fill(NOTHING);

/**
 * Cost of every corner of the lattice: the least of the four cells that it touches. Corner (x, y) is the south-west one of
 * cell (x, y). Writes to the cleared `corners`.
 */
export function cornersOfCells(cells: TileGrid, corners: TileGrid): void {
  for (const [column, row] of tilesTouched(cells)) {
    const own = tileValues(cells, column, row);
    const west = tileValues(cells, column - 1, row);
    const south = tileValues(cells, column, row - 1);
    const southWest = tileValues(cells, column - 1, row - 1);
    const target = corners.makeTile(column, row) * TILE_VALUES;
    const { values } = corners;
    const last = TILE_SIDE - 1;
    for (let y = 0; y < TILE_SIDE; y++) {
      const here = y << TILE_BITS;
      const below = y > 0 ? own : south;
      const belowAt = y > 0 ? here - TILE_SIDE : last << TILE_BITS;
      const belowWest = y > 0 ? west : southWest;
      let left = Math.min(west[here + last]!, belowWest[belowAt + last]!);
      for (let x = 0; x < TILE_SIDE; x++) {
        const above = own[here + x]!;
        const under = below[belowAt + x]!;
        const right = above < under ? above : under;
        values[target + here + x] = left < right ? left : right;
        left = right;
      }
    }
  }
}

function tileValues(cells: TileGrid, column: number, row: number): Int32Array {
  const tile = cells.tileAt(column, row);
  return tile === -1 ? NO_TILE : cells.values.subarray(tile * TILE_VALUES, (tile + 1) * TILE_VALUES);
}

/** Tiles that hold a corner of a written cell: the tiles themselves and, where cells reach their edge, their neighbours. */
function tilesTouched(cells: TileGrid): Iterable<readonly [number, number]> {
  const found = new Map<number, readonly [number, number]>();
  const add = (column: number, row: number) => found.set(column * 0x20000 + row, [column, row]);
  const last = TILE_SIDE - 1;
  for (let tile = 0; tile < cells.tiles; tile++) {
    const column = cells.places[2 * tile]!;
    const row = cells.places[2 * tile + 1]!;
    const at = tile * TILE_VALUES;
    let [toEast, toNorth] = [false, false];
    for (let i = 0; i < TILE_SIDE; i++) {
      if (cells.values[at + (i << TILE_BITS) + last] !== NOTHING) toEast = true;
      if (cells.values[at + (last << TILE_BITS) + i] !== NOTHING) toNorth = true;
    }
    add(column, row);
    if (toEast) add(column + 1, row);
    if (toNorth) add(column, row + 1);
    if (cells.values[at + TILE_VALUES - 1] !== NOTHING) add(column + 1, row + 1);
  }
  return found.values();
}
