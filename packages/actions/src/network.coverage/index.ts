import { said } from '@hinterland/answers/said';
import { defineAction } from '../action/defineAction.ts';
import { journeyMembers } from '../catchments/journeyMembers.ts';
import { reachedPlaces } from '../networks/places.ts';
import { tariffs } from '../tariffs.ts';
import { closingSites } from './closing.ts';
import { example } from './example.ts';
import { run } from './run.ts';
import { input, output } from './schema.ts';
import { verdictOf } from './verdict.ts';
import { warningsOf } from './warnings.ts';

/** Stores of others count only where stores close by what the others take over. */
const journeys = journeyMembers('territory', 'sociodemo');

export const networkCoverage = defineAction({
  id: 'network.coverage',
  title: 'Network coverage',
  description:
    'The people that a network of 2 to 500 stores reaches, the stores that share people, the areas where nobody is reached, the order in which stores can close and the candidates to open, with a bound on how far each plan is from the best. Costs 5 credits per place (store or candidate); call quote for the exact price.',
  method: 'cover',
  rows: 'together',
  hasView: true,
  tariff: tariffs.networkPlace,
  takesLong: true,
  largeBody: true,
  ...journeys,
  families: [...journeys.families, 'players'],
  familiesOf: (asked) => [
    ...journeys.familiesOf(asked),
    ...(asked.closing === undefined ? [] : (['players'] as const)),
  ],
  needs: ['sociodemo'],
  input,
  output,
  verdict: verdictOf,
  example,
  warningsOf,
  priceOf(context, given) {
    const [stores, candidates] = [given.stores.length, given.candidates.length];
    // Networks too large to answer are refused before any price is agreed on.
    const { poles } = reachedPlaces(context, given);
    if (given.closing !== undefined) closingSites(context, given, given.closing);
    return {
      quantity: stores + candidates,
      label:
        candidates === 0
          ? said('store_count', { count: stores })
          : said('stores_and_candidates', { stores, candidates }),
      polesInvolved: poles,
    };
  },
  run,
});
