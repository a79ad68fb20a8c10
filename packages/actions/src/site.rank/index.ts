import { said } from '@hinterland/answers/said';
import { defineAction } from '../action/defineAction.ts';
import { journeyMembers } from '../catchments/journeyMembers.ts';
import { sitesOf } from '../markets/sites.ts';
import { requireFittingModel } from '../sales/forecast.ts';
import { tariffs } from '../tariffs.ts';
import { example } from './example.ts';
import { run } from './run.ts';
import { input, output } from './schema.ts';
import { verdictOf } from './verdict.ts';

export const siteRank = defineAction({
  id: 'site.rank',
  title: 'Site ranking',
  description:
    'Ranks 2 to 20 places for a store of one sector by the spend that each would add for its owner: residents within reach and their spend, competitors, spend captured and spend taken from own stores, a score, reasons in words, and how much the ranking depends on assumptions. Costs 20 credits per candidate; call quote for the exact price.',
  method: 'market',
  rows: 'together',
  hasView: true,
  tariff: tariffs.rankedSite,
  takesLong: true,
  ...journeyMembers('territory', 'sociodemo', 'players'),
  needs: ['sociodemo', 'players'],
  input,
  output,
  verdict: verdictOf,
  example,
  priceOf(context, given) {
    if (given.model !== undefined) requireFittingModel(context, given.model, given);
    // Places and markets that cannot be answered for are refused before any price is agreed on.
    sitesOf(context, given);
    return { quantity: given.candidates.length, label: said('candidates', { count: given.candidates.length }) };
  },
  run,
});
