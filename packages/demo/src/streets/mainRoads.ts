import { noise2 } from '../geometry/noise.ts';
import { distance, type Point, smoothLine } from '../geometry/plane.ts';
import { FERRIES } from '../plan/ferries.ts';
import { ROADS, TUNNELS } from '../plan/roads.ts';
import type { Terrain } from '../terrain/terrain.ts';
import { ashore, jointTie } from './ashore.ts';
import { withBridges } from './bridges.ts';
import { type Line, line, placeKey } from './line.ts';
import { type Motorway, overWaterOr } from './motorway.ts';
import { withTunnel } from './tunnel.ts';

/** The roads of the plan: smooth, on land, tied where the plan lets them meet, with bridges and the tunnel marked. */
export function mainRoads(terrain: Terrain, motorway: Motorway, seed: number): Line[] {
  const uses = new Map<string, number>();
  for (const { course } of ROADS)
    for (const point of course) uses.set(placeKey(point), (uses.get(placeKey(point)) ?? 0) + 1);
  const ends = new Set(
    [
      ...TUNNELS.flatMap(({ from, to }) => [from, to]),
      ...FERRIES.flatMap(({ fromPier, toPier }) => [fromPier[0]!, toPier[0]!]),
      ...motorway.ends,
    ].map(placeKey),
  );
  const isJoint = (point: Point) => uses.get(placeKey(point))! > 1 || ends.has(placeKey(point));

  return ROADS.flatMap((road) => {
    const joints = road.course.filter(isJoint).map((point) => ashore(terrain, point));
    const smooth = smoothLine(
      road.course.map((point) => ashore(terrain, point)),
      35,
    );
    const points = calmed(
      wiggled(smooth, joints, road.wiggleMeters, seed).map((point) => ashore(terrain, point)),
      joints,
    );
    const ties = road.course.filter(isJoint).map((point) => jointTie(terrain, point));
    const tags = { ...(road.ref === undefined ? {} : { ref: road.ref }), ...limit(road.class, road.wiggleMeters > 0) };
    const whole = line(points, road.class, 'drawn', { name: road.name, tags, ties });
    return withTunnel(whole).map((part) => withBridges(part, '2', overWaterOr(motorway, terrain)));
  });
}

/** Signed limits stand on most main roads; where the tag is missing, the class decides. */
function limit(highway: string, open: boolean): Record<string, string> {
  if (highway === 'trunk') return { maxspeed: '100' };
  if (highway === 'primary') return { maxspeed: open ? '90' : '60' };
  if (highway === 'secondary') return open ? { maxspeed: '80' } : { maxspeed: '50' };
  return {};
}

/** Bends a road to and fro by noise, but leaves the places where it meets others. */
function wiggled(points: readonly Point[], joints: readonly Point[], meters: number, seed: number): Point[] {
  if (meters === 0) return [...points];
  const ends = [points[0]!, points.at(-1)!, ...joints];
  return points.map((point, i) => {
    const before = points[Math.max(0, i - 1)]!;
    const after = points[Math.min(points.length - 1, i + 1)]!;
    const length = distance(before, after);
    const calm = Math.min(1, Math.min(...ends.map((end) => distance(point, end))) / 500);
    const shift =
      (calm *
        meters *
        (noise2(point.x, point.y, 900, seed + 3) + 0.4 * noise2(point.x, point.y, 330, seed + 4)) *
        1.5) /
      length;
    return { x: point.x - (after.y - before.y) * shift, y: point.y + (after.x - before.x) * shift };
  });
}

/** Takes out the kinks that pushing a road ashore leaves, but does not move its joints. */
function calmed(points: readonly Point[], joints: readonly Point[]): Point[] {
  return points.map((point, i) => {
    const reach = Math.min(3, i, points.length - 1 - i);
    if (reach === 0 || joints.some((joint) => distance(joint, point) < 40)) return point;
    const window = points.slice(i - reach, i + reach + 1);
    return {
      x: window.reduce((sum, { x }) => sum + x, 0) / window.length,
      y: window.reduce((sum, { y }) => sum + y, 0) / window.length,
    };
  });
}
