import { alongDistances, type Point, placeAlong } from '../geometry/plane.ts';
import type { Terrain } from '../terrain/terrain.ts';
import type { Line } from './line.ts';

/** Marks as bridges the parts of a line that lie over something; a bridge begins and ends a few meters beside it. */
export function withBridges(road: Line, layer: string, isOver: (point: Point) => boolean): Line {
  const along = alongDistances(road.points);
  const length = along.at(-1)!;
  const spans: { fromMeters: number; toMeters: number; tags: Record<string, string> }[] = [];
  let start: number | null = null;
  for (let meters = 0; meters <= length + 5; meters += 5) {
    const over = meters <= length && isOver(placeAlong(road.points, along, meters).point);
    if (over && start === null) start = meters;
    if (!over && start !== null) {
      const tags = { bridge: 'yes', layer };
      spans.push({ fromMeters: Math.max(0, start - 6), toMeters: Math.min(length, meters + 1), tags });
      start = null;
    }
  }
  return { ...road, spans };
}

/** Returns whether a point lies over a river or next to it. */
export const overWater = (terrain: Terrain) => (point: Point) => terrain.bankMeters(point) < 6;
