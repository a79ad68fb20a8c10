import type { Catchment } from '@hinterland/engine/catchment';
import type { CatchmentQuery } from '@hinterland/engine/query';
import { serviceDays, timetableOf, typicalDay } from '@hinterland/engine/transit';
import type { Territory } from '@hinterland/territory';
import { z } from 'zod';
import { ActionProblem } from '../action/action.ts';
import { dateOf, dayOf, isDayKind, JOURNEY_DEFAULTS, type JourneyInput, minuteOf } from '../input/journey.ts';

/** Days without a gap that a refusal lists, at most. */
const RANGES_LISTED = 10;

/** A question by public transport as results report it. */
export const transitMethod = z
  .object({
    date: z.string().describe('The day of the window, YYYY-MM-DD'),
    from: z.string().describe('Start of the window, HH:MM'),
    to: z.string().describe('End of the window, itself excluded'),
    timeZone: z.string().describe('IANA zone of the clock of the window: that of the first timetable'),
    departures: z.int().describe('Departures (inbound: arrivals) that were computed, one per minute'),
    percentile: z.int(),
    maxRides: z.int(),
    maxWalkMinutes: z.int(),
  })
  .describe('The journeys that were computed, with mode transit')
  .meta({ id: 'TransitMethod' });

/**
 * The engine's question about journeys that a valid input asks; undefined for other modes. Throws ActionProblem for a
 * territory without timetables and for a day on which nothing runs.
 */
export function transitQuery(territory: Territory, input: Partial<JourneyInput>): CatchmentQuery['transit'] {
  if (input.mode !== 'transit') return undefined;
  const { departure, percentile, maxRides, maxWalkMinutes } = { ...JOURNEY_DEFAULTS, ...given(input) };
  const { day, from, to } = departure;
  return {
    day: dayNumber(territory, day),
    fromMinute: minuteOf(from),
    toMinute: minuteOf(to),
    percentile,
    maxRides,
    maxWalkSeconds: maxWalkMinutes * 60,
  };
}

/** The family of the timetables, in a list for the versions of a result; none for other modes. */
export const transitFamily = (method: { readonly transit?: unknown } | undefined): ['transit'] | [] =>
  method?.transit === undefined ? [] : ['transit'];

/** `transit` of a method, absent for other modes. */
export function describeTransit({ query, transit }: Catchment): { transit?: z.output<typeof transitMethod> } {
  if (transit === null || query.transit === undefined) return {};
  const { day, fromMinute, toMinute, percentile, maxRides, maxWalkSeconds } = query.transit;
  return {
    transit: {
      date: dateOf(day),
      from: clockOf(fromMinute),
      to: clockOf(toMinute),
      timeZone: transit.rides.timetable.feeds.zone.at(0),
      departures: transit.rides.stopTimes.departures,
      percentile,
      maxRides,
      maxWalkMinutes: maxWalkSeconds / 60,
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
