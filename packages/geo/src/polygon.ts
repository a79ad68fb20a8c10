import { type Box, emptyBox, extendBox } from './box.ts';

/**
 * Coordinates of a GeoJSON MultiPolygon: polygons, each a list of rings (the outer one first, then holes), each a
 * closed list of [lng, lat] in degrees.
 */
export type MultiPolygonCoordinates = number[][][][];

/**
 * Returns whether a point lies in a multipolygon: in at least one polygon, within its outer ring and in none of its holes. A
 * ring holds the points around which it goes (nonzero winding), whatever way it turns, however often it is walked and wherever it
 * crosses itself.
 *
 * Boundary rule: a point on an edge belongs to the side that lies to the east of it, or to the north of a horizontal
 * edge. Polygons that share an edge with the same two vertices therefore never both hold a point on it, and a gapless
 * tiling holds each of its inner points exactly once. NaN is in nothing.
 */
export function pointInMultiPolygon(lng: number, lat: number, multiPolygon: MultiPolygonCoordinates): boolean {
  return multiPolygon.some(([outer = [], ...holes]) => {
    return windingOf(lng, lat, outer) !== 0 && holes.every((hole) => windingOf(lng, lat, hole) === 0);
  });
}

/** Returns how often a ring goes around a point, counterclockwise. */
function windingOf(lng: number, lat: number, ring: readonly number[][]): number {
  let winding = 0;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const a = ring[j]!;
    const b = ring[i]!;
    winding += turnOfEdge(lng, lat, a[0]!, a[1]!, b[0]!, b[1]!);
  }
  return winding;
}

/**
 * Returns 1 where a ray from the point to the east crosses an edge that goes up, -1 for one that goes down, 0 where it crosses
 * none. The edge holds its lower end and not its upper one, and is taken from the lower end whichever way it is given, so both
 * neighbors of an edge get the same rounding.
 */
function turnOfEdge(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  if (ay <= y === by <= y) return 0;
  if (ay < by) return isLeftOfUpwardEdge(x, y, ax, ay, bx, by) ? 1 : 0;
  return isLeftOfUpwardEdge(x, y, bx, by, ax, ay) ? -1 : 0;
}

/** Returns whether the point lies strictly to the left of the line from (lowX, lowY) up to (highX, highY). */
export function isLeftOfUpwardEdge(
  x: number,
  y: number,
  lowX: number,
  lowY: number,
  highX: number,
  highY: number,
): boolean {
  return (highX - lowX) * (y - lowY) > (x - lowX) * (highY - lowY);
}

/** The smallest box around all outer rings; the empty box where there is none. */
export function multiPolygonBox(multiPolygon: MultiPolygonCoordinates): Box {
  const box = emptyBox();
  for (const polygon of multiPolygon) {
    for (const point of polygon[0] ?? []) extendBox(box, point[0]!, point[1]!);
  }
  return box;
}
