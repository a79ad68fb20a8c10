import type { Point } from '../geometry/plane.ts';
import type { Terrain } from '../terrain/terrain.ts';
import { LEVEL, placeKey, type Tie } from './line.ts';

/** Roads keep this far from the sea, whatever the plan's sketch says. */
const FROM_COAST_METERS = 75;

/** A place where drawn lines meet, under one key for all of them. */
export function jointTie(terrain: Terrain, place: Point): Tie {
  return { key: placeKey(place), point: ashore(terrain, place), level: LEVEL.ground };
}

/** The nearest place inland that is far enough from the sea. */
export function ashore(terrain: Terrain, point: Point): Point {
  let { x, y } = point;
  for (let step = 0; step < 80 && terrain.coastMeters({ x, y }) < FROM_COAST_METERS; step++) {
    const { dx, dy } = terrain.inland({ x, y });
    const length = Math.sqrt(dx * dx + dy * dy);
    if (length === 0) break;
    x += (dx / length) * 15;
    y += (dy / length) * 15;
  }
  return { x, y };
}
