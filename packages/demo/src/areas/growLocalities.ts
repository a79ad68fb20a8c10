import { MinHeap } from '@hinterland/geo';
import { noise2 } from '../geometry/noise.ts';
import type { Point } from '../geometry/plane.ts';
import { CELL_METERS, COLUMNS, cellOf, middleOf, ROWS } from '../geometry/raster.ts';
import { LOCALITIES } from '../plan/localities.ts';
import type { Terrain } from '../terrain/terrain.ts';
import { mergeCrumbs } from './mergeCrumbs.ts';

/**
 * Locality of every land cell, -1 at sea: each grows from its seed over the nearest land until it meets the next.
 * Crossing a river, a mountain or wild country takes longer, so that borders lie there.
 */
export function growLocalities(terrain: Terrain, seed: number): Int32Array {
  const localityOf = new Int32Array(COLUMNS * ROWS).fill(-1);
  const meters = new Float64Array(COLUMNS * ROWS).fill(Number.POSITIVE_INFINITY);
  const heap = new MinHeap(4096);
  for (const [index, { center }] of LOCALITIES.entries()) {
    const cell = nearestLand(terrain, center);
    localityOf[cell] = index;
    meters[cell] = 0;
    heap.push(0, cell);
  }
  const steps = [-1, 1, -COLUMNS, COLUMNS, -COLUMNS - 1, -COLUMNS + 1, COLUMNS - 1, COLUMNS + 1];
  while (heap.size > 0) {
    const key = heap.minKey;
    const cell = heap.pop();
    if (key > meters[cell]!) continue;
    for (const [i, step] of steps.entries()) {
      const next = cell + step;
      if (terrain.land[next] !== 1) continue;
      // No slipping through between two cells that touch by a corner.
      if (i > 3 && terrain.land[cell + Math.sign(step) * COLUMNS] !== 1) continue;
      const reached = key + CELL_METERS * (i < 4 ? 1 : Math.SQRT2) * slowness(terrain, middleOf(next), seed);
      if (reached >= meters[next]!) continue;
      meters[next] = reached;
      localityOf[next] = localityOf[cell]!;
      heap.push(reached, next);
    }
  }
  mergeCrumbs(localityOf, null);
  return localityOf;
}

function slowness(terrain: Terrain, point: Point, seed: number): number {
  const bank = terrain.bankMeters(point);
  const rough = 1 + 0.45 * noise2(point.x, point.y, 500, seed + 61) + 0.25 * noise2(point.x, point.y, 160, seed + 62);
  return rough * (1 + 2.2 * terrain.height(point)) * (bank < 15 ? 9 : 1);
}

function nearestLand(terrain: Terrain, point: Point): number {
  for (let reach = 0; ; reach += CELL_METERS / 2) {
    for (let turn = 0; turn < 16; turn++) {
      const angle = (turn / 16) * 2 * Math.PI;
      const near = { x: point.x + reach * Math.cos(angle), y: point.y + reach * Math.sin(angle) };
      if (terrain.isLand(near)) return cellOf(near);
    }
  }
}
