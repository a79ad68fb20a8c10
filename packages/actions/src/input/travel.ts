import { asMessage, said } from '@hinterland/answers/said';
import { MODES, TRAFFICS, type Traffic } from '@hinterland/catalogue';
import { LIMITS } from '@hinterland/contract';
import { SNAP_HARD_LIMIT_METERS, SNAP_LIMIT_METERS } from '@hinterland/engine/snap';
import { z } from 'zod';
import { choiceMessage, integerIn, kindOf } from './numbers.ts';

/** `uncongested` is `normal` by the name that says what it is. */
const TRAFFIC_WORDS = [...TRAFFICS, 'uncongested'] as const;

/** Fields of every action that travels: how people go, and how far a place may lie from a road. */
export const travelFields = {
  mode: z
    .enum(MODES, { error: choiceMessage('mode', MODES) })
    .default('car')
    .describe('How people travel'),
  traffic: z
    .enum(TRAFFIC_WORDS, { error: choiceMessage('traffic', TRAFFIC_WORDS) })
    .default('normal')
    .transform((word): Traffic => (word === 'uncongested' ? 'normal' : word))
    .describe(
      'Traffic on the roads: free (night), normal (no queues: nine tenths of the limits, not the mean of a day; `uncongested` is another name of it), heavy (rush hour). Walking and cycling have normal only.',
    )
    .meta({ 'x-service-modes': ['car'] }),
  snapLimitMeters: integerIn({ name: 'snapLimitMeters', unit: 'meters', min: 1, max: SNAP_HARD_LIMIT_METERS })
    .default(SNAP_LIMIT_METERS)
    .describe(
      `Largest distance of a place from the nearest road of the mode, in meters, 1 to ${SNAP_HARD_LIMIT_METERS}. The way there is walked and counts as travel.`,
    ),
} as const;

/** Travel time within which `what` ("a store") serves people. */
export const minutesField = (what: string) =>
  z
    .number({
      error: ({ input }) =>
        asMessage(
          input === undefined
            ? said('minutes_missing', { most: LIMITS.networkMinutesMax })
            : said('minutes_not', {
                most: LIMITS.networkMinutesMax,
                given: typeof input === 'number' ? input : kindOf(input),
              }),
        ),
    })
    .gt(0)
    .max(LIMITS.networkMinutesMax)
    .describe(
      `Travel time within which ${what} serves people, above 0 and at most ${LIMITS.networkMinutesMax} minutes`,
    );
