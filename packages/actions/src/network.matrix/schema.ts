import { asMessage, said } from '@hinterland/answers/said';
import { LIMITS } from '@hinterland/contract';
import { z } from 'zod';
import { journeyRule } from '../input/journey.ts';
import { storeHeading } from '../input/stores.ts';
import { dataVersion } from '../output/common.ts';
import * as figure from '../output/figure.ts';
import { legFields, originFields, placeList, travelMethod, wayFields } from '../travelTimes/fields.ts';

const { matrixOriginsMax: ORIGINS_MAX, matrixDestinationsMax: DESTINATIONS_MAX, matrixPairsMax: PAIRS_MAX } = LIMITS;

export const input = z
  .object({
    origins: placeList('origins', ORIGINS_MAX).describe(`The places that are charged for, 1 to ${ORIGINS_MAX}`),
    destinations: placeList('destinations', DESTINATIONS_MAX)
      .optional()
      .describe(`1 to ${DESTINATIONS_MAX} places; at most ${PAIRS_MAX} pairs. Default: the origins`),
    ...wayFields,
  })
  .superRefine(journeyRule)
  .superRefine(({ origins, destinations = origins }, context) => {
    const pairs = origins.length * destinations.length;
    if (pairs <= PAIRS_MAX) return;
    const message = asMessage(
      said('too_many_pairs', {
        origins: origins.length,
        destinations: destinations.length,
        pairs,
        most: PAIRS_MAX,
      }),
    );
    context.addIssue({ code: 'custom', path: ['destinations'], message });
  })
  .describe('Places, and how people travel between them');
export type Input = z.output<typeof input>;

const PAIR_STATES = ['reached', 'not_reached', 'no_road'] as const;

export const output = z
  .object({
    origins: z
      .array(
        z.object({
          ...originFields,
          reachedCount: figure.count().describe('Number of destinations that are reached'),
          destinations: z
            .array(
              z.object({
                id: storeHeading.id.describe('As given, or its number in the list, from 1'),
                name: storeHeading.name,
                status: z
                  .enum(PAIR_STATES)
                  .describe(
                    'reached; not_reached: there is no way, or none within maxMinutes; no_road: one of the two places is farther than snapLimitMeters from every road of the mode',
                  ),
                ...legFields,
              }),
            )
            .describe('One for each destination, in the order of the request')
            .meta(figure.list('id')),
        }),
      )
      .describe('One for each origin, in the order of the request')
      .meta(figure.echo()),
    destinationCount: figure.count().describe('Number of destinations'),
    pairCount: figure.count().describe('Number of pairs'),
    reachedCount: figure.count().describe('Number of pairs that are reached'),
    method: travelMethod,
    dataVersion,
  })
  .describe('Travel times and road distances between places');
export type Output = z.output<typeof output>;
