import type { Action } from '../action.ts';
import { example } from './example.ts';
import { run } from './run.ts';
import { type Input, input, type Output, output } from './schema.ts';

export const marketsSectors: Action<Input, Output> = {
  id: 'markets.sectors',
  title: 'Sectors',
  description:
    'Lists the sectors that the market actions know: codes, names in five languages, groups, neighbours, stores of the territory and, on request, counterparts in other classifications and model parameters. Free.',
  tariff: null,
  scope: 'read',
  background: false,
  resultShowsCharge: true,
  storesVersion: false,
  families: ['territory', 'players'],
  input,
  output,
  example,
  quote: () => ({ lines: [] }),
  run,
};
