import { LIMITS } from '@hinterland/contract';
import type { WhiteSpotLevel } from '@hinterland/engine/coverage';
import { z } from 'zod';
import { storeHeading } from '../input/stores.ts';
import * as figure from '../output/figure.ts';

const { whiteSpotLevelMin: LEVEL_MIN, whiteSpotLevelMax: LEVEL_MAX } = LIMITS;

/** The areas that figures are given by: postcodes, or an administrative level. */
export const areaLevel = (name: string, what: string) =>
  z
    .union([z.literal('postcode'), figure.plain.whole().min(LEVEL_MIN).max(LEVEL_MAX)], {
      error: `${name} must be a whole number from ${LEVEL_MIN} to ${LEVEL_MAX}, or "postcode".`,
    })
    .default('postcode')
    .describe(
      `${what}: an administrative level from ${LEVEL_MIN} (coarse) to ${LEVEL_MAX} (fine), or postcodes. If the territory lacks it, the next finer one is used and named in \`levelUsed\`.`,
    )
    // After the default: one before it would keep it out of the published schema.
    .transform((level) => level as WhiteSpotLevel);

export const people = (what: string) => figure.people().describe(what);

export const networkFigures = {
  coveredByOne: people('People whom exactly one store reaches'),
  coveredByTwoOrMore: people('People whom two stores or more reach'),
  covered: people('coveredByOne + coveredByTwoOrMore'),
  sharedShare: figure
    .share({ base: 'covered' })
    .describe('coveredByTwoOrMore ÷ covered, 0..1: the share of people that stores have in common'),
  unreached: people(
    'People of the touched areas whom no store reaches. An area is touched where some store reaches a pole in it.',
  ),
  touchedPeople: people('People of the touched areas: those of them who are covered + unreached'),
  touchedReached: people('Those of touchedPeople whom some store reaches: touchedPeople − unreached'),
  reachedShare: figure
    .share({ base: 'touchedPeople' })
    .nullable()
    .describe(
      '(touchedPeople − unreached) ÷ touchedPeople, 0..1: the share of them whom some store reaches; null where nobody lives',
    ),
  coveredOutsideAreas: people('Covered people who live in no area of the level'),
} as const;

/** What the stores of a network reach together. */
export const networkSums = z
  .object(networkFigures)
  .describe('Coverage of all stores together')
  .meta({ id: 'NetworkFigures' });

export const storeFigures = {
  reached: people('People whom the store reaches: exclusive + shared'),
  exclusive: people('People whom no other store reaches'),
  shared: people('People whom another store reaches as well'),
} as const;

const optimum = z
  .object({
    kind: z
      .enum(['exact', 'bound'])
      .describe('exact: the best value that this number of places can have; bound: no choice is better than this'),
    value: people('That value: lost by closing, or gained by opening, in all'),
    gap: people('People by which the plan is worse than it (exact) or may be at most (bound); 0 proves the plan best'),
    places: z.array(storeHeading.id).optional().describe('A best choice, if it is better than the plan'),
  })
  .describe('Quality of the plan up to this step')
  .meta({ id: 'PlanOptimum' });

const closingStep = z
  .object({
    ...storeHeading,
    lost: people('People whom no store reaches once this one is closed; all others move to a store that still does'),
    lostInAll: people('Lost in this step and those before it'),
    covered: people('People whom some store still reaches'),
    coveredShare: figure
      .share({ base: 'people covered before the plan' })
      .describe('covered ÷ people covered before the plan, 0..1'),
    optimum,
  })
  .describe('A store that closes')
  .meta({ id: 'ClosingStep' });
export const closingSteps = z.array(closingStep);

const openingStep = z
  .object({
    ...storeHeading,
    gained: people('People whom nothing reached before this step'),
    gainedInAll: people('Gained in this step and those before it'),
    covered: people('People whom some store or opened candidate reaches'),
    optimum,
  })
  .describe('A candidate that opens')
  .meta({ id: 'OpeningStep' });
export const openingSteps = z.array(openingStep);
