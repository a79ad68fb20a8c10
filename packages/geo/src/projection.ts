import { EARTH_RADIUS_METERS } from './distance.ts';

const METERS_PER_DEGREE = (EARTH_RADIUS_METERS * Math.PI) / 180;

/** Plane coordinates in meters around one point: x to the east, y to the north. */
interface LocalProjection {
  xMeters(lng: number): number;
  yMeters(lat: number): number;
  lng(xMeters: number): number;
  lat(yMeters: number): number;
}

/**
 * Equirectangular projection that is true at `lat0`. In: degrees, |lat0| < 89.
 *
 * Error: between two points within r of the centre, the plane distance differs from the great-circle distance by a
 * relative `δ · tan|lat0| + δ²` at most, δ = r / Earth radius, for r up to 50 km and |lat0| up to 75°. At 45° that is
 * 0.16% within 10 km and 0.8% within 50 km; at 60° 0.27% and 1.4%. It does not wrap at 180° longitude.
 */
export function localProjection(lat0: number, lng0: number): LocalProjection {
  const metersPerLng = METERS_PER_DEGREE * Math.cos((lat0 * Math.PI) / 180);
  return {
    xMeters: (lng) => (lng - lng0) * metersPerLng,
    yMeters: (lat) => (lat - lat0) * METERS_PER_DEGREE,
    lng: (xMeters) => lng0 + xMeters / metersPerLng,
    lat: (yMeters) => lat0 + yMeters / METERS_PER_DEGREE,
  };
}
