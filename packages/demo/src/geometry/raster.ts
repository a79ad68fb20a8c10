import type { Point } from './plane.ts';

/** The raster that everything natural lies on; a cell is also the smallest piece of land that areas are made of. */
export const CELL_METERS = 80;
export const WEST = -28_000;
export const SOUTH = -10_400;
export const COLUMNS = 768;
export const ROWS = 408;

/** Whether a point lies on the raster. */
export function isOnMap({ x, y }: Point): boolean {
  return x >= WEST && y >= SOUTH && x < WEST + COLUMNS * CELL_METERS && y < SOUTH + ROWS * CELL_METERS;
}

/** Number of the cell that holds a point of the raster: row after row from the south-west. */
export function cellOf({ x, y }: Point): number {
  return Math.floor((y - SOUTH) / CELL_METERS) * COLUMNS + Math.floor((x - WEST) / CELL_METERS);
}

/** Middle of a cell. */
export function middleOf(cell: number): Point {
  return {
    x: WEST + ((cell % COLUMNS) + 0.5) * CELL_METERS,
    y: SOUTH + (Math.floor(cell / COLUMNS) + 0.5) * CELL_METERS,
  };
}

/** Value at a point, linear between the middles of cells; clamped to the raster. */
export function sample(raster: Float32Array, point: Point): number {
  const gx = Math.min(COLUMNS - 1.001, Math.max(0, (point.x - WEST) / CELL_METERS - 0.5));
  const gy = Math.min(ROWS - 1.001, Math.max(0, (point.y - SOUTH) / CELL_METERS - 0.5));
  const column = Math.floor(gx);
  const row = Math.floor(gy);
  const fx = gx - column;
  const fy = gy - row;
  const i = row * COLUMNS + column;
  return (
    (raster[i]! * (1 - fx) + raster[i + 1]! * fx) * (1 - fy) +
    (raster[i + COLUMNS]! * (1 - fx) + raster[i + COLUMNS + 1]! * fx) * fy
  );
}

/** Visits the cells of the box around the segment a-b that is grown by `reachMeters`. */
export function eachCellNear(a: Point, b: Point, reachMeters: number, visit: (cell: number) => void): void {
  const low = (from: number, to: number, origin: number) =>
    Math.max(0, Math.floor((Math.min(from, to) - reachMeters - origin) / CELL_METERS));
  const high = (from: number, to: number, origin: number, count: number) =>
    Math.min(count - 1, Math.floor((Math.max(from, to) + reachMeters - origin) / CELL_METERS));
  const [west, east] = [low(a.x, b.x, WEST), high(a.x, b.x, WEST, COLUMNS)];
  for (let row = low(a.y, b.y, SOUTH); row <= high(a.y, b.y, SOUTH, ROWS); row++) {
    for (let column = west; column <= east; column++) visit(row * COLUMNS + column);
  }
}
