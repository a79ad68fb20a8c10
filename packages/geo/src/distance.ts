/** Mean radius of the Earth (R1 of WGS 84: (2a + b) / 3), as the IUGG recommends for a sphere. */
export const EARTH_RADIUS_METERS = 6_371_008.8;

const RADIANS_PER_DEGREE = Math.PI / 180;

/**
 * Great-circle distance on the sphere. In: degrees. Out: meters ≥ 0, symmetric, 0 for equal points.
 * Formula: R. W. Sinnott, "Virtues of the Haversine", Sky & Telescope 68 (1984). Against the ellipsoid the error is at
 * most about 0.56%; rounding stays below a millimeter for points that are not antipodal.
 */
export function haversineMeters(aLng: number, aLat: number, bLng: number, bLat: number): number {
  const sinLat = Math.sin(((bLat - aLat) * RADIANS_PER_DEGREE) / 2);
  const sinLng = Math.sin(((bLng - aLng) * RADIANS_PER_DEGREE) / 2);
  const cosines = Math.cos(aLat * RADIANS_PER_DEGREE) * Math.cos(bLat * RADIANS_PER_DEGREE);
  const h = sinLat * sinLat + cosines * sinLng * sinLng;
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(h)));
}
