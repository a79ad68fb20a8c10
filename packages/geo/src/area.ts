import { EARTH_RADIUS_METERS } from './distance.ts';
import type { MultiPolygonCoordinates } from './polygon.ts';

const RADIANS_PER_DEGREE = Math.PI / 180;

/**
 * Area of a ring on the sphere, in square meters: positive where it turns counterclockwise, negative where it turns
 * clockwise. Closed and open rings give the same. Exact for edges along meridians
 * and parallels; another edge of length d is taken as a curve that leaves the straight line in degrees by up to
 * tan(lat) · d² / 8R (2 m for 10 km at 45°).
 * Formula: R. G. Chamberlain and W. H. Duquette, "Some Algorithms for Polygons on a Sphere", JPL 07-03 (2007).
 */
export function ringSignedAreaSquareMeters(ring: readonly number[][]): number {
  if (ring.length < 3) return 0;
  // Sines are taken from the first point's: the sum is the same for a closed ring, and small rings keep their digits.
  const sinStart = Math.sin(ring[0]![1]! * RADIANS_PER_DEGREE);
  let sum = 0;
  let previous = ring[ring.length - 1]!;
  let previousSin = Math.sin(previous[1]! * RADIANS_PER_DEGREE) - sinStart;
  for (const point of ring) {
    const sin = Math.sin(point[1]! * RADIANS_PER_DEGREE) - sinStart;
    sum -= (point[0]! - previous[0]!) * (sin + previousSin);
    previous = point;
    previousSin = sin;
  }
  return (sum * RADIANS_PER_DEGREE * EARTH_RADIUS_METERS * EARTH_RADIUS_METERS) / 2;
}

/**
 * Area of a multipolygon on the sphere: outer rings less their holes, whatever way they turn. Polygons that overlap
 * count twice.
 */
export function multiPolygonAreaSquareKm(multiPolygon: MultiPolygonCoordinates): number {
  let squareMeters = 0;
  for (const polygon of multiPolygon) {
    polygon.forEach((ring, index) => {
      const area = Math.abs(ringSignedAreaSquareMeters(ring));
      squareMeters += index === 0 ? area : -area;
    });
  }
  return squareMeters / 1e6;
}
