import type { Action } from '../action.ts';
import { example } from './example.ts';
import { quote, run } from './run.ts';
import { type Input, input, type Output, output } from './schema.ts';
import { tariff } from './tariff.ts';

export const analysisMarketsBrands: Action<Input, Output> = {
  id: 'analysis.markets_brands',
  title: 'Competitors by brand',
  description:
    'Competitors by brand for the bands of a catchment, for areas by code or for a drawn polygon: stores of the brand and of every other brand in its sector, their shares by number and floor area, the nearest of each. Costs 5 credits per brand; call quote for the exact price.',
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
