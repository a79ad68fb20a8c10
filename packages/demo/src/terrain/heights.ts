import { hash2, noise2 } from '../geometry/noise.ts';
import { distanceToSegment, smoothLine } from '../geometry/plane.ts';
import { COLUMNS, eachCellNear, middleOf, ROWS } from '../geometry/raster.ts';
import { RIDGES } from '../plan/nature.ts';

/** Height of every cell, from 0 in the plains to 1 on the ridges. */
export function heights(seed: number): Float32Array {
  const height = new Float32Array(COLUMNS * ROWS);
  for (const ridge of RIDGES) {
    const line = smoothLine(ridge.line, 800);
    const reach = ridge.halfWidthMeters;
    for (let k = 1; k < line.length; k++) {
      eachCellNear(line[k - 1]!, line[k]!, reach * 1.3, (cell) => {
        const middle = middleOf(cell);
        const bend = 0.3 * reach * noise2(middle.x, middle.y, 2_300, seed + 7);
        const meters = distanceToSegment(middle, line[k - 1]!, line[k]!).meters + bend;
        height[cell] = Math.max(height[cell]!, Math.min(1, 1 - meters / reach));
      });
    }
  }
  for (let cell = 0; cell < height.length; cell++) {
    height[cell] = height[cell]! * (0.94 + 0.06 * hash2(cell % COLUMNS, Math.floor(cell / COLUMNS), seed + 11));
  }
  return height;
}
