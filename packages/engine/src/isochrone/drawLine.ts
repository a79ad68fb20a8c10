import type { Lattice } from './lattice.ts';
import type { TileGrid } from './tileGrid.ts';

/** Dearer than any cost, and still safe to add to. */
export const NO_WAY = 1e15;

/**
 * Writes the least cost that a straight line has within each cell it runs through. In: ends in microdegrees; the cost
 * along it is the smaller of two that change evenly from the first end to the second (over one end of a road, and over the
 * other; NO_WAY at both ends where there is no such way). Cells dearer than `limitCost` are left alone.
 *
 * The smaller of two evenly changing costs is least at an end of every stretch, so the ends of the stretch within a cell
 * suffice. Crossings with the lattice are computed from whole microdegrees alone, so a line in a coarser class finds the
 * very same costs: its cell has the least of the four finer ones, to the bit.
 */
export function drawLine(
  grid: TileGrid,
  lattice: Lattice,
  limitCost: number,
  lngA: number,
  latA: number,
  lngB: number,
  latB: number,
  firstA: number,
  firstB: number,
  secondA: number,
  secondB: number,
): void {
  const { cellLng, cellLat } = lattice;
  const costA = firstA < secondA ? firstA : secondA;
  const costB = firstB < secondB ? firstB : secondB;
  const least = costA < costB ? costA : costB;
  if (least > limitCost) return;
  let x = firstCell(lngA, lngB, cellLng);
  let y = firstCell(latA, latB, cellLat);
  const lastX = firstCell(lngB, lngA, cellLng);
  const lastY = firstCell(latB, latA, cellLat);
  if (x === lastX && y === lastY) {
    grid.lower(x, y, Math.round(least));
    return;
  }
  const dLng = lngB - lngA;
  const dLat = latB - latA;
  const stepX = dLng > 0 ? 1 : -1;
  const stepY = dLat > 0 ? 1 : -1;
  // The line of the lattice that is crossed next, each way.
  let nextLng = dLng > 0 ? (x + 1) * cellLng : x * cellLng;
  let nextLat = dLat > 0 ? (y + 1) * cellLat : y * cellLat;
  let atLng = dLng === 0 ? 2 : (nextLng - lngA) / dLng;
  let atLat = dLat === 0 ? 2 : (nextLat - latA) / dLat;
  let before = costA;
  for (;;) {
    const at = atLng < atLat ? atLng : atLat;
    const isLast = at >= 1;
    const first = firstA + (firstB - firstA) * at;
    const second = secondA + (secondB - secondA) * at;
    const after = isLast ? costB : first < second ? first : second;
    const cost = before < after ? before : after;
    if (cost <= limitCost) grid.lower(x, y, Math.round(cost));
    if (isLast) return;
    before = after;
    // Through a corner of the lattice both steps are one.
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
}

/** The cell in which a line begins: of a place on a lattice line, the cell that it runs into. */
function firstCell(from: number, to: number, cell: number): number {
  return to < from ? Math.ceil(from / cell) - 1 : Math.floor(from / cell);
}
