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
  const lngs = Float64Array.from(ring, ([lng]) => lng!);
  const sines = Float64Array.from(ring, ([, lat]) => sineOf(lat!));
  return signedAreaSquareMeters(lngs, sines, 0, ring.length);
}

/** Returns the sine of a latitude in degrees. */
export function sineOf(lat: number): number {
  return Math.sin(lat * RADIANS_PER_DEGREE);
}

/** The same of the ring of points `first` to `end` - 1. In: longitudes in degrees, sines of latitudes. */
export function signedAreaSquareMeters(lngs: Float64Array, sines: Float64Array, first: number, end: number): number {
  if (end - first < 3) return 0;
  // Sines are taken from the first point's: the sum is the same for a closed ring, and small rings keep their digits.
  const sinStart = sines[first]!;
  let sum = 0;
  let previous = lngs[end - 1]!;
  let previousSin = sines[end - 1]! - sinStart;
  for (let i = first; i < end; i++) {
    const lng = lngs[i]!;
    const sin = sines[i]! - sinStart;
    sum -= (lng - previous) * (sin + previousSin);
    previous = lng;
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
