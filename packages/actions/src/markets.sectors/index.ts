import { defineAction } from '../action/defineAction.ts';
import { run } from './run.ts';
import { input, output } from './schema.ts';

export const marketsSectors = defineAction({
  id: 'markets.sectors',
  title: 'Sectors',
  description:
    'Lists the sectors of the market actions: codes, names in five languages, groups, neighbors, numbers of stores and, on request, counterparts in other classifications and model parameters. Free.',
  tariff: null,
  families: ['territory', 'players'],
  input,
  output,
  // Food shops, with the parameters of the models.
  example: { group: 'food', parameters: true },
  run,
});
