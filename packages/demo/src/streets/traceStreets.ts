import { simplifyLine } from '@hinterland/geo';
import { Buckets } from '../geometry/buckets.ts';
import { hash2 } from '../geometry/noise.ts';
import { alongDistances, crossing, distance, type Point } from '../geometry/plane.ts';
import { type Line, line } from './line.ts';
import type { Town } from './town.ts';

const STEP_METERS = 12;
/** A street ends where a parallel one is nearer than this share of the spacing asked for. */
const CLOSEST_SHARE = 0.62;
const SHORTEST_METERS = 70;

/** Streets run along the field (0) or across it (1); each family keeps its distance to its own kind. */
type Family = 0 | 1;
const FAMILIES: readonly Family[] = [0, 1];

/** Points of the streets of each family. */
type Samples = readonly [Buckets<Point>, Buckets<Point>];

/**
 * Fills a town with streets: lines that follow its field of directions, started from the center outwards wherever no
 * parallel street is near, and ended at water, parks, the edge of the town or when they come too close to another
 * (evenly spaced streamlines). Then loose ends are carried on to the next street ahead.
 *
 * `existing`: main roads that the streets respect and join. `open`: where streets may be; `dry`: where one may be carried on
 * to meet another.
 */
export function traceStreets(
  town: Town,
  existing: readonly Line[],
  open: (point: Point) => boolean,
  dry: (point: Point) => boolean,
  seed: number,
): Line[] {
  const samples: Samples = [new Buckets(110), new Buckets(110)];
  for (const road of existing) registerRoad(samples, town, road);

  const streets: Point[][] = [];
  for (const start of seeds(town, open, seed)) {
    for (const family of FAMILIES) {
      const spacing = spacingOf(town, start, family);
      if (isNear(samples[family], start, spacing)) continue;
      const longest = 420 + 1_500 * hash2(streets.length, family, seed + 5);
      const points = trace(town, start, family, open, samples[family], longest);
      if (lengthOf(points) < SHORTEST_METERS) continue;
      for (const point of points) samples[family].add(point, point);
      streets.push(points);
    }
  }
  const lines = streets.map((points) => line(simplified(points), 'residential', 'street'));
  joinEnds(lines, existing, town, dry);
  return lines;
}

/** The same street without the points that lie within 1.6 m of the rest. */
function simplified(points: readonly Point[]): Point[] {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return simplifyLine(xs, ys, 1.6).map((i) => points[i]!);
}

function spacingOf(town: Town, point: Point, family: Family): number {
  const { along, across } = town.spacing(point);
  return family === 0 ? along : across;
}

function lengthOf(points: readonly Point[]): number {
  return points.length < 2 ? 0 : alongDistances(points).at(-1)!;
}

/** Main roads count as streets of the family that they run with. */
function registerRoad(samples: Samples, town: Town, road: Line): void {
  for (let i = 1; i < road.points.length; i++) {
    const a = road.points[i - 1]!;
    const b = road.points[i]!;
    if (town.depth(a) <= 0 && town.depth(b) <= 0) continue;
    const length = distance(a, b);
    const angle = Math.atan2(b.y - a.y, b.x - a.x);
    const family: Family = Math.abs(Math.cos(angle - town.direction(a))) > Math.SQRT1_2 ? 0 : 1;
    const pieces = Math.max(1, Math.round(length / STEP_METERS));
    for (let k = 0; k < pieces; k++) {
      const point = { x: a.x + ((b.x - a.x) * k) / pieces, y: a.y + ((b.y - a.y) * k) / pieces };
      samples[family].add(point, point);
    }
  }
}

/** Places to start from, the middle of the town first. */
function* seeds(town: Town, open: (point: Point) => boolean, seed: number): Generator<Point> {
  const grid = 58;
  const box = town.box();
  const places: { point: Point; rank: number }[] = [];
  for (let column = 0; column * grid < box.east - box.west; column++) {
    for (let row = 0; row * grid < box.north - box.south; row++) {
      const point = {
        x: box.west + (column + hash2(column, row, seed)) * grid,
        y: box.south + (row + hash2(column, row, seed + 1)) * grid,
      };
      if (open(point)) places.push({ point, rank: town.fromCenter(point) });
    }
  }
  places.sort((a, b) => a.rank - b.rank);
  for (const { point } of places) yield point;
}

