import { EARTH_RADIUS_METERS, haversineMeters, pointInMultiPolygon, ringSignedAreaSquareMeters } from '@hinterland/geo';
import type { MultiPolygonCoordinates } from '@hinterland/territory';
import type { LatLng } from '../query/query.ts';

/** Points of a whole circle; its sides lie at most 0.03% of the radius inside it. */
const CIRCLE_POINTS = 128;

const RADIANS = Math.PI / 180;
const TURN = 2 * Math.PI;

/** A part of the circle around an origin that no other circle covers: from one bearing to a larger one, radians. */
interface Arc {
  readonly center: LatLng;
  readonly from: number;
  readonly to: number;
}

/**
 * Everything within a radius of at least one origin, as GeoJSON coordinates: true circles on the sphere, those that
 * overlap made one. Each circle is cut where it enters another (spherical law: cos α = tan(d / 2) / tan r, where α is the
 * bearing to the cut, seen from the line between the centers, d their distance and r the radius), and the parts outside
 * all others are joined end to end.
 */
export function circles(origins: readonly LatLng[], radiusMeters: number): MultiPolygonCoordinates {
  const centers = origins.filter(
    (a, i) => origins.findIndex((b) => haversineMeters(a.lng, a.lat, b.lng, b.lat) < 0.1) === i,
  );
  const rings = joined(
    centers.flatMap((center) => openArcs(center, centers, radiusMeters)),
    radiusMeters,
  );
  const isOuter = (ring: number[][]) => ringSignedAreaSquareMeters(ring) > 0;
  const polygons = rings.filter(isOuter).map((ring) => [ring]);
  for (const hole of rings.filter((ring) => !isOuter(ring))) {
    const [lng, lat] = hole[0] as [number, number];
    polygons.find(([outer]) => pointInMultiPolygon(lng, lat, [[outer!]]))?.push(hole);
  }
  return polygons;
}

/** Returns the arcs of one circle outside all others; a whole turn if no other comes near. */
function openArcs(center: LatLng, centers: readonly LatLng[], radiusMeters: number): Arc[] {
  const angularRadius = radiusMeters / EARTH_RADIUS_METERS;
  const covered: [number, number][] = [];
  for (const other of centers) {
    if (other === center) continue;
    const distance = haversineMeters(center.lng, center.lat, other.lng, other.lat) / EARTH_RADIUS_METERS;
    const cosine = Math.tan(distance / 2) / Math.tan(angularRadius);
    if (cosine >= 1) continue;
    const half = Math.acos(cosine);
    const start = (((bearing(center, other) - half) % TURN) + TURN) % TURN;
    covered.push([start, start + 2 * half]);
    // Once more a turn earlier, so that a cover across north counts on both sides.
    covered.push([start - TURN, start + 2 * half - TURN]);
  }
  if (covered.length === 0) return [{ center, from: 0, to: TURN }];
  covered.sort((a, b) => a[0] - b[0]);
  const arcs: Arc[] = [];
  const first = Math.min(...covered.filter(([, end]) => end > 0).map(([start]) => start));
  let open = Math.max(...covered.filter(([start]) => start <= first).map(([, end]) => end));
  const end = first + TURN;
  for (const [start, stop] of covered) {
    if (start > open && start <= end) arcs.push({ center, from: open, to: start });
    open = Math.max(open, stop);
  }
  if (open < end) arcs.push({ center, from: open, to: end });
  return arcs;
}

/** Joins arcs into rings. Bearings grow clockwise and outer rings turn counterclockwise, so arcs run from end to start. */
function joined(arcs: readonly Arc[], radiusMeters: number): number[][][] {
  const left = new Set(arcs);
  const rings: number[][][] = [];
  for (const first of arcs) {
    if (!left.has(first)) continue;
    const points: number[][] = [];
    for (let arc: Arc | undefined = first; arc !== undefined && left.has(arc); ) {
      left.delete(arc);
      points.push(...pointsOf(arc, radiusMeters));
      if (arc.to - arc.from >= TURN) break;
      arc = nearestEnd(arcs, at(arc.center, arc.from, radiusMeters), radiusMeters);
    }
    points.push([...points[0]!]);
    rings.push(
      points.filter((point, i) => i === 0 || point[0] !== points[i - 1]![0] || point[1] !== points[i - 1]![1]),
    );
  }
  return rings;
}

/** Returns the arc that ends where another begins. */
function nearestEnd(arcs: readonly Arc[], [lng, lat]: readonly number[], radiusMeters: number): Arc | undefined {
  let nearest: Arc | undefined;
  let least = Infinity;
  for (const arc of arcs) {
    const [endLng, endLat] = at(arc.center, arc.to, radiusMeters) as [number, number];
    const distance = haversineMeters(lng!, lat!, endLng, endLat);
    if (distance < least) {
      least = distance;
      nearest = arc;
    }
  }
  return nearest;
}

/** Returns points from the end of an arc to its start, at the same bearings on every circle. A whole turn is not closed. */
function pointsOf({ center, from, to }: Arc, radiusMeters: number): number[][] {
  const step = TURN / CIRCLE_POINTS;
  const isWhole = to - from >= TURN;
  const points: number[][] = isWhole ? [] : [at(center, to, radiusMeters)];
  const last = Math.ceil(from / step);
  for (let i = Math.ceil(to / step) - 1; i >= last; i--) {
    if (i * step > from || isWhole) points.push(at(center, i * step, radiusMeters));
  }
  return points;
}

/** Returns the place at a bearing and distance, in degrees with six decimals. */
function at({ lat, lng }: LatLng, bearingRadians: number, distanceMeters: number): number[] {
  const d = distanceMeters / EARTH_RADIUS_METERS;
  const lat1 = lat * RADIANS;
  const sinLat = Math.sin(lat1) * Math.cos(d) + Math.cos(lat1) * Math.sin(d) * Math.cos(bearingRadians);
  const y = Math.sin(bearingRadians) * Math.sin(d) * Math.cos(lat1);
  const lng2 = lng + Math.atan2(y, Math.cos(d) - Math.sin(lat1) * sinLat) / RADIANS;
  return [Math.round(lng2 * 1e6) / 1e6, Math.round((Math.asin(sinLat) / RADIANS) * 1e6) / 1e6];
}

/** Returns the initial bearing of the great circle, radians clockwise from north. */
function bearing(a: LatLng, b: LatLng): number {
  const [lat1, lat2] = [a.lat * RADIANS, b.lat * RADIANS];
  const dLng = (b.lng - a.lng) * RADIANS;
  const x = Math.cos(lat1) * Math.sin(lat2) - Math.sin(lat1) * Math.cos(lat2) * Math.cos(dLng);
  return Math.atan2(Math.sin(dLng) * Math.cos(lat2), x);
}
