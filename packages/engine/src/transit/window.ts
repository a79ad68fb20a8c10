import { CatchmentError } from '../query/errors.ts';
import type { Direction, TransitQuery } from '../query/query.ts';
import type { Timetable } from './timetable.ts';
import { instantOf } from './zonedTime.ts';

const MINUTE_MILLISECONDS = 60_000;

/** The moments of a question, on a clock that runs the way people are searched. */
export interface SearchWindow {
  /** Seconds since 1970 of the zero of all times of the search. */
  readonly zeroInstant: number;
  /**
   * Inbound travel is searched from the arrival back, with times negated: the journey that arrives by a moment and leaves
   * latest becomes the one that leaves at a moment and arrives earliest.
   */
  readonly isMirrored: boolean;
  /** One per whole minute of the window, descending, milliseconds. */
  readonly departures: Int32Array;
}

/** The moments of the window of a question. Throws CatchmentError for a window that the clocks of the day skip. */
export function searchWindow(timetable: Timetable, query: TransitQuery, direction: Direction): SearchWindow {
  const { day, fromMinute, toMinute } = query;
  const zone = timetable.feeds.zone.at(0);
  const zeroInstant = instantOf(zone, day, fromMinute * 60);
  const minutes = (instantOf(zone, day, toMinute * 60) - zeroInstant) / 60;
  if (minutes < 1) {
    throw new CatchmentError(
      'window_empty',
      'The clocks skip the hour of this window on this day; ask for another one.',
    );
  }
  const isMirrored = direction === 'inbound';
  const departures = Int32Array.from(
    { length: minutes },
    (_, i) => (isMirrored ? -i : minutes - 1 - i) * MINUTE_MILLISECONDS,
  );
  return { zeroInstant, isMirrored, departures };
}
