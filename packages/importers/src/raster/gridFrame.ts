import type { Box } from '@hinterland/geo';
import { projectedBox } from '../shapes/projectedBox.ts';
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
  box: Box,
): readonly [number, number, number, number] | null {
  const { left: x0, right: x1, bottom: y0, top: y1 } = projectedBox(project, box);
  const columns = [x0, x1].map((x) => (x - frame.firstX) / frame.stepX);
  const rows = [y0, y1].map((y) => (y - frame.firstY) / frame.stepY);
  const left = Math.max(0, Math.floor(Math.min(...columns)) - 1);
  const top = Math.max(0, Math.floor(Math.min(...rows)) - 1);
  const right = Math.min(frame.columns, Math.ceil(Math.max(...columns)) + 2);
  const bottom = Math.min(frame.rows, Math.ceil(Math.max(...rows)) + 2);
  return left < right && top < bottom ? [left, top, right, bottom] : null;
}
