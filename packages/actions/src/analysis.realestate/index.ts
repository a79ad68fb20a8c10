import { said } from '@hinterland/answers/said';
import { defineAction } from '../action/defineAction.ts';
import { DEMO_REACH } from '../action/demoPlace.ts';
import { journeyMembers } from '../catchments/journeyMembers.ts';
import { subjectOf } from '../subject/subject.ts';
import { tariffs } from '../tariffs.ts';
import { run } from './run.ts';
import { input, output } from './schema.ts';
import { verdictOf } from './verdict.ts';

export const analysisRealestate = defineAction({
  id: 'analysis.realestate',
  title: 'Real estate',
  description:
    'Listings, prices and rents for the bands of a catchment, for areas by code or for a drawn polygon: counts, quartiles of prices and of prices per m², rents per m² and month, gross yield, days on market and trend, by type of property and period, beside the local government area, the state and the country. Asking prices and prices paid are kept apart. Costs 20 credits per analysis, for any territory, number of listings and period; free where the territory has no listings.',
  method: 'homes',
  tariff: tariffs.listings,
  ...journeyMembers('territory', 'realestate'),
  needs: ['realestate'],
  input,
  output,
  verdict: verdictOf,
  // Prices of homes within 10 minutes by car of the demo capital, and their trend.
  example: {
    ...DEMO_REACH,
    types: ['house', 'apartment'],
    period: 'quarter',
  },
  priceOf: (context, given) => ({
    quantity: 1,
    label: said('listings'),
    polesInvolved: subjectOf(context, given).poles.length,
  }),
  run,
});
