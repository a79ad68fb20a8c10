import { TRAFFICS } from '@hinterland/catalogue';
import { LIMITS } from '@hinterland/contract';
import { z } from 'zod';
import { snapped } from '../catchments/catchment.ts';
import { timeOfDayMethod } from '../catchments/timeOfDay.ts';
import { JOURNEY_MODES, journeyFields } from '../input/journey.ts';
import { choiceMessage, numberIn } from '../input/numbers.ts';
import { type StoreId, storeFields, storeHeading, storeList, storeWith } from '../input/stores.ts';
import { travelFields } from '../input/travel.ts';
import * as figure from '../output/figure.ts';

const place = storeWith(
  {
    ...storeFields,
    id: storeFields.id
      .optional()
      .describe('Your id of the place, returned unchanged. Default: its number in the list, from 1'),
  },
  'TravelPlace',
);
export type TravelPlace = z.output<typeof place>;

/** A list of places that may have ids. */
export const placeList = (name: string, max: number) => storeList(name, 1, max, place);

/** The id of a place, and its name, in results. */
export const headingAt = (
  { id, name }: { readonly id?: StoreId | undefined; readonly name?: string | undefined },
  i: number,
) => ({
  id: id ?? i + 1,
  ...(name === undefined ? {} : { name }),
});

export const DIRECTIONS = ['outbound', 'inbound'] as const;

/** Fields of how people travel between places. `journeyRule` must be added to the object that includes them. */
export const wayFields = {
  ...travelFields,
  ...journeyFields,
  direction: z
    .enum(DIRECTIONS, { error: choiceMessage('direction', DIRECTIONS) })
    .default('outbound')
    .describe('outbound: from the origins. inbound: to them'),
  maxMinutes: numberIn({ name: 'maxMinutes', unit: 'minutes', min: 1, max: LIMITS.travelMinutesMax })
    .default(60)
    .describe(`Longest travel time, 1 to ${LIMITS.travelMinutesMax} minutes`),
};

/** The figures of an origin and another place. */
export const legFields = {
  minutes: figure
    .minutes()
    .nullable()
    .describe('Travel time in minutes, the ways to and from the road included; null if not reached'),
  meters: figure
    .meters()
    .nullable()
    .describe(
      'Length of the shortest way on roads of the mode, as bandMeters counts it: not of the quickest one. null if not reached, and with mode transit',
    ),
};

/** An origin in results. */
export const originFields = {
  id: storeHeading.id.describe('As given, or its number in the list, from 1'),
  name: storeHeading.name,
  lat: figure.degrees().describe('As asked'),
  lng: figure.degrees().describe('As asked'),
  snapped: snapped.nullable().describe('The place on a road where the search began; null if no road is near enough'),
};

/** How the figures came about. */
export const travelMethod = z
  .object({
    mode: z.enum(JOURNEY_MODES),
    traffic: z.enum(TRAFFICS).describe('The traffic that was used'),
    direction: z.enum(DIRECTIONS),
    maxMinutes: figure.minutes(),
    snapLimitMeters: figure.meters.whole(),
    ...timeOfDayMethod,
  })
  .describe('Method and parameters, see docs/methods/travel-times.md')
  .meta({ id: 'TravelTimesMethod', ...figure.background() });
