import type { Action } from '../action.ts';
import { example } from './example.ts';
import { quote, run } from './run.ts';
import { type Input, input, type Output, output } from './schema.ts';
import { tariff } from './tariff.ts';

export const analysisCategoryMix: Action<Input, Output> = {
  id: 'analysis.category_mix',
  title: 'Category mix',
  description:
    'Number of stores of several categories for the bands of a catchment, for areas by code or for a drawn polygon, and per 10,000 residents, beside the local government area, the state and the country. Costs 1 credit per category, or 2 credits for all neighbours of a sector; call quote for the exact price.',
  tariff,
  scope: 'run',
  background: false,
  resultShowsCharge: true,
  storesVersion: true,
  families: ['territory', 'sociodemo', 'players'],
  input,
  output,
  example,
  quote,
  run,
};
