import { everyRow, sortRows } from './sortRows.ts';

const ORDER_BITS = 16;
const CELLS = 1 << ORDER_BITS;

/**
 * The order of points along a Hilbert curve over their box: a permutation of row numbers such that neighbors in it are
 * near each other on the ground. Points of one cell (1/65,536 of the box each way) keep the order of the input. Points
 * with NaN count as standing in the south-west corner. Time grows with the number of points (radix sort).
 */
export function hilbertOrder(lngs: ArrayLike<number>, lats: ArrayLike<number>): Uint32Array {
  const count = lngs.length;
  const [west, lngScale] = cellScale(lngs);
  const [south, latScale] = cellScale(lats);
  const keys = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    keys[i] = hilbertDistance(((lngs[i]! - west) * lngScale) | 0, ((lats[i]! - south) * latScale) | 0);
  }
  return sortRows(everyRow(count), keys);
}

/** Smallest value, and cells per unit such that the largest value falls in the last cell. */
function cellScale(values: ArrayLike<number>): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return high > low ? [low, (CELLS - 1) / (high - low)] : [0, 0];
}

/**
 * Steps along the curve from its start to a cell, 0..2^32-1; x and y are cells 0..65535. From the largest quadrant to
 * the smallest: its place in the U-shape gives two bits, then the cell is turned into the quadrant's own frame.
 */
function hilbertDistance(cellX: number, cellY: number): number {
  let x = cellX;
  let y = cellY;
  let distance = 0;
  for (let bit = ORDER_BITS - 1; bit >= 0; bit--) {
    const right = (x >>> bit) & 1;
    const upper = (y >>> bit) & 1;
    distance = (distance << 2) | ((3 * right) ^ upper);
    if (upper === 0) {
      if (right === 1) {
        x = CELLS - 1 - x;
        y = CELLS - 1 - y;
      }
      const swapped = x;
      x = y;
      y = swapped;
    }
  }
  return distance >>> 0;
}
