import type { Action } from '../action.ts';
import { example } from './example.ts';
import { quote, run } from './run.ts';
import { type Input, input, type Output, output } from './schema.ts';
import { tariff } from './tariff.ts';

export const analysisSiteComparison: Action<Input, Output> = {
  id: 'analysis.site_comparison',
  title: 'Site comparison',
  description:
    "Candidate sites side by side: residents by band, age, families, income and spend, and for a sector competitors, opportunity and what a store there would take by Huff's model; the best of every row is marked, with reasons in words. Costs 20 credits per candidate site; call quote for the exact price.",
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
