import { defineAction } from '../action/defineAction.ts';
import { requirePlayers } from '../markets/shops.ts';
import { run } from './run.ts';
import { input, output } from './schema.ts';

export const searchBrands = defineAction({
  id: 'search.brands',
  title: 'Brands',
  description:
    'Finds brands with stores in the territory by the beginning of their name, with accents and typos forgiven, by sector and by country, with the number of their stores. Free.',
  tariff: null,
  families: ['territory', 'players'],
  needs: ['players'],
  input,
  output,
  // A supermarket chain of the demo territory, spelled wrongly.
  example: { query: 'halcion', sectorCode: 'food.supermarket' },
  quote(context, given) {
    // A call that is refused is refused by the quote, too.
    requirePlayers(context.territory);
    run(context, { ...given, limit: 1 });
    return { lines: [] };
  },
  run,
});
