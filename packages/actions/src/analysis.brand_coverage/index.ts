import type { Action } from '../action.ts';
import { example } from './example.ts';
import { quote, run } from './run.ts';
import { type Input, input, type Output, output } from './schema.ts';
import { tariff } from './tariff.ts';

export const analysisBrandCoverage: Action<Input, Output> = {
  id: 'analysis.brand_coverage',
  title: 'Brand coverage',
  description:
    'Where a brand covers its market: residents and spend within reach of its points, by area. Own points (or the stores of a brand) add the order in which they can close, planned points the order in which to open them. Costs 5 credits per point; call quote for the exact price.',
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
