import type { Warning } from '@hinterland/contract';
import { CatchmentError, type CatchmentQuery } from '@hinterland/engine/query';
import { searchWindow, serviceDays, serviceHours, timetableOf, typicalDay } from '@hinterland/engine/transit';
import { type DataFamily, HOURS_OF_DAY, type Territory } from '@hinterland/territory';
import { z } from 'zod';
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

/** Days without a gap that a refusal lists, at most, and hours that a warning does. */
const RANGES_LISTED = 10;

/** A question by public transport as results report it. */
const transitMethod = z
  .object({
    date: z.string().describe('The day of the window, YYYY-MM-DD'),
    from: z.string().describe('Start of the window, HH:MM'),
    to: z.string().describe('End of the window, itself excluded'),
    timeZone: z.string().describe('IANA zone of the clock of the window: that of the first timetable'),
    departures: z.int().describe('Departures (inbound: arrivals) that were computed, one per minute'),
    percentile: z.int(),
    maxRides: z.int(),
    maxWalkMinutes: z.int(),
    access: z.literal('bicycle').optional().describe('How people come to the first stop; absent where they walk'),
    maxAccessMinutes: z.int().optional().describe('Longest ride to the first stop; absent where people walk'),
  })
  .describe('The journeys that were computed, with mode transit')
  .meta({ id: 'TransitMethod' });

/** The hour of a journey by car as results report it. */
const speedsMethod = z
  .object({
    from: z.string().describe('Start of the hour, HH:MM'),
    to: z.string().describe('End of the hour, itself excluded'),
  })
  .describe(
    'The hour of the day whose speeds were driven, with mode car and a departure: that of the middle of the window. The same on all days',
  )
  .meta({ id: 'SpeedsMethod' });

/** Members of a method about the time of day. */
export const timeOfDayMethod = { transit: transitMethod.optional(), speeds: speedsMethod.optional() } as const;

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
  const listed = hours.map((range) => `${clockOf(range.fromMinute)} to ${clockOf(range.toMinute)}`);
  const detail =
    `No trip runs in ${territory.manifest.name} from ${clockOf(fromMinute)} to ${clockOf(toMinute)} on ${dateOf(day)}. ` +
    `There are trips from ${listed.slice(0, RANGES_LISTED).join(', ')}.`;
  return [{ pointer: input.departure === undefined ? '#/mode' : '#/departure', detail }];
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
    const detail = `${territory.manifest.name} has no speeds by hour of the day: travel times of mode car are the same at any time. Leave departure out.`;
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

/** The family of the timetables, in a list for the versions of a result; none for other modes. */
export const transitFamily = (method: { readonly transit?: unknown } | undefined): ['transit'] | [] =>
  method?.transit === undefined ? [] : ['transit'];

/** Members of a method about the time of day, absent where it does not count. */
export function describeTimeOfDay(
  territory: Territory,
  { transit, hour }: Pick<Travel, 'transit' | 'hour'>,
): z.output<z.ZodObject<typeof timeOfDayMethod>> {
  if (hour !== undefined) return { speeds: { from: clockOf(60 * hour), to: clockOf(60 * hour + 60) } };
  if (transit === undefined) return {};
  const timetable = timetableOf(territory)!;
  const { day, fromMinute, toMinute, percentile, maxRides, maxWalkSeconds, bicycleSeconds } = transit;
  return {
    transit: {
      date: dateOf(day),
      from: clockOf(fromMinute),
      to: clockOf(toMinute),
      timeZone: timetable.feeds.zone.at(0),
      departures: searchWindow(timetable, transit, 'outbound').departures.length,
      percentile,
      maxRides,
      maxWalkMinutes: maxWalkSeconds / 60,
      ...(bicycleSeconds === undefined ? {} : { access: 'bicycle', maxAccessMinutes: bicycleSeconds / 60 }),
    },
  };
}

function dayNumber(territory: Territory, day: string): number {
  const timetable = timetableOf(territory);
  const { name } = territory.manifest;
  if (timetable === null) {
    const detail = `${name} has no timetables of public transport; use another mode.`;
    throw new ActionProblem('validation_error', detail, { errors: [{ pointer: '#/mode', detail }] });
  }
  const ranges = serviceDays(timetable).map(({ first, last }) => ({ first: dateOf(first), last: dateOf(last) }));
  const found = isDayKind(day) ? typicalDay(timetable, day) : dayOf(day);
  if (found !== null && ranges.some(({ first, last }) => first <= dateOf(found) && dateOf(found) <= last)) return found;
  const listed = ranges
    .slice(0, RANGES_LISTED)
    .map(({ first, last }) => (first === last ? first : `${first} to ${last}`));
  const more = ranges.length > RANGES_LISTED ? ` and ${ranges.length - RANGES_LISTED} later periods` : '';
  const detail = `No trip runs in ${name} on ${isDayKind(day) ? `any ${day}` : day}. There are trips on ${listed.join(', ')}${more}.`;
  throw new ActionProblem('no_service', detail, {
    errors: [{ pointer: '#/departure/day', detail }],
    serviceDays: ranges.slice(0, RANGES_LISTED),
  });
}

/** The members that a call gave. */
function given<T extends object>(input: T): T {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as T;
}

function clockOf(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}
