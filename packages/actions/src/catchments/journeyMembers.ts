import { said, spoken } from '@hinterland/answers/said';
import type { Warning } from '@hinterland/contract';
import type { CatchmentQuery } from '@hinterland/engine/query';
import { serviceHours, timetableOf } from '@hinterland/engine/transit';
import type { DataFamily, Territory } from '@hinterland/territory';
import { ActionProblem } from '../action/action.ts';
import { clockOf, dateOf, type JourneyInput } from '../input/journey.ts';
import { transitQuery } from './journey.ts';

/** Hours without a pause that a warning lists, at most. */
const HOURS_LISTED = 10;

/** What a call asks of public transport: by its mode, or as one of several that it compares. */
type AskedJourneys = Partial<JourneyInput> & { readonly compareModes?: boolean };

/** Members of an action with these fields: only journeys by public transport depend on timetables. */
export const journeyMembers = (...families: readonly DataFamily[]) => {
  const isAsked = ({ mode, compareModes }: AskedJourneys) => mode === 'transit' || compareModes === true;
  return {
    families: [...families, 'transit'] as readonly DataFamily[],
    familiesOf: (input: AskedJourneys): readonly DataFamily[] => (isAsked(input) ? [...families, 'transit'] : families),
    warningsIn: (territory: Territory, input: AskedJourneys): readonly Warning[] =>
      isAsked(input) ? windowWarnings(territory, input) : [],
  };
};

/** Warns of a window in which no trip runs, and names the hours of its day that have trips. */
function windowWarnings(territory: Territory, input: AskedJourneys): Warning[] {
  const timetable = timetableOf(territory);
  if (timetable === null) return [];
  let query: CatchmentQuery['transit'];
  try {
    query = transitQuery(territory, { ...input, mode: 'transit' });
  } catch (error) {
    // A comparison of modes has the reason in its result.
    if (error instanceof ActionProblem) return [];
    throw error;
  }
  const { day, fromMinute, toMinute } = query!;
  const hours = serviceHours(timetable, day);
  if (hours.some((range) => range.fromMinute < toMinute && fromMinute < range.toMinute)) return [];
  const listed = hours.map((range) =>
    said('hours_range', { from: clockOf(range.fromMinute), to: clockOf(range.toMinute) }),
  );
  const detail = said('no_trip_hours', {
    territory: territory.manifest.name,
    from: clockOf(fromMinute),
    to: clockOf(toMinute),
    day: dateOf(day),
    hours: listed.slice(0, HOURS_LISTED),
  });
  return [{ pointer: input.departure === undefined ? '#/mode' : '#/departure', ...spoken({ detail }) }];
}
