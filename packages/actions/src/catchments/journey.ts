import { said } from '@hinterland/answers/said';
import { CatchmentError, type CatchmentQuery } from '@hinterland/engine/query';
import { searchWindow, serviceDays, timetableOf, typicalDay } from '@hinterland/engine/transit';
import { HOURS_OF_DAY, type Territory } from '@hinterland/territory';
import { ActionProblem } from '../action/action.ts';
import {
  BICYCLE_ACCESS_MINUTES,
  dateOf,
  dayOf,
  isDayKind,
  JOURNEY_DEFAULTS,
  type JourneyInput,
  minuteOf,
  roadModeOf,
} from '../input/journey.ts';

/** Days without a gap that a refusal lists, at most. */
const RANGES_LISTED = 10;

/**
 * The engine's question about journeys that a valid input asks; undefined for other modes. Throws ActionProblem for a
 * territory without timetables, for a day on which nothing runs and for a window that the clocks skip.
 */
export function transitQuery(territory: Territory, input: Partial<JourneyInput>): CatchmentQuery['transit'] {
  if (input.mode !== 'transit') return undefined;
  const { departure, percentile, maxRides, maxWalkMinutes, access } = { ...JOURNEY_DEFAULTS, ...given(input) };
  const { day, from, to } = departure;
  const query = {
    day: dayNumber(territory, day),
    fromMinute: minuteOf(from),
    toMinute: minuteOf(to),
    percentile,
    maxRides,
    maxWalkSeconds: maxWalkMinutes * 60,
    ...(access === 'bicycle' ? { bicycleSeconds: BICYCLE_ACCESS_MINUTES * 60 } : {}),
  };
  requireWindow(territory, query);
  return query;
}

/** Refuses a window that the clocks of its day skip. */
function requireWindow(territory: Territory, query: NonNullable<CatchmentQuery['transit']>): void {
  try {
    searchWindow(timetableOf(territory)!, query, 'outbound');
  } catch (error) {
    if (!(error instanceof CatchmentError)) throw error;
    const errors = [{ pointer: '#/departure/from', detail: error.message }];
    throw new ActionProblem('validation_error', error.message, { errors });
  }
}

/**
 * The hour of the day in which the middle of the window lies, for a departure by car; undefined for other modes and without a
 * departure. Throws ActionProblem for a territory without speeds by hour; modes that are compared with others then answer
 * without them, because the departure is that of public transport.
 */
function hourOf(
  territory: Territory,
  { mode, departure, compareModes }: Partial<JourneyInput> & { readonly compareModes?: boolean },
): CatchmentQuery['hour'] {
  if (mode !== 'car' || departure === undefined) return undefined;
  if (territory.speeds === null) {
    if (compareModes === true) return undefined;
    const detail = said('no_hour_speeds', { territory: territory.manifest.name });
    throw new ActionProblem('validation_error', detail, { errors: [{ pointer: '#/departure', detail }] });
  }
  return Math.floor((minuteOf(departure.from) + minuteOf(departure.to)) / 2 / 60) % HOURS_OF_DAY;
}

/** How people come to places, as the engine sees it. */
export type Travel = Pick<CatchmentQuery, 'mode' | 'traffic' | 'hour' | 'transit'>;

/**
 * The engine's travel to stores that a valid input asks for, which is always inbound. Throws ActionProblem where the territory has no answer at the time of day
 * that was asked about.
 */
export const travelOf = (
  territory: Territory,
  input: Partial<JourneyInput> &
    Pick<JourneyInput, 'mode'> &
    Pick<Travel, 'traffic'> & { readonly compareModes?: boolean },
): Travel => ({
  mode: roadModeOf({ mode: input.mode, access: input.access }),
  traffic: input.traffic,
  hour: hourOf(territory, input),
  transit: transitQuery(territory, input),
});

/** The travel to stores by which people come to, or are reached from, a place. */
export const travelToStores = ({ mode, traffic, hour, transit }: Travel): Travel => ({
  mode: transit?.bicycleSeconds === undefined ? mode : 'bicycle',
  traffic,
  hour,
  transit,
});

function dayNumber(territory: Territory, day: string): number {
  const timetable = timetableOf(territory);
  const { name } = territory.manifest;
  if (timetable === null) {
    const detail = said('no_timetables', { territory: name });
    throw new ActionProblem('validation_error', detail, { errors: [{ pointer: '#/mode', detail }] });
  }
  const ranges = serviceDays(timetable).map(({ first, last }) => ({ first: dateOf(first), last: dateOf(last) }));
  const found = isDayKind(day) ? typicalDay(timetable, day) : dayOf(day);
  if (found !== null && ranges.some(({ first, last }) => first <= dateOf(found) && dateOf(found) <= last)) return found;
  const listed = ranges
    .slice(0, RANGES_LISTED)
    .map(({ first, last }) => (first === last ? said('on_day', { day: first }) : said('from_to', { first, last })));
  const periods =
    ranges.length > RANGES_LISTED
      ? said('later_periods', { periods: listed, more: ranges.length - RANGES_LISTED })
      : listed;
  const detail = isDayKind(day)
    ? said('no_trip_any', { territory: name, day: { word: day }, periods })
    : said('no_trip_day', { territory: name, day, periods });
  throw new ActionProblem('no_service', detail, {
    errors: [{ pointer: '#/departure/day', detail }],
    serviceDays: ranges.slice(0, RANGES_LISTED),
  });
}

/** The members that a call gave. */
function given<T extends object>(input: T): T {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as T;
}
