import { defineAction } from '../action/defineAction.ts';
import { run } from './run.ts';
import { input, output } from './schema.ts';

export const marketsSectors = defineAction({
  id: 'markets.sectors',
  title: 'Sectors',
  description:
    'Lists the sectors that the market actions know: codes, names in five languages, groups, neighbours, stores of the territory and, on request, counterparts in other classifications and model parameters. Free.',
  tariff: null,
  families: ['territory', 'players'],
  input,
  output,
  // Food shops, with the parameters of the models.
  example: { group: 'food', parameters: true },
  run,
});
