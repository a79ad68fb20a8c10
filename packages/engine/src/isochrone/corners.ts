import { insideTile, NOTHING, TILE_BITS, TILE_SIDE, TILE_VALUES, type TileGrid } from './tileGrid.ts';

/**
 * Cost of every corner of the lattice: the least of the four cells that it touches. Corner (x, y) is the south-west one of
 * cell (x, y). Writes to the cleared `corners`.
 */
export function cornersOfCells(cells: TileGrid, corners: TileGrid): void {
  const side = TILE_SIDE + 1;
  // Cells of one tile with the last column and row of its western and southern neighbours.
  const around = new Int32Array(side * side);
  for (const [column, row] of tilesTouched(cells)) {
    let least = NOTHING;
    copyTile(cells.tileAt(column, row), 0, 0, 1, 1, TILE_SIDE, TILE_SIDE);
    copyTile(cells.tileAt(column - 1, row), TILE_SIDE - 1, 0, 0, 1, 1, TILE_SIDE);
    copyTile(cells.tileAt(column, row - 1), 0, TILE_SIDE - 1, 1, 0, TILE_SIDE, 1);
    copyTile(cells.tileAt(column - 1, row - 1), TILE_SIDE - 1, TILE_SIDE - 1, 0, 0, 1, 1);
    if (least === NOTHING) continue;
    const target = corners.makeTile(column, row) * TILE_VALUES;
    const { values } = corners;
    for (let y = 0; y < TILE_SIDE; y++) {
      let at = y * side;
      let west = Math.min(around[at]!, around[at + side]!);
      for (let x = 0; x < TILE_SIDE; x++) {
        at++;
        const east = Math.min(around[at]!, around[at + side]!);
        values[target + (y << TILE_BITS) + x] = west < east ? west : east;
        west = east;
      }
    }

    function copyTile(tile: number, fromX: number, fromY: number, x: number, y: number, width: number, height: number) {
      for (let j = 0; j < height; j++) {
        for (let i = 0; i < width; i++) {
          const value = tile === -1 ? NOTHING : cells.values[tile * TILE_VALUES + insideTile(fromX + i, fromY + j)]!;
          around[(y + j) * side + x + i] = value;
          if (value < least) least = value;
        }
      }
    }
  }
}

/** Tiles that hold a corner of a written cell: the tiles themselves and their neighbours to the east and north. */
function tilesTouched(cells: TileGrid): Iterable<readonly [number, number]> {
  const found = new Map<number, readonly [number, number]>();
  for (let tile = 0; tile < cells.tiles; tile++) {
    const column = cells.places[2 * tile]!;
    const row = cells.places[2 * tile + 1]!;
    for (const [c, r] of [
      [column, row],
      [column + 1, row],
      [column, row + 1],
      [column + 1, row + 1],
    ] as const) {
      found.set(c * 0x20000 + r, [c, r]);
    }
  }
  return found.values();
}