function trace(
  town: Town,
  start: Point,
  family: Family,
  open: (point: Point) => boolean,
  samples: Buckets<Point>,
  longestMeters: number,
): Point[] {
  const halves = [1, -1].map((sense) => {
    const points: Point[] = [];
    let point = start;
    let heading = direction(town, start, family);
    if (sense < 0) heading += Math.PI;
    for (let meters = 0; meters < longestMeters / 2; meters += STEP_METERS) {
      // Midpoint rule: the direction half a step ahead bends the line as the field bends.
      const half = {
        x: point.x + (Math.cos(heading) * STEP_METERS) / 2,
        y: point.y + (Math.sin(heading) * STEP_METERS) / 2,
      };
      heading = turnedTo(direction(town, half, family), heading);
      const next = { x: point.x + Math.cos(heading) * STEP_METERS, y: point.y + Math.sin(heading) * STEP_METERS };
      if (!open(next)) break;
      if (isNear(samples, next, CLOSEST_SHARE * spacingOf(town, next, family))) break;
      if (points.length > 12 && distance(next, start) < 40) break;
      points.push(next);
      point = next;
    }
    return points;
  });
  return [...halves[1]!.reverse(), start, ...halves[0]!];
}

function direction(town: Town, point: Point, family: Family): number {
  return town.direction(point) + (family === 0 ? 0 : Math.PI / 2);
}

/** The angle or its opposite, whichever goes on ahead. */
function turnedTo(angle: number, heading: number): number {
  return Math.cos(angle - heading) >= 0 ? angle : angle + Math.PI;
}

function isNear(samples: Buckets<Point>, point: Point, meters: number): boolean {
  const squared = meters * meters;
  return samples.near(point, meters, (sample) => {
    const dx = sample.x - point.x;
    const dy = sample.y - point.y;
    return dx * dx + dy * dy < squared;
  });
}

/** Carries the ends of streets on, straight ahead, to the first street or main road within reach. */
function joinEnds(
  streets: readonly Line[],
  existing: readonly Line[],
  town: Town,
  dry: (point: Point) => boolean,
): void {
  const segments = new Buckets<{ a: Point; b: Point; owner: Line }>(60);
  for (const owner of [...existing, ...streets]) {
    for (let i = 1; i < owner.points.length; i++) {
      const a = owner.points[i - 1]!;
      const b = owner.points[i]!;
      segments.addSegment(a, b, { a, b, owner });
    }
  }
  for (const street of streets) {
    for (const atStart of [true, false]) {
      const points = street.points;
      const end = atStart ? points[0]! : points.at(-1)!;
      const before = atStart ? points[1]! : points.at(-2)!;
      const length = distance(before, end);
      const { along, across } = town.spacing(end);
      const reach = Math.max(along, across) * 0.85;
      const dx = (end.x - before.x) / length;
      const dy = (end.y - before.y) / length;
      const ahead = { x: end.x + dx * reach, y: end.y + dy * reach };
      let nearest = Number.POSITIVE_INFINITY;
      segments.near(end, reach, (segment) => {
        if (segment.owner === street) return;
        const meet = crossing(end, ahead, segment.a, segment.b);
        if (meet !== null) nearest = Math.min(nearest, meet.onFirst * reach);
      });
      if (nearest === Number.POSITIVE_INFINITY) continue;
      let clear = true;
      for (let meters = 10; meters < nearest - 5; meters += 10) {
        const point = { x: end.x + dx * meters, y: end.y + dy * meters };
        if (!dry(point)) clear = false;
      }
      if (!clear) continue;
      // A little too far, so that the two certainly cross; the network cuts the rest off.
      const joined = { x: end.x + dx * (nearest + 2), y: end.y + dy * (nearest + 2) };
      if (atStart) points.unshift(joined);
      else points.push(joined);
    }
  }
}
