import type { Box } from './box.ts';
import type { MultiPolygonCoordinates } from './polygon.ts';
import { closeRing } from './rings.ts';

/**
 * The part of a multipolygon that lies in a box, for shares of areas. A concave ring that leaves and enters the box
 * keeps joining edges along the box's edge: they enclose nothing, so areas and point tests are right, but it is no
 * outline to draw. Straight edges stay straight in degrees.
 * Method: I. E. Sutherland and G. W. Hodgman, "Reentrant Polygon Clipping", CACM 17 (1974).
 */
export function clipToBox(multiPolygon: MultiPolygonCoordinates, box: Box): MultiPolygonCoordinates {
  const clipped: MultiPolygonCoordinates = [];
  for (const polygon of multiPolygon) {
    const [outer, ...holes] = polygon.map((ring) => clipRing(ring, box));
    if (outer !== undefined && outer.length > 0) clipped.push([outer, ...holes.filter((hole) => hole.length > 0)]);
  }
  return clipped;
}

function clipRing(ring: number[][], box: Box): number[][] {
  let points = ring;
  points = clipAtLine(points, 0, box.west, 1);
  points = clipAtLine(points, 0, box.east, -1);
  points = clipAtLine(points, 1, box.south, 1);
  points = clipAtLine(points, 1, box.north, -1);
  const closed = closeRing(points);
  return closed.length >= 4 ? closed : [];
}

/** Keeps the side of a line where `sign · (coordinate - limit) ≥ 0`; axis 0 is longitude, 1 latitude. */
function clipAtLine(ring: number[][], axis: 0 | 1, limit: number, sign: 1 | -1): number[][] {
  const kept: number[][] = [];
  let previous = ring[ring.length - 1];
  for (const point of ring) {
    const from = previous!;
    const wasInside = sign * (from[axis]! - limit) >= 0;
    const isInside = sign * (point[axis]! - limit) >= 0;
    if (wasInside !== isInside) kept.push(crossing(from, point, axis, limit));
    if (isInside) kept.push(point);
    previous = point;
  }
  return kept;
}

function crossing(a: number[], b: number[], axis: 0 | 1, limit: number): number[] {
  const other = axis === 0 ? 1 : 0;
  const fraction = (limit - a[axis]!) / (b[axis]! - a[axis]!);
  const value = a[other]! + (b[other]! - a[other]!) * fraction;
  return axis === 0 ? [limit, value] : [value, limit];
}
