import type { MicroPolygon } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import { placeParts } from '../memory/parts.ts';
import type { LatLng } from '../query/query.ts';
import { poleTree } from '../snap/poleTree.ts';
import type { Contour, Ring } from './contour.ts';

/**
 * Holes up to this size are filled if nobody lives in them: back yards, ponds and squares that no road crosses. Larger
 * holes stay: a lake, a park, a field.
 */
const SMALL_HOLE_SQUARE_METERS = 100_000;

/** Outer rings with their holes. */
export interface Ground {
  readonly outer: Ring;
  readonly holes: Ring[];
}

/**
 * Returns the rings of a contour that stay, largest ground first, and changes `contour` so that it holds this ground alone.
 * An outer ring stays if an origin or a reached pole lies within it; a hole stays if it is large or holds a pole. (Such a
 * pole is not reached: the cells of reached poles are ground.) `isReached` answers for a pole at the contour's limit.
 */
export function groundOf(
  territory: Territory,
  contour: Contour,
  origins: readonly LatLng[],
  squareMetersPerUnit: number,
  isReached: (pole: number) => boolean,
): Ground[] {
  const { rings } = contour;
  const { lngMicrodegrees, latMicrodegrees } = placeParts(territory);
  const isOnGround = (pole: number) => contour.holds(lngMicrodegrees[pole]!, latMicrodegrees[pole]!);
  const isFilled = rings.map((ring) => {
    if (ring.doubleArea > 0 || (-ring.doubleArea / 2) * squareMetersPerUnit > SMALL_HOLE_SQUARE_METERS) return false;
    return !hasPole(territory, contour, ring, (pole) => !isOnGround(pole));
  });
  const filled = rings.filter((_, i) => isFilled[i]);
  const isKept = rings.map((ring, i) => {
    if (ring.doubleArea < 0) return !isFilled[i];
    if (filled.some((hole) => liesIn(contour, ring, hole))) return false;
    return (
      origins.some(({ lat, lng }) => contains(contour, ring, lng * 1e6, lat * 1e6)) ||
      hasPole(territory, contour, ring, isReached)
    );
  });

  const grounds = new Map<number, Ground>();
  rings.forEach((ring, i) => {
    if (ring.doubleArea > 0 && isKept[i]) grounds.set(i, { outer: ring, holes: [] });
  });
  rings.forEach((ring, i) => {
    if (ring.doubleArea < 0 && isKept[i]) grounds.get(outerAround(contour, i))?.holes.push(ring);
  });
  for (const hole of filled) contour.fill(hole, true);
  rings.forEach((ring, i) => {
    if (ring.doubleArea > 0 && !isKept[i] && !filled.some((hole) => liesIn(contour, ring, hole)))
      contour.fill(ring, false);
  });
  return [...grounds.values()].sort((a, b) => b.outer.doubleArea - a.outer.doubleArea || compare(a.outer, b.outer));
}

/** Returns the ground with closed rings, outer rings counterclockwise (RFC 7946). */
export function microPolygonOfGround({ points }: Contour, grounds: readonly Ground[]): MicroPolygon {
  const rings = grounds.flatMap(({ outer, holes }) => [outer, ...holes.toSorted(compare)]);
  const all = new Int32Array(rings.reduce((sum, { first, end }) => sum + end - first + 2, 0));
  let at = 0;
  const ringEnds = rings.map((ring) => {
    at = writeRing(points, ring, all, at);
    return at;
  });
  let end = 0;
  const polygonEnds = grounds.map(({ holes }) => {
    end += 1 + holes.length;
    return end;
  });
  return { points: all, ringEnds, polygonEnds };
}

/**
 * Writes a ring from its westernmost (then southernmost) point on, so that it does not depend on how it was found. Returns
 * its end.
 */
function writeRing(points: Int32Array, { first, end }: Ring, to: Int32Array, at: number): number {
  let start = first;
  for (let i = first + 2; i < end; i += 2) {
    const difference = points[i]! - points[start]! || points[i + 1]! - points[start + 1]!;
    if (difference < 0) start = i;
  }
  to.set(points.subarray(start, end), at);
  to.set(points.subarray(first, start + 2), at + end - start);
  return at + end - first + 2;
}

/** Returns the outer ring of the ground around a hole, found from hole to hole toward the west. */
function outerAround(contour: Contour, hole: number): number {
  let ring = hole;
  while (contour.rings[ring]!.doubleArea < 0) ring = contour.ringWestOf(contour.rings[ring]!);
  return ring;
}

/** Returns whether a wanted pole lies within a ring. */
function hasPole(territory: Territory, contour: Contour, ring: Ring, isWanted: (pole: number) => boolean): boolean {
  const places = placeParts(territory);
  const { lngMicrodegrees, latMicrodegrees } = places;
  const { west, south, east, north } = ring;
  return poleTree(territory).someInBox(west, south, east, north, (firstPole, endPole) => {
    places.need(firstPole, endPole);
    for (let pole = firstPole; pole < endPole; pole++) {
      const lng = lngMicrodegrees[pole]!;
      const lat = latMicrodegrees[pole]!;
      if (lng < west || lng > east || lat < south || lat > north) continue;
      if (isWanted(pole) && contains(contour, ring, lng, lat)) return true;
    }
    return false;
  });
}

function liesIn(contour: Contour, inner: Ring, outer: Ring): boolean {
  if (inner.west < outer.west || inner.east > outer.east || inner.south < outer.south || inner.north > outer.north) {
    return false;
  }
  return contains(contour, outer, contour.points[inner.first]!, contour.points[inner.first + 1]!);
}

/** Returns whether a place in microdegrees lies within a ring (even-odd rule), regardless of holes. */
function contains({ points }: Contour, ring: Ring, x: number, y: number): boolean {
  if (x < ring.west || x > ring.east || y < ring.south || y > ring.north) return false;
  const { first, end } = ring;
  let inside = false;
  for (let i = first, j = end - 2; i < end; j = i, i += 2) {
    const [ax, ay] = [points[j]!, points[j + 1]!];
    const [bx, by] = [points[i]!, points[i + 1]!];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

function compare(a: Ring, b: Ring): number {
  return a.west - b.west || a.south - b.south || a.east - b.east || a.north - b.north;
}
