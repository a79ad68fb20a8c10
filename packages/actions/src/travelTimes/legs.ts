import { profileOf } from '@hinterland/engine/graph';
import { costsToPlaces, type RoadsidePlace } from '@hinterland/engine/matrix';
import type { CatchmentQuery } from '@hinterland/engine/query';
import { checkOrigins, type SnappedOrigin, snapOrigins, snapPlace } from '@hinterland/engine/snap';
import { rounded } from '@hinterland/geo';
import type { z } from 'zod';
import type { ActionContext } from '../action/action.ts';
import { problemOf, stopIfCancelled } from '../catchments/catchment.ts';
import { type Travel, travelOf } from '../catchments/journey.ts';
import { describeTimeOfDay } from '../catchments/timeOfDay.ts';
import { type JourneyInput, roadModeOf } from '../input/journey.ts';
import type { DIRECTIONS, TravelPlace, travelMethod } from './fields.ts';

/** Fields of an input about how people travel. */
type Way = JourneyInput &
  Pick<Travel, 'traffic'> & {
    readonly direction: (typeof DIRECTIONS)[number];
    readonly maxMinutes: number;
    readonly snapLimitMeters: number;
  };

/** How people travel between places, checked against the territory. */
export interface CheckedWay extends Travel {
  readonly direction: CatchmentQuery['direction'];
  readonly limitCost: number;
}

/** Throws ActionProblem where the territory has no answer for the way of travel. */
export function wayOf({ territory }: ActionContext, input: Way): CheckedWay {
  const mode = roadModeOf(input);
  try {
    profileOf(territory, mode, input.traffic);
  } catch (error) {
    throw problemOf(error);
  }
  const { direction, maxMinutes } = input;
  return { ...travelOf(territory, input), mode, direction, limitCost: Math.round(maxMinutes * 60_000) };
}

/**
 * Where places meet the roads, null for one that is farther from them than snapLimitMeters. Throws ActionProblem where one lies
 * outside the territory; with `some`, also where none is near a road.
 */
export function roadsideOf(
  { territory }: ActionContext,
  { mode }: CheckedWay,
  places: readonly TravelPlace[],
  snapLimitMeters: number,
  list: string,
  some = false,
): RoadsidePlace[] {
  const named = (origin: number) => `${list}/${origin}`;
  const asked = places.map(({ lat, lng }) => ({ lat, lng }));
  try {
    checkOrigins(territory, asked);
    const found = asked.map((place) => ({ place, snap: snapPlace(territory, mode, place, snapLimitMeters) }));
    if (some && found.every(({ snap }) => snap === null)) snapOrigins(territory, mode, asked, snapLimitMeters);
    return found;
  } catch (error) {
    throw problemOf(error, named);
  }
}

/** The longest road that is looked for, in millimeters: farther than anybody comes within the longest time. */
const LONGEST_ROAD = 900_000_000;

/** Times to all places, or to the `enough` nearest ones, in milliseconds; Infinity for one that is not reached. */
export function timesFrom(
  context: ActionContext,
  way: CheckedWay,
  origin: SnappedOrigin,
  places: readonly RoadsidePlace[],
  enough = places.length,
): Float64Array {
  stopIfCancelled(context);
  const query = { ...way, measure: 'time', enough } as const;
  return costsToPlaces(context.territory, query, origin, places, () => stopIfCancelled(context));
}

/** Lengths of the shortest ways to places that are reached, in millimeters; null by public transport. */
export function lengthsFrom(
  context: ActionContext,
  { mode, traffic, direction, transit }: CheckedWay,
  origin: SnappedOrigin,
  places: readonly RoadsidePlace[],
): Float64Array | null {
  if (transit !== undefined) return null;
  const query = { mode, traffic, direction, measure: 'distance', limitCost: LONGEST_ROAD } as const;
  return costsToPlaces(context.territory, query, origin, places, () => stopIfCancelled(context));
}

/** A time in minutes; null for a place that is not reached. */
export const minutesOf = (milliseconds: number): number | null =>
  milliseconds === Infinity ? null : rounded(milliseconds / 60_000);

/** A length in meters; null for a place that is not reached. */
export const metersOf = (millimeters: number | undefined): number | null =>
  millimeters === undefined || millimeters === Infinity ? null : rounded(millimeters / 1000);

/** Where the search from an origin began, as results say it. */
export const snappedOf = (snap: SnappedOrigin | null) =>
  snap === null
    ? null
    : { lat: rounded(snap.lat), lng: rounded(snap.lng), distanceMeters: Math.round(snap.distanceMeters * 10) / 10 };

export function methodOf({ territory }: ActionContext, input: Way, way: CheckedWay): z.output<typeof travelMethod> {
  const traffic = profileOf(territory, way.mode, input.traffic).split('-')[1] as Travel['traffic'];
  const { mode, direction, maxMinutes, snapLimitMeters } = input;
  return { mode, traffic, direction, maxMinutes, snapLimitMeters, ...describeTimeOfDay(territory, way) };
}
