import { said } from '@hinterland/answers/said';
import { defineAction } from '../action/defineAction.ts';
import { requireFittingModel } from '../sales/forecast.ts';
import { tariffs } from '../tariffs.ts';
import { example } from './example.ts';
import { questionOf } from './question.ts';
import { run } from './run.ts';
import { input, output } from './schema.ts';
import { verdictOf } from './verdict.ts';

export const siteSearch = defineAction({
  id: 'site.search',
  title: 'Site search',
  description:
    'Finds the best places for a new store in an area: every address, every address of a shopping street or up to 5,000 given places are candidates. The best by net new spend on a sector, or by people whom no own store reaches; optionally the best set of 2 to 10 that open together, with an upper bound, and why places that you name are not among the best. Costs 100 credits per search.',
  method: 'market',
  tariff: tariffs.siteSearch,
  takesLong: true,
  families: ['territory', 'sociodemo', 'players'],
  needs: ['sociodemo'],
  input,
  output,
  verdict: verdictOf,
  example,
  priceOf(context, given) {
    const { model, sectorCode, mode, traffic } = given;
    if (model !== undefined && sectorCode !== undefined)
      requireFittingModel(context, model, { sectorCode, mode, traffic });
    // Areas, stores and candidates that cannot be answered for are refused before any price is agreed on.
    const { candidates } = questionOf(context, given);
    return { quantity: 1, label: said('candidates', { count: candidates.list.length }) };
  },
  run,
});
