import { CELL_METERS, COLUMNS, ROWS } from '../geometry/raster.ts';
import { CORNERS, cornersOf, eastOf, northOf } from './corners.ts';

/** A corner moves by less than half a cell, so that it stays between its neighbors. */
const FARTHEST_METERS = 0.46 * CELL_METERS;
const ROUNDS = 4;

/** Positions of all corners after each corner on a boundary has moved towards the middle of its neighbors on it. */
export function smoothCorners(groups: Int32Array): { x: Float64Array; y: Float64Array } {
  const x = new Float64Array(CORNERS);
  const y = new Float64Array(CORNERS);
  for (let corner = 0; corner < CORNERS; corner++) {
    x[corner] = eastOf(corner);
    y[corner] = northOf(corner);
  }
  const neighbors = boundaryNeighbors(groups);
  for (let round = 0; round < ROUNDS; round++) {
    const [fromX, fromY] = [x.slice(), y.slice()];
    for (const [corner, others] of neighbors) {
      // Where four boundaries meet there is nothing to make smooth.
      if (others.length === 4) continue;
      const middleX = others.reduce((sum, other) => sum + fromX[other]!, 0) / others.length;
      const middleY = others.reduce((sum, other) => sum + fromY[other]!, 0) / others.length;
      const homeX = eastOf(corner);
      const homeY = northOf(corner);
      const clamp = (value: number, home: number) =>
        Math.min(home + FARTHEST_METERS, Math.max(home - FARTHEST_METERS, value));
      x[corner] = clamp((fromX[corner]! + middleX) / 2, homeX);
      y[corner] = clamp((fromY[corner]! + middleY) / 2, homeY);
    }
  }
  return { x, y };
}

/** For each corner on a boundary the corners next to it along boundaries. */
function boundaryNeighbors(groups: Int32Array): Map<number, number[]> {
  const neighbors = new Map<number, number[]>();
  const join = (from: number, to: number) => {
    for (const [a, b] of [
      [from, to],
      [to, from],
    ] as const) {
      const others = neighbors.get(a);
      if (others === undefined) neighbors.set(a, [b]);
      else others.push(b);
    }
  };
  for (let row = 1; row < ROWS; row++) {
    for (let column = 1; column < COLUMNS; column++) {
      const cell = row * COLUMNS + column;
      const [southWest, southEast, , northWest] = cornersOf(cell);
      if (groups[cell] !== groups[cell - COLUMNS]) join(southWest, southEast);
      if (groups[cell] !== groups[cell - 1]) join(southWest, northWest);
    }
  }
  return neighbors;
}
