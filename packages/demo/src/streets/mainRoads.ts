import { noise2 } from '../geometry/noise.ts';
import { distance, type Point, smoothLine } from '../geometry/plane.ts';
import { FERRIES } from '../plan/ferries.ts';
import type { Km } from '../plan/kilometers.ts';
import { ROADS, TUNNEL } from '../plan/roads.ts';
import { type Terrain, toPoint } from '../terrain/terrain.ts';
import { overWaterOr, withBridges } from './bridges.ts';
import { LEVEL, type Line, line, type Tie } from './line.ts';
import type { Motorway } from './motorway.ts';

/** Roads keep this far from the sea, whatever the plan's sketch says. */
const FROM_COAST_METERS = 75;

const keyOf = ([east, north]: Km) => `${east},${north}`;

/** The roads of the plan: smooth, on land, tied where the plan lets them meet, with bridges and the tunnel marked. */
export function mainRoads(terrain: Terrain, motorway: Motorway, seed: number): Line[] {
  const uses = new Map<string, number>();
  for (const { course } of ROADS) for (const km of course) uses.set(keyOf(km), (uses.get(keyOf(km)) ?? 0) + 1);
  const ends = new Set(
    [
      TUNNEL.from,
      TUNNEL.to,
      ...FERRIES.flatMap(({ fromPier, toPier }) => [fromPier[0]!, toPier[0]!]),
      ...motorway.ends,
    ].map(keyOf),
  );
  const isJoint = (km: Km) => uses.get(keyOf(km))! > 1 || ends.has(keyOf(km));

  return ROADS.flatMap((road) => {
    const joints = road.course.filter(isJoint).map((km) => ashore(terrain, toPoint(km)));
    const smooth = smoothLine(
      road.course.map((km) => ashore(terrain, toPoint(km))),
      35,
    );
    const points = calmed(
      wiggled(smooth, joints, road.wiggleMeters, seed).map((point) => ashore(terrain, point)),
      joints,
    );
    const ties = road.course.filter(isJoint).map((km): Tie => jointTie(terrain, km));
    const tags = { ...(road.ref === undefined ? {} : { ref: road.ref }), ...limit(road.class, road.wiggleMeters > 0) };
    const whole = line(points, road.class, 'drawn', { name: road.name, tags, ties });
    return withTunnel(whole).map((part) => withBridges(part, '2', overWaterOr(motorway, terrain)));
  });
}

/** A place where drawn lines meet, under one key for all of them. */
export function jointTie(terrain: Terrain, km: Km): Tie {
  return { key: keyOf(km), point: ashore(terrain, toPoint(km)), level: LEVEL.ground };
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

/** The Tunnel Road in three parts, the middle one underground; other roads as they are. */
function withTunnel(road: Line): Line[] {
  const [from, to] = [TUNNEL.from, TUNNEL.to].map((km) => road.ties.find(({ key }) => key === keyOf(km)));
  if (from === undefined || to === undefined) return [road];
  const index = (tie: Tie) => {
    let best = 0;
    for (let i = 1; i < road.points.length; i++) {
      if (distance(road.points[i]!, tie.point) < distance(road.points[best]!, tie.point)) best = i;
    }
    return best;
  };
  const [first, last] = [index(from), index(to)];
  const part = (points: Point[], extra: Partial<Line>) => ({
    ...road,
    points,
    ties: road.ties.filter((tie) => points.some((point) => distance(point, tie.point) < 60)),
    ...extra,
  });
  return [
    part(road.points.slice(0, first + 1), {}),
    part(road.points.slice(first, last + 1), {
      level: LEVEL.underground,
      tags: { ...road.tags, maxspeed: '80', tunnel: 'yes', layer: '-1' },
      ties: [from, to],
    }),
    part(road.points.slice(last), {}),
  ];
}

/** Ferry lines and the piers that lead to them. */
export function ferries(terrain: Terrain): Line[] {
  return FERRIES.flatMap((ferry) => {
    const piers = [ferry.fromPier, ferry.toPier].map((course) => {
      const points = [ashore(terrain, toPoint(course[0]!)), ...course.slice(1).map(toPoint)];
      const key = `pier ${keyOf(course.at(-1)!)}`;
      const quay: Tie = { key, point: points.at(-1)!, level: LEVEL.water };
      const ties = [jointTie(terrain, course[0]!), quay];
      const pier = ferry.cars
        ? line(points, 'service', 'drawn', { name: 'Ferry Wharf', ties })
        : line(points, 'footway', 'drawn', { ties });
      return { pier, quay };
    });
    const [from, to] = piers;
    const crossing = [from!.quay.point, ...ferry.between.map(toPoint), to!.quay.point];
    const tags = {
      route: 'ferry',
      duration: ferry.duration,
      foot: 'yes',
      bicycle: 'yes',
      motor_vehicle: ferry.cars ? 'yes' : 'no',
    };
    return [
      from!.pier,
      to!.pier,
      line(crossing, 'ferry', 'drawn', { name: ferry.name, tags, level: LEVEL.water, ties: [from!.quay, to!.quay] }),
    ];
  });
}
