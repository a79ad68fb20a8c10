import type { Action } from '../action.ts';
import { requirePlayers } from '../markets/shops.ts';
import { example } from './example.ts';
import { run } from './run.ts';
import { type Input, input, type Output, output } from './schema.ts';

export const searchBrands: Action<Input, Output> = {
  id: 'search.brands',
  title: 'Brands',
  description:
    'Finds brands with stores in the territory by the beginning of their name, with accents and typos forgiven, by sector and by country, with the number of their stores. Free.',
  tariff: null,
  scope: 'read',
  background: false,
  resultShowsCharge: true,
  storesVersion: false,
  families: ['territory', 'players'],
  input,
  output,
  example,
  quote(context, given) {
    // A call that is refused is refused by the quote, too.
    requirePlayers(context.territory);
    run(context, { ...given, limit: 1 });
    return { lines: [] };
  },
  run,
};
