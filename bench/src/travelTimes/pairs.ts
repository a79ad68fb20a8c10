import type { Mode, Traffic } from '@hinterland/catalogue';
import { catchment, forEachReachedPole } from '@hinterland/engine/catchment';
import type { LatLng } from '@hinterland/engine/query';
import { SNAP_HARD_LIMIT_METERS, snapOrigins } from '@hinterland/engine/snap';
import { SeededRandom } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';

export const SEED = 20261123;
export const ORIGINS = 50;
export const TARGETS = 10;
/** Shorter ways say more of rounding than of roads. */
export const LEAST_SECONDS = 120;
export const LIMIT_SECONDS = 1800;

/** Two addresses, where they join the roads, and the seconds between these places by each profile of traffic. */
export interface Pair {
  readonly from: LatLng;
  readonly to: LatLng;
  readonly seconds: readonly number[];
}

/** Draws pairs of addresses, from LEAST_SECONDS to LIMIT_SECONDS apart by the first traffic. */
export function drawPairs(territory: Territory, mode: Mode, traffics: readonly Traffic[]): Pair[] {
  const random = new SeededRandom(SEED);
  const legs = legsOf(territory, mode);
  const pairs: Pair[] = [];
  while (pairs.length < ORIGINS * TARGETS) {
    const from = joined(territory, mode, random.int(territory.poles.rows));
    if (from === null) continue;
    const seconds = traffics.map((traffic) => secondsFrom(territory, mode, traffic, from.pole, legs));
    const near = [...seconds[0]!].filter(([, time]) => time >= LEAST_SECONDS && time <= LIMIT_SECONDS);
    if (near.length < TARGETS) continue;
    const targets = Array.from({ length: TARGETS }, () => random.pick(near)[0]);
    for (const pole of targets) {
      const to = joined(territory, mode, pole)!.place;
      pairs.push({ from: from.place, to, seconds: seconds.map((of) => of.get(pole)!) });
    }
  }
  return pairs;
}

/** Where a pole joins the roads; null where it joins none. */
function joined(territory: Territory, mode: Mode, pole: number) {
  const [lat, lng] = [territory.poles.latMicrodegrees[pole]! / 1e6, territory.poles.lngMicrodegrees[pole]! / 1e6];
  try {
    const [origin] = snapOrigins(territory, mode, [{ lat, lng }], SNAP_HARD_LIMIT_METERS);
    return { pole: { lat, lng }, place: { lat: origin!.lat, lng: origin!.lng } };
  } catch {
    return null;
  }
}

/** Seconds from a pole to every other one in reach, between the places where they join the roads. */
function secondsFrom(
  territory: Territory,
  mode: Mode,
  traffic: Traffic,
  pole: LatLng,
  legs: Uint32Array,
): Map<number, number> {
  const of = catchment(territory, {
    origins: [pole],
    measure: 'time',
    mode,
    traffic,
    direction: 'outbound',
    snapLimitMeters: SNAP_HARD_LIMIT_METERS,
    // Room for both legs, and for the slower profiles.
    limits: [2 * LIMIT_SECONDS + 600],
  });
  const own = of.origins[0]!.distanceMeters * 720;
  const seconds = new Map<number, number>();
  forEachReachedPole(of, (reached, milliseconds) =>
    seconds.set(reached, (milliseconds - own - legs[reached]! * 0.72) / 1000),
  );
  return seconds;
}

/** Millimeters between each pole and its road. */
function legsOf(territory: Territory, mode: Mode): Uint32Array {
  const legs = new Uint32Array(territory.poles.rows);
  const { pole, accessMillimeters } = territory.snaps[mode]!;
  pole.forEach((row, i) => {
    legs[row] = accessMillimeters[i]!;
  });
  return legs;
}
