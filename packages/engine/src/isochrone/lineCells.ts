import { lengthened } from '@hinterland/geo';
import type { Lattice } from './lattice.ts';

/** The cells that a straight line runs through, in its order. The arrays may be longer than `count`. */
export interface LineCells {
  count: number;
  x: Int32Array;
  y: Int32Array;
  /** Share of the line at which it leaves the cell; 1 for the last cell. */
  end: Float64Array;
}

export function noCells(): LineCells {
  return { count: 0, x: new Int32Array(64), y: new Int32Array(64), end: new Float64Array(64) };
}

/**
 * Fills `cells` with the cells of a line whose ends are whole microdegrees. Crossings with the lattice are computed from
 * the ends alone, so a line in a coarser class finds the very same ones: its cells hold the finer ones.
 */
export function lineCells(
  { cellLng, cellLat }: Lattice,
  lngA: number,
  latA: number,
  lngB: number,
  latB: number,
  cells: LineCells,
): void {
  let x = firstCell(lngA, lngB, cellLng);
  let y = firstCell(latA, latB, cellLat);
  const dLng = lngB - lngA;
  const dLat = latB - latA;
  const stepX = dLng > 0 ? 1 : -1;
  const stepY = dLat > 0 ? 1 : -1;
  // The next lines of the lattice to be crossed, one of each direction.
  let nextLng = dLng > 0 ? (x + 1) * cellLng : x * cellLng;
  let nextLat = dLat > 0 ? (y + 1) * cellLat : y * cellLat;
  let atLng = dLng === 0 ? 2 : (nextLng - lngA) / dLng;
  let atLat = dLat === 0 ? 2 : (nextLat - latA) / dLat;
  let count = 0;
  for (;;) {
    if (count === cells.x.length) grow(cells);
    const at = atLng < atLat ? atLng : atLat;
    cells.x[count] = x;
    cells.y[count] = y;
    cells.end[count++] = at < 1 ? at : 1;
    if (at >= 1) break;
    // At a corner of the lattice the line crosses both at once.
    const crossesLng = atLng === at;
    const crossesLat = atLat === at;
    if (crossesLng) {
      x += stepX;
      nextLng += stepX * cellLng;
      atLng = (nextLng - lngA) / dLng;
    }
    if (crossesLat) {
      y += stepY;
      nextLat += stepY * cellLat;
      atLat = (nextLat - latA) / dLat;
    }
  }
  cells.count = count;
}

/** Returns the cell in which a line begins. If it begins on a line of the lattice, that is the cell it runs into. */
function firstCell(from: number, to: number, cell: number): number {
  return to < from ? Math.ceil(from / cell) - 1 : Math.floor(from / cell);
}

function grow(cells: LineCells): void {
  cells.x = lengthened(cells.x);
  cells.y = lengthened(cells.y);
  cells.end = lengthened(cells.end);
}
