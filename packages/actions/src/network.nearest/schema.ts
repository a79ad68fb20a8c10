import { asMessage, type Sentence, said } from '@hinterland/answers/said';
import { LIMITS } from '@hinterland/contract';
import { z } from 'zod';
import { journeyRule } from '../input/journey.ts';
import { integerIn } from '../input/numbers.ts';
import { storeHeading } from '../input/stores.ts';
import { sectorCode } from '../markets/sectors.ts';
import { dataVersion } from '../output/common.ts';
import * as figure from '../output/figure.ts';
import { legFields, originFields, placeList, travelMethod, wayFields } from '../travelTimes/fields.ts';

const { nearestOriginsMax: ORIGINS_MAX, nearestDestinationsMax: DESTINATIONS_MAX, nearestCountMax: COUNT_MAX } = LIMITS;

export const input = z
  .object({
    origins: placeList('origins', ORIGINS_MAX).describe(`The places that are charged for, 1 to ${ORIGINS_MAX}`),
    destinations: placeList('destinations', DESTINATIONS_MAX)
      .optional()
      .describe(`Looks among these places, 1 to ${DESTINATIONS_MAX}. Give this or \`sectorCode\`.`),
    sectorCode: sectorCode
      .optional()
      .describe('Looks among the open stores of this sector. Give this or `destinations`. Codes: markets.sectors'),
    count: integerIn({ name: 'count', unit: 'places', min: 1, max: COUNT_MAX })
      .default(3)
      .describe(`Number of nearest places for each origin, 1 to ${COUNT_MAX}`),
    ...wayFields,
  })
  .superRefine(journeyRule)
  .superRefine(({ destinations, sectorCode: code }, context) => {
    const issue = (name: string, sentence: Sentence) =>
      context.addIssue({ code: 'custom', path: [name], message: asMessage(sentence) });
    if (destinations === undefined && code === undefined) issue('destinations', said('nearest_what'));
    if (destinations !== undefined && code !== undefined) issue('sectorCode', said('near_twice'));
  })
  .meta({ oneOf: ['sectorCode', 'destinations'].map((name) => ({ required: [name] })) })
  .describe('Places, and what is to be near them');
export type Input = z.output<typeof input>;

export const output = z
  .object({
    origins: z
      .array(
        z.object({
          ...originFields,
          status: z
            .enum(['all', 'fewer', 'none', 'no_road'])
            .describe(
              'all: as many as requested; fewer, none: no more are reached within maxMinutes; no_road: the origin is farther than snapLimitMeters from every road of the mode',
            ),
          nearest: z
            .array(
              z.object({
                rank: figure.plain.whole().describe('1 is the nearest by travel time'),
                id: storeHeading.id.describe('As given, or its number in the list; of a store its id in the data'),
                name: z
                  .string()
                  .meta(figure.name())
                  .optional()
                  .describe('As given; of a store its name, where it has one'),
                brand: z
                  .string()
                  .meta(figure.name())
                  .nullable()
                  .optional()
                  .describe('Of a store: its brand; null for none'),
                lat: figure.degrees(),
                lng: figure.degrees(),
                ...legFields,
              }),
            )
            .describe('The nearest places, nearest first; of places equally near the first of the list')
            .meta(figure.list('rank')),
        }),
      )
      .describe('One for each origin, in the order of the request')
      .meta(figure.echo()),
    sector: z
      .object({ code: z.string().meta(figure.key()), name: z.string().meta(figure.name()).describe('In English') })
      .nullable()
      .describe('The sector whose stores were looked at; null for given places'),
    searchedCount: figure.count().describe('Number of places among which the nearest were looked for'),
    withoutRoadCount: figure.count().describe('Of these, places near no road of the mode: they are never reached'),
    method: travelMethod,
    dataVersion,
  })
  .describe('The nearest places of each origin');
export type Output = z.output<typeof output>;
