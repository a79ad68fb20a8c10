import type { MultiPolygonCoordinates, Territory } from '@hinterland/territory';
import { poleTree } from '../catchment/radius.ts';
import type { LatLng } from '../catchment/types.ts';
import type { Contour, Ring } from './contour.ts';

/**
 * Holes up to this size are filled when everyone in them is reached: back yards, ponds and squares that no road crosses.
 * Larger ones stay: a lake, a park, a field.
 */
const SMALL_HOLE_SQUARE_METERS = 100_000;

/** Outer rings with their holes. */
export interface Ground {
  readonly outer: Ring;
  readonly holes: Ring[];
}

/**
 * What is left of the rings of a contour: an outer ring stays if an origin or a reached pole lies within it; a hole stays
 * if it is large or holds a pole that is not reached. `contour` is changed so that it holds just this ground. The largest
 * comes first. `isReached` says of a pole whether it is reached at the contour's limit.
 */
export function groundOf(
  territory: Territory,
  contour: Contour,
  origins: readonly LatLng[],
  squareMetersPerUnit: number,
  isReached: (pole: number) => boolean,
): Ground[] {
  const { rings } = contour;
  const anyPole = (ring: Ring, wanted: boolean) => hasPole(territory, ring, (pole) => isReached(pole) === wanted);
  const isFilled = rings.map((ring) => {
    if (ring.doubleArea > 0 || (-ring.doubleArea / 2) * squareMetersPerUnit > SMALL_HOLE_SQUARE_METERS) return false;
    return !anyPole(ring, false);
  });
  const filled = rings.filter((_, i) => isFilled[i]);
  const isKept = rings.map((ring, i) => {
    if (ring.doubleArea < 0) return !isFilled[i];
    if (filled.some((hole) => liesIn(ring, hole))) return false;
    return origins.some(({ lat, lng }) => contains(ring, lng * 1e6, lat * 1e6)) || anyPole(ring, true);
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
    if (ring.doubleArea > 0 && !isKept[i] && !filled.some((hole) => liesIn(ring, hole))) contour.fill(ring, false);
  });
  return [...grounds.values()].sort((a, b) => b.outer.doubleArea - a.outer.doubleArea || compare(a.outer, b.outer));
}

/** GeoJSON coordinates: closed rings in degrees, outer ones counterclockwise (RFC 7946), each from its first point. */
export function toMultiPolygon(grounds: readonly Ground[]): MultiPolygonCoordinates {
  return grounds.map(({ outer, holes }) => [outer, ...holes.toSorted(compare)].map(toRing));
}

/** From its westernmost point on, the southernmost of several, so that a ring does not show how it was found. */
function toRing({ points }: Ring): number[][] {
  const count = points.length / 2;
  let first = 0;
  for (let i = 1; i < count; i++) {
    const difference = points[2 * i]! - points[2 * first]! || points[2 * i + 1]! - points[2 * first + 1]!;
    if (difference < 0) first = i;
  }
  const ring: number[][] = [];
  for (let k = 0; k < count; k++) {
    const i = (first + k) % count;
    if (k > 0 && isStraight(points, (i + count - 1) % count, i, (i + 1) % count)) continue;
    ring.push([points[2 * i]! / 1e6, points[2 * i + 1]! / 1e6]);
  }
  ring.push([...ring[0]!]);
  return ring;
}

/** Whether b lies on the line from a to c. */
function isStraight(points: Int32Array, a: number, b: number, c: number): boolean {
  const [ax, ay] = [points[2 * a]!, points[2 * a + 1]!];
  const [bx, by] = [points[2 * b]!, points[2 * b + 1]!];
  const [cx, cy] = [points[2 * c]!, points[2 * c + 1]!];
  return (bx - ax) * (cy - by) === (cx - bx) * (by - ay);
}

/** The outer ring of the ground in which a hole lies: by steps to the west from hole to hole. */
function outerAround(contour: Contour, hole: number): number {
  let ring = hole;
  while (contour.rings[ring]!.doubleArea < 0) ring = contour.ringWestOf(contour.rings[ring]!);
  return ring;
}

function hasPole(territory: Territory, ring: Ring, isWanted: (pole: number) => boolean): boolean {
  const { lngMicrodegrees, latMicrodegrees } = territory.poles;
  let found = false;
  poleTree(territory).visit(
    (west, south, east, north) =>
      !found && west <= ring.east && east >= ring.west && south <= ring.north && north >= ring.south,
    (pole) => {
      if (!found && isWanted(pole) && contains(ring, lngMicrodegrees[pole]!, latMicrodegrees[pole]!)) found = true;
    },
  );
  return found;
}

function liesIn(inner: Ring, outer: Ring): boolean {
  if (inner.west < outer.west || inner.east > outer.east || inner.south < outer.south || inner.north > outer.north) {
    return false;
  }
  return contains(outer, inner.points[0]!, inner.points[1]!);
}

/** Whether a place in microdegrees lies within a ring, holes or not (even-odd rule). */
function contains(ring: Ring, x: number, y: number): boolean {
  if (x < ring.west || x > ring.east || y < ring.south || y > ring.north) return false;
  const { points } = ring;
  let inside = false;
  for (let i = 0, j = points.length - 2; i < points.length; j = i, i += 2) {
    const [ax, ay] = [points[j]!, points[j + 1]!];
    const [bx, by] = [points[i]!, points[i + 1]!];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

function compare(a: Ring, b: Ring): number {
  return a.west - b.west || a.south - b.south || a.east - b.east || a.north - b.north;
}
