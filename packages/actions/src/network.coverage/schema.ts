import { asMessage, said } from '@hinterland/answers/said';
import { MEASURES, type Measure, TRAFFICS } from '@hinterland/catalogue';
import { LIMITS, saidMembers } from '@hinterland/contract';
import { AREA_KINDS } from '@hinterland/territory';
import { z } from 'zod';
import { snapped } from '../catchments/catchment.ts';
import { timeOfDayMethod } from '../catchments/timeOfDay.ts';
import { JOURNEY_MODES, journeyFields, journeyRule } from '../input/journey.ts';
import { choiceMessage, integerIn, listMessage, numberIn, quoted } from '../input/numbers.ts';
import { ownDataField } from '../input/ownData.ts';
import { storeHeading, storeList } from '../input/stores.ts';
import { minutesField, travelFields } from '../input/travel.ts';
import { speedFields } from '../networks/atSpeeds.ts';
import { areaLevel, closingSteps, networkSums, openingSteps, people, storeFigures } from '../networks/fields.ts';
import { COVER_SHARE, OBJECTIVES, placement } from '../networks/placementFields.ts';
import { dataVersion, multiPolygon } from '../output/common.ts';
import * as figure from '../output/figure.ts';
import { ownFigures } from '../own/figures.ts';
import { closingBySales, closingInput } from './closingFields.ts';

const {
  networkStoresMin: STORES_MIN,
  networkStoresMax: STORES_MAX,
  networkCandidatesMax: CANDIDATES_MAX,
  openCountMin: OPEN_COUNT_MIN,
  openCountMax: OPEN_COUNT_MAX,
  closeCountMin: CLOSE_COUNT_MIN,
  closeCountMax: CLOSE_COUNT_MAX,
} = LIMITS;

/** Rows of the longer lists of a result; the figures of the network count everything. */
export const OVERLAPS_SHOWN = 200;
export const OVERLAPS_PER_STORE_SHOWN = 50;
export const WHITE_SPOTS_SHOWN = 1000;

/** `households` is the former name of `families`. */
const MEASURE_WORDS = [...(Object.keys(MEASURES) as Measure[]), 'households'] as const;

const measureWord = (name: string) =>
  z
    .enum(MEASURE_WORDS, { error: choiceMessage(name, MEASURE_WORDS) })
    .transform((word): Measure => (word === 'households' ? 'families' : word));

const MEASURES_TEXT =
  'population; families (couples and one-parent families, not people living alone; `households` is a former name of it); under_5; aged_65_plus; aged_70_plus';

