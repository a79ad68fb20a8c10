import { CatchmentError } from '../query/errors.ts';
import type { Direction, TransitQuery } from '../query/query.ts';
import { type ActiveTrips, activeTrips } from './activeTrips.ts';
import { changesOf, mirroredChangesOf } from './changes.ts';
import { rangeRaptor, type StopAccess, type StopTimes } from './rangeRaptor.ts';
import { serviceDays } from './serviceDays.ts';
import type { Timetable } from './timetable.ts';
import { type SearchWindow, searchWindow } from './window.ts';

/**
 * Returns the travel times from the start of a journey (inbound: to its end) to the stops where its rides end, for every
 * departure of the window. Throws CatchmentError for a day without any trip and for a window that the clocks skip.
 *
 * In: the walks to the first stops and the longest travel time, in milliseconds.
 */
export function rideTimes(
  timetable: Timetable,
  query: TransitQuery,
  direction: Direction,
  access: StopAccess,
  longestMilliseconds: number,
  checkpoint?: () => void,
): StopTimes {
  if (!serviceDays(timetable).some(({ first, last }) => first <= query.day && query.day <= last)) {
    throw new CatchmentError('no_service', 'No trip of the timetables runs on this day.');
  }
  const window = searchWindow(timetable, query, direction);
  return rideTimesIn(timetable, query, window, access, longestMilliseconds, checkpoint);
}

/** The same for departures that are given as moments on the clock of a search. */
export function rideTimesIn(
  timetable: Timetable,
  { day, maxRides }: Pick<TransitQuery, 'day' | 'maxRides'>,
  window: SearchWindow,
  access: StopAccess,
  longestMilliseconds: number,
  checkpoint?: () => void,
): StopTimes {
  const trips = tripsOf(timetable, day, window, longestMilliseconds);
  const changes = window.isMirrored ? mirroredChangesOf(timetable) : changesOf(timetable);
  return rangeRaptor(trips, changes, access, window.departures, longestMilliseconds, maxRides, checkpoint);
}

/** The last trips of each timetable: networks of stores ask the same window from one store after the other. */
const kept = new WeakMap<Timetable, { readonly key: string; readonly trips: ActiveTrips }>();

function tripsOf(timetable: Timetable, day: number, window: SearchWindow, longest: number): ActiveTrips {
  const { zeroInstant, isMirrored, departures } = window;
  const key = [day, zeroInstant, isMirrored, departures[0], departures.length, longest].join();
  const last = kept.get(timetable);
  if (last?.key === key) return last.trips;
  const trips = activeTrips(timetable, day, window, longest);
  kept.set(timetable, { key, trips });
  return trips;
}
