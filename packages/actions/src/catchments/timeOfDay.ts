import { searchWindow, timetableOf } from '@hinterland/engine/transit';
import type { Territory } from '@hinterland/territory';
import { z } from 'zod';
import { clockOf, dateOf } from '../input/journey.ts';
import * as figure from '../output/figure.ts';
import type { Travel } from './journey.ts';

/** A question by public transport as results report it. */
const transitMethod = z
  .object({
    date: z.string().describe('The day of the window, YYYY-MM-DD'),
    from: z.string().describe('Start of the window, HH:MM'),
    to: z.string().describe('End of the window, itself excluded'),
    timeZone: z.string().describe('IANA zone of the clock of the window: that of the first timetable'),
    departures: figure.count().describe('Departures (inbound: arrivals) that were computed, one per minute'),
    percentile: figure.plain.whole(),
    maxRides: figure.plain.whole(),
    maxWalkMinutes: figure.minutes.whole(),
    access: z.literal('bicycle').optional().describe('How people come to the first stop; absent where they walk'),
    maxAccessMinutes: figure.minutes
      .whole()
      .optional()
      .describe('Longest ride to the first stop; absent where people walk'),
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
