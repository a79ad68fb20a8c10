import { type Bounds, bounds } from '../geometry/bounds.ts';
import { noise2 } from '../geometry/noise.ts';
import { distance, type Point, smoothLine } from '../geometry/plane.ts';
import { CELL_METERS, COLUMNS, cellOf, middleOf, ROWS } from '../geometry/raster.ts';
import { ISLANDS } from '../plan/nature.ts';
import { TOWNS } from '../plan/towns.ts';
import { signedDistances } from './signedDistances.ts';

/** Cells inside the islands' ragged coasts; crumbs that the noise cut off are sea, ponds are land. */
export function landCells(seed: number): Uint8Array {
  const land = new Uint8Array(COLUMNS * ROWS);
  for (const [index, island] of ISLANDS.entries()) {
    const coast = smoothLine(island.coast, 250, true);
    const box = bounds(coast, 1_000);
    const coarse = signedDistances(coast, box);
    for (let row = 0; row < ROWS; row++) {
      for (let column = 0; column < COLUMNS; column++) {
        const middle = middleOf(row * COLUMNS + column);
        if (middle.x < box.west || middle.x > box.east || middle.y < box.south || middle.y > box.north) continue;
        const inside = coarse(middle);
        const rough = inside > 1_500 ? 0 : island.roughnessMeters * ragged(middle, seed + index);
        if (inside + rough > 0) land[row * COLUMNS + column] = 1;
      }
    }
    keepOne(land, cellOf(inner(coast)), box);
  }
  return land;
}

/** Raggedness in about [-1, 1]; calmer where people settled, for they look for sheltered shores. */
function ragged(point: Point, seed: number): number {
  let calm = 1;
  for (const { center, kind } of TOWNS) {
    const harbor = kind === 'capital' ? 4_500 : kind === 'town' ? 1_600 : 700;
    const meters = distance(point, center);
    if (meters < harbor + 2_500) calm = Math.min(calm, Math.max(0.12, (meters - harbor) / 2_500));
  }
  return (
    calm *
    (0.6 * noise2(point.x, point.y, 3_100, seed) +
      0.28 * noise2(point.x, point.y, 1_150, seed + 101) +
      0.16 * noise2(point.x, point.y, 420, seed + 202))
  );
}

/** A point well inside a closed line: the middle of its box, which all three islands contain. */
function inner(coast: readonly Point[]): Point {
  const box = bounds(coast, 0);
  return { x: (box.west + box.east) / 2, y: (box.south + box.north) / 2 };
}

/** Leaves one connected piece of land in the box, without holes. */
function keepOne(land: Uint8Array, start: number, box: Bounds): void {
  const inBox = (cell: number) => {
    const { x, y } = middleOf(cell);
    return x >= box.west && x <= box.east && y >= box.south && y <= box.north;
  };
  const piece = flood(start, (cell) => land[cell] === 1 && inBox(cell));
  const corner = cellOf({ x: box.west + CELL_METERS, y: box.south + CELL_METERS });
  const sea = flood(corner, (cell) => piece[cell] === 0 && inBox(cell));
  for (let cell = 0; cell < land.length; cell++) if (inBox(cell)) land[cell] = 1 - sea[cell]!;
}

/** 1 for the cells that are reached from a cell by steps to open neighbors. */
function flood(start: number, open: (cell: number) => boolean): Uint8Array {
  const reached = new Uint8Array(COLUMNS * ROWS);
  reached[start] = 1;
  const queue = [start];
  while (queue.length > 0) {
    const cell = queue.pop()!;
    for (const next of [cell - 1, cell + 1, cell - COLUMNS, cell + COLUMNS]) {
      if (reached[next] === 0 && open(next)) {
        reached[next] = 1;
        queue.push(next);
      }
    }
  }
  return reached;
}
