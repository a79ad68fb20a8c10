import type { GridFrame } from '../raster/gridFrame.ts';

/**
 * Returns the height at a place of the projection, between the middles of the four cells around it (bilinear); NaN outside
 * of these and beside a cell without a height. `meters` has NaN for such cells, row after row.
 */
export function heightAt(frame: GridFrame, meters: Float32Array, x: number, y: number): number {
  const column = (x - frame.firstX) / frame.stepX;
  const row = (y - frame.firstY) / frame.stepY;
  if (!(column >= 0 && row >= 0 && column <= frame.columns - 1 && row <= frame.rows - 1)) return Number.NaN;
  const left = Math.min(Math.floor(column), Math.max(0, frame.columns - 2));
  const top = Math.min(Math.floor(row), Math.max(0, frame.rows - 2));
  const [east, south] = [column - left, row - top];
  const at = (c: number, r: number) =>
    meters[Math.min(r, frame.rows - 1) * frame.columns + Math.min(c, frame.columns - 1)]!;
  const upper = at(left, top) * (1 - east) + at(left + 1, top) * east;
  const lower = at(left, top + 1) * (1 - east) + at(left + 1, top + 1) * east;
  return upper * (1 - south) + lower * south;
}
