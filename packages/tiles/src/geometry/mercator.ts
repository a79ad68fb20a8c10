/**
 * Web Mercator on the unit square: x from 0 at 180° west to 1 at 180° east, y from 0 in the north to 1 in the south, at
 * 85.0511° each. Source: OGC Two Dimensional Tile Matrix Set 2.0, WebMercatorQuad.
 */

/** x of a longitude in microdegrees. */
export const mercatorX = (lngMicrodegrees: number): number => lngMicrodegrees / 360e6 + 0.5;

/** y of a latitude in microdegrees, within [0, 1]. */
export function mercatorY(latMicrodegrees: number): number {
  const sine = Math.sin((latMicrodegrees * Math.PI) / 180e6);
  const y = 0.5 - (0.25 * Math.log((1 + sine) / (1 - sine))) / Math.PI;
  return y < 0 ? 0 : y > 1 ? 1 : y;
}

/** Longitude of x, in microdegrees. */
export const lngMicrodegreesOf = (x: number): number => (x - 0.5) * 360e6;

/** Latitude of y, in microdegrees. */
export const latMicrodegreesOf = (y: number): number =>
  (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180e6) / Math.PI;