export const input = z
  .object({
    stores: storeList('stores', STORES_MIN, STORES_MAX).describe(`The open stores, ${STORES_MIN} to ${STORES_MAX}`),
    minutes: minutesField('a store'),
    ...travelFields,
    ...journeyFields,
    whiteSpotLevel: areaLevel('whiteSpotLevel', 'Areas in which white spots are looked for'),
    measure: measureWord('measure').default('population').describe(`The measure that is counted: ${MEASURES_TEXT}`),
    alsoMeasures: z
      .array(measureWord('alsoMeasures'), {
        error: listMessage('alsoMeasures', 'measures', 0, MEASURE_WORDS.length),
      })
      .max(MEASURE_WORDS.length)
      .default([])
      .describe('Further measures to count, at no extra cost; plans follow `measure`'),
    closeCount: integerIn({ name: 'closeCount', unit: 'stores', min: CLOSE_COUNT_MIN, max: CLOSE_COUNT_MAX })
      .optional()
      .describe(
        `Adds closurePlan: the number of stores to close, ${CLOSE_COUNT_MIN} to ${CLOSE_COUNT_MAX}. One store always stays open.`,
      ),
    fixedStores: z
      .array(storeHeading.id, { error: listMessage('fixedStores', 'store_ids', 0, STORES_MAX) })
      .max(STORES_MAX)
      .default([])
      .describe('Ids of stores that no plan may close'),
    closing: closingInput.optional(),
    candidates: storeList('candidates', 0, CANDIDATES_MAX)
      .default([])
      .describe(`Adds openingPlan: places that could open, up to ${CANDIDATES_MAX}`),
    openCount: integerIn({ name: 'openCount', unit: 'candidates_unit', min: OPEN_COUNT_MIN, max: OPEN_COUNT_MAX })
      .default(OPEN_COUNT_MAX)
      .describe(`Number of candidates that openingPlan opens, ${OPEN_COUNT_MIN} to ${OPEN_COUNT_MAX}`),
    minimumSpacingMeters: numberIn({ name: 'minimumSpacingMeters', unit: 'meters', min: 0, max: 200_000 })
      .default(0)
      .describe('Smallest distance between two candidates that openingPlan opens, as the crow flies'),
    combinedPlan: z
      .boolean()
      .default(false)
      .describe(
        'Adds combinedPlan: first candidates open, then stores close in the network with the new places. Needs closeCount and candidates.',
      ),
    objective: z
      .enum(OBJECTIVES, { error: choiceMessage('objective', OBJECTIVES) })
      .optional()
      .describe(
        'Adds placement: the candidates that are best together. mean_minutes: openCount of them, for the shortest way on average; longest_minutes: openCount of them, for the shortest longest way; least_stores: as few as reach coverShare of the people; people_within_capacity: openCount of them, for the most people served where each store and candidate serves peoplePerStore at most. Needs candidates.',
      ),
    coverShare: numberIn({ name: 'coverShare', unit: 'of_the_people', min: 0.01, max: 1 })
      .default(COVER_SHARE)
      .describe(
        'With objective least_stores: share of the people whom all stores and candidates together reach, 0.01 to 1',
      ),
    peoplePerStore: numberIn({ name: 'peoplePerStore', unit: 'people', min: 1, max: 100_000_000 })
      .optional()
      .describe('With objective people_within_capacity: people of `measure` whom a store or candidate serves at most'),
    geometry: z
      .boolean()
      .default(false)
      .describe(
        'Adds geojson: the ground that stores cover, the ground that two or more of them share, and white areas',
      ),
    ...ownDataField,
  })
  .superRefine(({ stores, closing }, context) => {
    if (closing === undefined) return;
    const told = new Set(closing.sales.map(({ id }) => id));
    const missing = stores.find(({ id }) => !told.has(id));
    if (missing === undefined) return;
    const message = `The sales of the store ${quoted(missing.id)} are missing: closing is weighed by those of every store.`;
    context.addIssue({ code: 'custom', path: ['closing', 'sales'], message });
  })
  .superRefine(({ stores, fixedStores, candidates, closeCount, combinedPlan, objective, peoplePerStore }, context) => {
    const known = new Set(stores.map(({ id }) => id));
    fixedStores.forEach((id, i) => {
      if (known.has(id)) return;
      context.addIssue({
        code: 'custom',
        path: ['fixedStores', i],
        message: asMessage(said('store_id_unknown', { id: quoted(id) })),
      });
    });
    if (combinedPlan && (closeCount === undefined || candidates.length === 0)) {
      context.addIssue({
        code: 'custom',
        path: ['combinedPlan'],
        message: asMessage(said('combined_needs')),
      });
    }
    if ((objective === 'people_within_capacity') !== (peoplePerStore !== undefined)) {
      context.addIssue({
        code: 'custom',
        path: ['peoplePerStore'],
        message: asMessage(said('capacity_both')),
      });
    }
    if (objective !== undefined && candidates.length === 0) {
      context.addIssue({
        code: 'custom',
        path: ['objective'],
        message: asMessage(said('objective_needs')),
      });
    }
  })
  .superRefine(journeyRule)
  .describe('A network of stores, and the plans wanted for it');
export type Input = z.output<typeof input>;

const closingEnd = z
  .enum(['count', 'stores'])
  .describe('Why the plan ends. count: as many steps as requested; stores: the remaining stores must stay');
const openingEnd = z
  .enum(['count', 'candidates', 'spacing'])
  .describe(
    'Why the plan ends. count: as many steps as requested; candidates: all are open; spacing: the others are too near to those',
  );

