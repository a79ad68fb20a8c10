import type { Action } from '../action.ts';
import { example } from './example.ts';
import { polesInvolved, run } from './run.ts';
import { type Input, input, type Output, output } from './schema.ts';
import { priceLine, tariff } from './tariff.ts';

export const analysisRealestate: Action<Input, Output> = {
  id: 'analysis.realestate',
  title: 'Real estate',
  description:
    'Listings, prices and rents for the bands of a catchment, for areas by code or for a drawn polygon: counts, quartiles of prices and of prices per m², rents per m² and month, gross yield, days on market and trend, by type of property and period, beside the local government area, the state and the country. What was asked and what was paid stand apart. Costs 20 credits per analysis, whatever the territory, number of listings and period; nothing where the territory holds no listings.',
  tariff,
  scope: 'run',
  background: false,
  resultShowsCharge: true,
  storesVersion: true,
  families: ['territory', 'realestate'],
  input,
  output,
  example,
  quote: (context, given) => ({ lines: [priceLine()], extra: { polesInvolved: polesInvolved(context, given) } }),
  run,
};
