import type { Action } from '../action.ts';
import { example } from './example.ts';
import { run } from './run.ts';
import { type Input, input, type Output, output } from './schema.ts';
import { sitesOf } from './sites.ts';
import { priceLine, tariff } from './tariff.ts';

export const siteRank: Action<Input, Output> = {
  id: 'site.rank',
  title: 'Site ranking',
  description:
    'Ranks 2 to 20 places for a store of one sector by the spend that each would add for its owner: who lives within reach and what they spend, competitors inside, spend captured and taken from own stores, a score, reasons in words, and how far the ranking depends on assumptions. Costs 20 credits per candidate; call quote for the exact price.',
  tariff,
  scope: 'run',
  background: false,
  takesLong: true,
  resultShowsCharge: true,
  storesVersion: true,
  families: ['territory', 'sociodemo', 'players'],
  input,
  output,
  example,
  quote(context, given) {
    // Places and markets that cannot be answered for are refused before any price is agreed on.
    sitesOf(context, given);
    return { lines: [priceLine(given.candidates.length)] };
  },
  run,
};
