import { z } from 'zod';
import { storeHeading } from '../input/stores.ts';
import * as figure from '../output/figure.ts';
import { people } from './fields.ts';

/** What the best candidates together are best for. */
export const OBJECTIVES = ['mean_minutes', 'longest_minutes', 'least_stores', 'people_within_capacity'] as const;

export const COVER_SHARE = 0.9;

/** Candidates that are best together, with their bound. */
export const placement = z
  .object({
    objective: z.enum(OBJECTIVES),
    places: z
      .array(z.object({ ...storeHeading, people: people('People who then go to it') }))
      .describe('Candidates that open, in the order of the request'),
    unit: z.enum(['minutes', 'stores', 'people']).describe('Unit of before, value and bound'),
    before: figure.inUnitOf('unit').describe('The objective with the stores alone; 0 for least_stores'),
    value: figure
      .inUnitOf('unit')
      .describe(
        'The objective with these candidates. mean_minutes: travel time to the nearest store per person; longest_minutes: longest travel time of anybody; least_stores: candidates that open; people_within_capacity: people served',
      ),
    bound: figure
      .inUnitOf('unit')
      .describe('No other choice is better than this: smaller, or larger for people_within_capacity'),
    isReached: z
      .boolean()
      .describe(
        'least_stores: whether they reach coverShare; false where no choice that keeps minimumSpacingMeters does. Otherwise true',
      ),
    gapShare: figure
      .share({ base: 'the larger of value and bound' })
      .describe(
        'Distance of value and bound ÷ the larger of them, 0..1: how much better another choice can be at most',
      ),
    status: z.enum(['optimal', 'bounded']).describe('optimal: the gap is below a millionth'),
    people: people('People whom some store or candidate reaches within `minutes`: those whom the objective counts'),
    reached: people('Of these, people who reach a store or one of these candidates; all others count with `minutes`'),
    reachedShare: figure.share({ base: 'people' }).describe('reached ÷ people, 0..1'),
  })
  .describe('The candidates that are best together for the objective')
  .meta({ id: 'Placement' });
