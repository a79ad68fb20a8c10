import { growingUint32, haversineMeters } from '@hinterland/geo';
import type { FamilyContent } from '@hinterland/territory';
import type { Transfer } from '../inputs/transit.ts';
import { ACCESS_MILLISECONDS_PER_MILLIMETER, type StreetWalks } from './streetWalks.ts';

interface Place {
  readonly lng: number;
  readonly lat: number;
}

/**
 * Makes the tables `transitStopWalks` and `transitWalks`: ways to change at every stop. They lead over the streets; where the
 * streets do not join two stops that a rule names, the way between them is straight and walked at 5 km/h. A rule makes a
 * way longer or takes it away; the last one about two stops holds. Times are rounded up to whole seconds.
 */
export function changeTables(
  stops: readonly Place[],
  streets: StreetWalks,
  rules: readonly Transfer[],
  longestSeconds: number,
): Pick<FamilyContent['tables'], 'transitStopWalks' | 'transitWalks'> {
  const rulesAt = new Map<number, Map<number, number | null>>();
  for (const { from, to, leastSeconds } of rules) {
    const known = rulesAt.get(from) ?? new Map<number, number | null>();
    rulesAt.set(from, known.set(to, leastSeconds));
  }
  const firstWalk = growingUint32();
  const [stop, seconds] = [growingUint32(), growingUint32()];
  for (let from = 0; from < stops.length; from++) {
    firstWalk.push(stop.length);
    const walks = new Map([[from, 0]]);
    for (const [to, milliseconds] of streets.from(from)) walks.set(to, Math.ceil(milliseconds / 1000));
    for (const [to, leastSeconds] of rulesAt.get(from) ?? []) {
      const walked = walks.get(to) ?? straightSeconds(stops[from]!, stops[to]!);
      if (leastSeconds === null) walks.delete(to);
      else if (walked <= longestSeconds) walks.set(to, Math.max(walked, leastSeconds));
    }
    for (const [to, time] of [...walks].sort(([a], [b]) => a - b)) {
      stop.push(to);
      seconds.push(time);
    }
  }
  firstWalk.push(stop.length);
  return {
    transitStopWalks: { firstWalk: firstWalk.toArray() },
    transitWalks: { stop: stop.toArray(), seconds: seconds.toArray() },
  };
}

const straightSeconds = (from: Place, to: Place): number =>
  Math.ceil(haversineMeters(from.lng, from.lat, to.lng, to.lat) * ACCESS_MILLISECONDS_PER_MILLIMETER);
