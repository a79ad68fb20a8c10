import { haversineMeters } from '@hinterland/geo';
import type { LatLng } from '../query/query.ts';

/** Returns a test of whether two places, given by number, lie less than this distance apart (great circle, meters ≥ 0). */
export function spacing(places: readonly LatLng[], minimumMeters: number): (a: number, b: number) => boolean {
  return (a, b) => {
    const [p, q] = [places[a]!, places[b]!];
    return haversineMeters(p.lng, p.lat, q.lng, q.lat) < minimumMeters;
  };
}
