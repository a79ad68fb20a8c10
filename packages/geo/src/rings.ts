import { ringSignedAreaSquareMeters } from './area.ts';
import type { MultiPolygonCoordinates } from './polygon.ts';

/** The ring with its first point repeated at the end; the same array where that is so already. */
export function closeRing(ring: number[][]): number[][] {
  const first = ring[0];
  const last = ring[ring.length - 1];
  if (first === undefined || last === undefined) return ring;
  if (ring.length > 1 && first[0] === last[0] && first[1] === last[1]) return ring;
  return [...ring, [first[0]!, first[1]!]];
}

/** Turns rings as RFC 7946 section 3.1.6 wants them: outer rings counterclockwise, holes clockwise. A new array. */
export function orientRings(multiPolygon: MultiPolygonCoordinates): MultiPolygonCoordinates {
  return multiPolygon.map((polygon) =>
    polygon.map((ring, index) => {
      const area = ringSignedAreaSquareMeters(ring);
      const turnsRight = index === 0 ? area >= 0 : area <= 0;
      return turnsRight ? ring : ring.toReversed();
    }),
  );
}