export const output = z
  .object({
    measure: z
      .enum(Object.keys(MEASURES) as [Measure, ...Measure[]])
      .describe('The measure that all figures below count'),
    network: networkSums,
    stores: z
      .array(
        z.object({
          ...storeHeading,
          ...storeFigures,
          poles: figure.count('addresses').describe('Address poles that the store reaches'),
          overlapCount: figure.count().describe('Number of other stores that reach some of the same people'),
          overlapsWith: z
            .array(z.object({ id: storeHeading.id, shared: people('People whom both reach') }))
            .describe(`Those stores, most shared people first, at most ${OVERLAPS_PER_STORE_SHOWN}`),
          snapped: snapped.describe('The place on a road where the store was snapped'),
        }),
      )
      .describe('Per store, in the order of the request'),
    overlapCount: figure.count().describe('Number of pairs of stores that share people'),
    overlaps: z
      .array(
        z.object({
          stores: z.array(storeHeading.id).describe('Ids of the two stores, in the order of the request'),
          shared: people('People whom both reach'),
          shareOfFirst: figure.share({ base: 'reached' }).describe('shared ÷ reached of the first, 0..1'),
          shareOfSecond: figure.share({ base: 'reached' }).describe('shared ÷ reached of the second, 0..1'),
        }),
      )
      .describe(`Pairs of stores, most shared people first, at most ${OVERLAPS_SHOWN}`),
    levelUsed: z
      .union([z.literal('postcode'), figure.plain.whole()])
      .nullable()
      .describe('Kind of the areas of whiteSpots; null if the territory has none'),
    whiteSpotCount: figure.count('areas').describe('Number of touched areas in which somebody is not reached'),
    whiteSpots: z
      .array(
        z.object({
          code: z.string().meta(figure.key()).describe('Code of the area'),
          name: z.string().meta(figure.name()).describe('Its name'),
          kind: z.enum(AREA_KINDS).meta(figure.kind()).describe('Kind of the feature'),
          people: people('People of the area: covered + unreached'),
          covered: people('Whom some store reaches'),
          unreached: people('Whom no store reaches'),
        }),
      )
      .describe(`Touched areas, those with the most people whom no store reaches first, at most ${WHITE_SPOTS_SHOWN}`)
      .meta(figure.list('code')),
    closurePlan: closingSteps
      .optional()
      .describe(
        'Stores in the order in which they can close. Each step closes the store that leaves the fewest people without one',
      ),
    closurePlanEndedBy: closingEnd.optional(),
    closingBySales: closingBySales.optional(),
    currency: z
      .string()
      .nullable()
      .optional()
      .describe(
        'ISO 4217 code of the money of closingBySales; absent without it and from answers given before 2026-11-30',
      ),
    openingPlan: openingSteps
      .optional()
      .describe(
        'Candidates in the order in which to open them. Each step opens the one that adds the most people who are not reached yet',
      ),
    openingPlanEndedBy: openingEnd.optional(),
    combinedPlan: z
      .object({
        opening: openingSteps.describe('Candidates that open first'),
        openingEndedBy: openingEnd,
        closing: closingSteps.describe('Stores that close afterwards'),
        closingEndedBy: closingEnd,
        coveredBefore: people('Covered by the stores as they are'),
        coveredAfter: people('Covered once all steps are done'),
      })
      .optional()
      .describe('Opening and closing in one plan'),
    placement: placement.optional(),
    speeds: z
      .array(
        z.object({
          ...speedFields,
          lost: people('Of these, who reach no store once the stores close that the verdict names'),
        }),
      )
      .optional()
      .describe(
        'The verdict where people travel a tenth slower or faster; absent by public transport and from answers given before 2026-11-29',
      ),
    alsoMeasures: z
      .array(
        z.object({
          measure: z
            .enum(Object.keys(MEASURES) as [Measure, ...Measure[]])
            .describe('The measure that is counted here'),
          network: networkSums,
          stores: z.array(z.object({ ...storeHeading, ...storeFigures })).describe('Per store'),
        }),
      )
      .describe('Figures of the further measures'),
    geojson: z
      .object({
        type: z.literal('FeatureCollection'),
        features: z.array(
          z.object({
            type: z.literal('Feature'),
            properties: z.object({
              part: z.enum(['white', 'covered', 'shared']),
              people: people('Whom it is about: unreached, covered, or covered by two or more'),
              code: z.string().meta(figure.key()).optional().describe('Code of a white area'),
              name: z.string().meta(figure.name()).optional().describe('Name of a white area'),
            }),
            geometry: multiPolygon,
          }),
        ),
      })
      .optional()
      .describe(
        'In drawing order: white areas as a whole, then the ground that stores cover, then the ground that two or more share. These are pictures; people are counted on address poles.',
      )
      .meta(figure.shape()),
    ownData: ownFigures,
    notes: z.array(z.string()).meta(figure.note()).describe('Notes on how to read the figures; often empty'),
    said: saidMembers,
    method: z
      .object({
        minutes: figure.minutes(),
        mode: z.enum(JOURNEY_MODES),
        traffic: z.enum(TRAFFICS).describe('The traffic that was used'),
        direction: z.literal('inbound').describe('People travel to the stores'),
        ...timeOfDayMethod,
        polesInvolved: figure
          .count('addresses')
          .describe('Sum of the address poles of all catchments; a pole counts once for every place that it reaches'),
        closureTies: z.string().describe('How ties between stores with equal loss are broken'),
        openingTies: z.string().describe('How ties between candidates with equal gain are broken'),
        said: saidMembers,
      })
      .describe('Method and parameters, see docs/methods/network-coverage.md')
      .meta(figure.background()),
    dataVersion,
  })
  .describe('Coverage, overlaps and white spots of a network, and plans');
export type Output = z.output<typeof output>;
