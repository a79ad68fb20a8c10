import type { Box } from '@hinterland/geo';
import type { FromDegrees } from '../shapes/projections.ts';

/** A rectangle of cells in its own projection. */
export interface GridFrame {
  readonly columns: number;
  readonly rows: number;
  /** The middle of the first cell, in units of the projection. */
  readonly firstX: number;
  readonly firstY: number;
  /** From one middle to the next; `stepY` is negative where rows go from north to south. */
  readonly stepX: number;
  readonly stepY: number;
}

/** The cells under the box with one more on each side: left, top, right and bottom, the last two not included. */
export function windowUnder(
  frame: GridFrame,
  project: FromDegrees | null,
  { west, south, east, north }: Box,
): readonly [number, number, number, number] | null {
  const columns: number[] = [];
  const rows: number[] = [];
  // Sides of the box are curves in a projection.
  for (let i = 0; i <= 16; i++) {
    const [lng, lat] = [west + ((east - west) * i) / 16, south + ((north - south) * i) / 16];
    for (const [x, y] of [
      [lng, south],
      [lng, north],
      [west, lat],
      [east, lat],
    ] as const) {
      const [px, py] = project === null ? [x, y] : project(x, y);
      columns.push((px - frame.firstX) / frame.stepX);
      rows.push((py - frame.firstY) / frame.stepY);
    }
  }
  const left = Math.max(0, Math.floor(Math.min(...columns)) - 1);
  const top = Math.max(0, Math.floor(Math.min(...rows)) - 1);
  const right = Math.min(frame.columns, Math.ceil(Math.max(...columns)) + 2);
  const bottom = Math.min(frame.rows, Math.ceil(Math.max(...rows)) + 2);
  return left < right && top < bottom ? [left, top, right, bottom] : null;
}
