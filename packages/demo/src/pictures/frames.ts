import type { Bounds } from '../geometry/bounds.ts';
import { CELL_METERS, COLUMNS, ROWS, SOUTH, WEST } from '../geometry/raster.ts';

/** The whole raster. */
export const COUNTRY: Bounds = {
  west: WEST,
  south: SOUTH,
  east: WEST + COLUMNS * CELL_METERS,
  north: SOUTH + ROWS * CELL_METERS,
};

/** The capital with its suburbs. */
export const CITY: Bounds = { west: -7_400, south: -4_500, east: 7_400, north: 3_400 };

/** The old center of the capital. */
export const CENTER: Bounds = { west: -1_750, south: -1_000, east: 1_450, north: 750 };
