import { CELL_METERS, COLUMNS, ROWS, SOUTH, WEST } from '../geometry/raster.ts';

/** Corners of cells: one more than cells each way. */
const CORNER_COLUMNS = COLUMNS + 1;
export const CORNERS = CORNER_COLUMNS * (ROWS + 1);

/** Corners of a cell, counterclockwise from the south-west. */
export function cornersOf(cell: number): [number, number, number, number] {
  const southWest = Math.floor(cell / COLUMNS) * CORNER_COLUMNS + (cell % COLUMNS);
  return [southWest, southWest + 1, southWest + CORNER_COLUMNS + 1, southWest + CORNER_COLUMNS];
}

/** Meters east of a corner of the straight raster. */
export function eastOf(corner: number): number {
  return WEST + (corner % CORNER_COLUMNS) * CELL_METERS;
}

/** Meters north of a corner of the straight raster. */
export function northOf(corner: number): number {
  return SOUTH + Math.floor(corner / CORNER_COLUMNS) * CELL_METERS;
}
