import { haversineMeters } from '@hinterland/geo';
import type { LatLng } from '../query/query.ts';

/** Whether two places lie less than a distance apart, as the crow flies. In: places by number; metres ≥ 0. */
export function spacing(places: readonly LatLng[], minimumMeters: number): (a: number, b: number) => boolean {
  return (a, b) => {
    const [p, q] = [places[a]!, places[b]!];
    return haversineMeters(p.lng, p.lat, q.lng, q.lat) < minimumMeters;
  };
}
