import { type MultiPolygonCoordinates, multiPolygonAreaSquareKm, simplifyRing } from '@hinterland/geo';

/** A manifest is read often: the coarser of these, in meters, of which an outline has at most so many points. */
const TOLERANCES_METERS = [1, 10, 50, 200, 1000, 5000];
const MOST_POINTS = 5000;
/** Islands and holes that are smaller are left out of an outline with too many points. */
const LEAST_SQUARE_KM = 0.01;

/** Returns an outline with fewer points, each to some 0.1 m. */
export function simpleOutline(outline: MultiPolygonCoordinates): MultiPolygonCoordinates {
  for (const tolerance of TOLERANCES_METERS) {
    const simple = simplified(outline, tolerance);
    if (simple.flat(2).length <= MOST_POINTS || tolerance === TOLERANCES_METERS.at(-1)) return simple;
  }
  return outline;
}

const simplified = (outline: MultiPolygonCoordinates, tolerance: number): MultiPolygonCoordinates =>
  outline
    .filter((polygon) => tolerance <= 1 || multiPolygonAreaSquareKm([polygon]) >= LEAST_SQUARE_KM)
    .map((rings) => rings.map((ring) => simplifyRing(ring, tolerance).map(([lng, lat]) => [micro(lng!), micro(lat!)])));

const micro = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;
