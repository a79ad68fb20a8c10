import { CatchmentError } from '../query/errors.ts';
import type { Direction, TransitQuery } from '../query/query.ts';
import { activeTrips } from './activeTrips.ts';
import { changesOf, mirroredChangesOf } from './changes.ts';
import { rangeRaptor, type StopAccess, type StopTimes } from './rangeRaptor.ts';
import { serviceDays } from './serviceDays.ts';
import type { Timetable } from './timetable.ts';
import { searchWindow } from './window.ts';

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
  const trips = activeTrips(timetable, query.day, window, longestMilliseconds);
  const changes = window.isMirrored ? mirroredChangesOf(timetable) : changesOf(timetable);
  return rangeRaptor(trips, changes, access, window.departures, longestMilliseconds, query.maxRides, checkpoint);
}
