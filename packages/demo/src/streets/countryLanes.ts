import { Buckets } from '../geometry/buckets.ts';
import { hash2, noise2 } from '../geometry/noise.ts';
import { distance, distanceToSegment, type Point, smoothLine } from '../geometry/plane.ts';
import { CELL_METERS, COLUMNS, ROWS, SOUTH, WEST } from '../geometry/raster.ts';
import type { Terrain } from '../terrain/terrain.ts';
import { withBridges } from './bridges.ts';
import { type Line, line } from './line.ts';
import { type Motorway, overWaterOr } from './motorway.ts';
import type { Town } from './town.ts';

/** Distance between crossroads of the countryside. */
const FARM_METERS = 1_050;
/** Longest lane between two of them. */
const LONGEST_METERS = 2_100;

/**
 * Country lanes: crossroads are strewn over the plains and joined to those neighbors that have no third one nearer to
 * both (a relative neighborhood graph), which gives the loose net of old farm roads. In the mountains they are tracks.
 */
export function countryLanes(
  terrain: Terrain,
  towns: readonly Town[],
  mainRoads: readonly Line[],
  motorway: Motorway,
  seed: number,
): Line[] {
  const farms = crossroads(terrain, towns, mainRoads, motorway, seed);
  const lanes: Line[] = [];
  for (const [i, a] of farms.entries()) {
    for (const [j, b] of farms.entries()) {
      const length = j > i ? distance(a, b) : Number.POSITIVE_INFINITY;
      if (length > LONGEST_METERS) continue;
      if (farms.some((c) => c !== a && c !== b && distance(a, c) < length && distance(b, c) < length)) continue;
      const points = winding(a, b, seed);
      if (!isPassable(points, terrain, motorway)) continue;
      const high = points.some((point) => terrain.height(point) > 0.4);
      const surface: Record<string, string> = high ? { surface: 'gravel', tracktype: 'grade2' } : {};
      const lane = line(points, high ? 'track' : 'unclassified', 'lane', { tags: surface });
      lanes.push(withBridges(lane, '2', overWaterOr(motorway, terrain)));
    }
  }
  return lanes;
}

function crossroads(
  terrain: Terrain,
  towns: readonly Town[],
  mainRoads: readonly Line[],
  motorway: Motorway,
  seed: number,
): Point[] {
  const roads = new Buckets<{ a: Point; b: Point }>(400);
  for (const { points } of mainRoads) {
    for (let i = 1; i < points.length; i++)
      roads.addSegment(points[i - 1]!, points[i]!, { a: points[i - 1]!, b: points[i]! });
  }
  const farms: Point[] = [];
  for (let column = 0; column < (COLUMNS * CELL_METERS) / FARM_METERS; column++) {
    for (let row = 0; row < (ROWS * CELL_METERS) / FARM_METERS; row++) {
      const raw = {
        x: WEST + (column + 0.15 + 0.7 * hash2(column, row, seed + 21)) * FARM_METERS,
        y: SOUTH + (row + 0.15 + 0.7 * hash2(column, row, seed + 22)) * FARM_METERS,
      };
      const height = terrain.height(raw);
      if (terrain.coastMeters(raw) < 220 || terrain.bankMeters(raw) < 90 || height > 0.62) continue;
      if (hash2(column, row, seed + 23) < 0.1 + 0.8 * height) continue;
      if (towns.some((town) => town.depth(raw) > 0) || motorway.occupies(raw) || terrain.zone(raw, 60) !== null)
        continue;
      // Beside a main road the crossroads lies on it.
      let nearest = 330;
      let farm: Point = raw;
      roads.near(raw, nearest, ({ a, b }) => {
        const { meters, fraction } = distanceToSegment(raw, a, b);
        if (meters < nearest) {
          nearest = meters;
          farm = { x: a.x + (b.x - a.x) * fraction, y: a.y + (b.y - a.y) * fraction };
        }
      });
      if (farms.every((other) => distance(other, farm) > 300)) farms.push(farm);
    }
  }
  return farms;
}

/** A lane from a to b that bends with the land; a few meters too long at both ends, so that it certainly meets a road there. */
function winding(a: Point, b: Point, seed: number): Point[] {
  const length = distance(a, b);
  const [dx, dy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const pieces = Math.max(2, Math.round(length / 220));
  const controls = Array.from({ length: pieces + 1 }, (_, i) => {
    const share = i / pieces;
    const bulge =
      Math.sin(Math.PI * share) * 0.13 * length * noise2(a.x + b.x + 900 * share, a.y + b.y, 1_300, seed + 24);
    return { x: a.x + dx * length * share - dy * bulge, y: a.y + dy * length * share + dx * bulge };
  });
  controls[0] = { x: a.x - dx * 6, y: a.y - dy * 6 };
  controls[pieces] = { x: b.x + dx * 6, y: b.y + dy * 6 };
  return smoothLine(controls, 60);
}

function isPassable(points: readonly Point[], terrain: Terrain, motorway: Motorway): boolean {
  let wet = 0;
  for (const point of points) {
    if (terrain.coastMeters(point) < 90 || terrain.height(point) > 0.78) return false;
    if (terrain.bankMeters(point) < 12) wet++;
    if (motorway.occupies(point) && motorway.centerMeters(point) < 40 && point.x > -8_800 && point.x < 9_000)
      return false;
    if (terrain.zone(point, 20) !== null) return false;
  }
  return wet <= 1;
}
