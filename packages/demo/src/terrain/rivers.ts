import { distanceToSegment, type Point } from '../geometry/plane.ts';
import { COLUMNS, eachCellNear, middleOf, ROWS } from '../geometry/raster.ts';
import { RIVERS } from '../plan/nature.ts';

/** Largest distance to a bank that `bankMeters` has; it is this beyond. */
const RIVER_REACH_METERS = 1_000;

/** Distance of every cell to the nearest river bank in meters, negative in the water; `lines` are those of RIVERS. */
export function bankDistances(lines: readonly (readonly Point[])[]): Float32Array {
  const meters = new Float32Array(COLUMNS * ROWS).fill(RIVER_REACH_METERS);
  for (const [index, line] of lines.entries()) {
    const { widthAtSourceMeters, widthAtMouthMeters } = RIVERS[index]!;
    for (let k = 1; k < line.length; k++) {
      const downstream = k / line.length;
      const half = (widthAtSourceMeters + (widthAtMouthMeters - widthAtSourceMeters) * downstream * downstream) / 2;
      eachCellNear(line[k - 1]!, line[k]!, RIVER_REACH_METERS, (cell) => {
        const bank = distanceToSegment(middleOf(cell), line[k - 1]!, line[k]!).meters - half;
        if (bank < meters[cell]!) meters[cell] = bank;
      });
    }
  }
  return meters;
}
