import type { Lattice } from './lattice.ts';
import { lineCells, noCells } from './lineCells.ts';
import type { CellSink } from './reachedCells.ts';

/** Above any cost, and small enough to be added to. */
export const NO_WAY = 1e15;

/**
 * Writes the least cost of a straight line within each cell that it crosses. In: ends in microdegrees, and two costs at each
 * end, one for each direction of the road; NO_WAY at both ends for a direction that is closed. Each changes evenly along the
 * line, and the smaller one counts. Cells above `limitCost` are not written.
 *
 * The smaller of two evenly changing costs is least at an end of every stretch, so the ends of the stretch within a cell
 * suffice. A line in a coarser class finds the very same crossings, and so the very same costs: its cell has the least of
 * the four finer ones, to the bit.
 */
export function drawLine(
  cells: CellSink,
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
  const costA = firstA < secondA ? firstA : secondA;
  const costB = firstB < secondB ? firstB : secondB;
  if (costA > limitCost && costB > limitCost) return;
  lineCells(lattice, lngA, latA, lngB, latB, line);
  const { count, x, y, end } = line;
  let before = costA;
  for (let i = 0; i < count; i++) {
    const at = end[i]!;
    const first = firstA + (firstB - firstA) * at;
    const second = secondA + (secondB - secondA) * at;
    const after = i === count - 1 ? costB : first < second ? first : second;
    const cost = before < after ? before : after;
    if (cost <= limitCost) cells.lower(x[i]!, y[i]!, Math.round(cost));
    before = after;
  }
}

const line = noCells();
