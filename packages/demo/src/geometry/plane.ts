/**
 * The demo country is drawn on a plane: meters east (x) and north (y) of the capital's town hall. One factor per axis
 * turns them into degrees, so whatever tiles the plane tiles the map.
 */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The town hall, in open ocean more than 1,000 km from the nearest inhabited island. */
export const ORIGIN = { lat: -36.2, lng: -151.7 } as const;

/** Length of a degree on the WGS 84 ellipsoid at 36.2° S. */
const METERS_PER_DEGREE_LAT = 110_963;
const METERS_PER_DEGREE_LNG = 89_936;

/** Longitude of a place on the plane in whole microdegrees; positions of the demo lie on this grid from here on. */
export function lngMicrodegrees(x: number): number {
  return Math.round((ORIGIN.lng + x / METERS_PER_DEGREE_LNG) * 1e6);
}

/** Latitude of a place on the plane in whole microdegrees. */
export function latMicrodegrees(y: number): number {
  return Math.round((ORIGIN.lat + y / METERS_PER_DEGREE_LAT) * 1e6);
}

/** The place on the plane at a longitude and latitude. */
export function fromDegrees(lng: number, lat: number): Point {
  return { x: (lng - ORIGIN.lng) * METERS_PER_DEGREE_LNG, y: (lat - ORIGIN.lat) * METERS_PER_DEGREE_LAT };
}

/** The same place on the grid of microdegrees, in meters. */
export function onGrid({ x, y }: Point): Point {
  return fromDegrees(lngMicrodegrees(x) / 1e6, latMicrodegrees(y) / 1e6);
}

export function distance(a: Point, b: Point): number {
  const dx = a.x - b.x;
  const dy = a.y - b.y;
  return Math.sqrt(dx * dx + dy * dy);
}

/** Point between a (at 0) and b (at 1). */
function between(a: Point, b: Point, fraction: number): Point {
  return { x: a.x + (b.x - a.x) * fraction, y: a.y + (b.y - a.y) * fraction };
}

/** Distance from a point to the segment a-b, with the nearest place as a fraction of the segment. */
export function distanceToSegment(p: Point, a: Point, b: Point): { meters: number; fraction: number } {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const squared = dx * dx + dy * dy;
  const raw = squared === 0 ? 0 : ((p.x - a.x) * dx + (p.y - a.y) * dy) / squared;
  const fraction = Math.min(1, Math.max(0, raw));
  return { meters: distance(p, { x: a.x + dx * fraction, y: a.y + dy * fraction }), fraction };
}

/**
 * Where the segments a-b and c-d cross, as fractions of each; null where they do not. Touching ends count, parallels
 * do not.
 */
export function crossing(a: Point, b: Point, c: Point, d: Point): { onFirst: number; onSecond: number } | null {
  const abx = b.x - a.x;
  const aby = b.y - a.y;
  const cdx = d.x - c.x;
  const cdy = d.y - c.y;
  const determinant = abx * cdy - aby * cdx;
  if (Math.abs(determinant) < 1e-9) return null;
  const acx = c.x - a.x;
  const acy = c.y - a.y;
  const onFirst = (acx * cdy - acy * cdx) / determinant;
  const onSecond = (acx * aby - acy * abx) / determinant;
  return onFirst >= 0 && onFirst <= 1 && onSecond >= 0 && onSecond <= 1 ? { onFirst, onSecond } : null;
}

/** Distances from the first point along a line, one per point. */
export function alongDistances(line: readonly Point[]): number[] {
  const along = [0];
  for (let i = 1; i < line.length; i++) along.push(along[i - 1]! + distance(line[i - 1]!, line[i]!));
  return along;
}

/** Place and unit direction at a distance along a line; distances outside are clamped to its ends. */
export function placeAlong(
  line: readonly Point[],
  along: readonly number[],
  meters: number,
): { point: Point; dx: number; dy: number } {
  let low = 0;
  let high = line.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (along[middle]! <= meters) low = middle;
    else high = middle - 1;
  }
  const a = line[low]!;
  const b = line[low + 1]!;
  const length = along[low + 1]! - along[low]!;
  const fraction = length === 0 ? 0 : Math.min(1, Math.max(0, (meters - along[low]!) / length));
  const scale = length === 0 ? 0 : 1 / length;
  return { point: between(a, b, fraction), dx: (b.x - a.x) * scale, dy: (b.y - a.y) * scale };
}

/** A smooth line through control points (uniform Catmull-Rom spline), sampled about every `stepMeters`. */
export function smoothLine(controls: readonly Point[], stepMeters: number, closed = false): Point[] {
  const count = controls.length;
  const at = (i: number) => (closed ? controls[(i + count) % count]! : controls[Math.min(count - 1, Math.max(0, i))]!);
  const line: Point[] = [];
  const segments = closed ? count : count - 1;
  for (let i = 0; i < segments; i++) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)] as const;
    const steps = Math.max(1, Math.round(distance(p1, p2) / stepMeters));
    for (let s = 0; s < steps; s++) {
      const t = s / steps;
      line.push({
        x: catmullRom(p0.x, p1.x, p2.x, p3.x, t),
        y: catmullRom(p0.y, p1.y, p2.y, p3.y, t),
      });
    }
  }
  if (!closed) line.push(controls[count - 1]!);
  return line;
}

function catmullRom(a: number, b: number, c: number, d: number, t: number): number {
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}
