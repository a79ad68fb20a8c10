import type { Action } from '../action.ts';
import { example } from './example.ts';
import { quote, run } from './run.ts';
import { type Input, input, type Output, output } from './schema.ts';
import { tariff } from './tariff.ts';

export const enrichPoint: Action<Input, Output> = {
  id: 'enrich.point',
  title: 'Enrich a point',
  description:
    'Everything known of a point and its catchment in one call: residents by band, tables of people and economy, real-estate indicators, competitors by brand, markets by sector. Costs the sum of its sections: people and economy 10 credits each, realestate 20, brands 5 per brand, sectors 40 each ("auto" takes three). Sections without data are skipped and not charged; call quote for the exact price.',
  tariff,
  scope: 'run',
  background: false,
  resultShowsCharge: true,
  storesVersion: true,
  families: ['territory', 'sociodemo', 'realestate', 'players'],
  input,
  output,
  example,
  quote,
  run,
};
