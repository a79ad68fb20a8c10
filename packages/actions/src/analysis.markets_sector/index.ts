import type { Action } from '../action.ts';
import { example } from './example.ts';
import { quote, run } from './run.ts';
import { type Input, input, type Output, output } from './schema.ts';
import { tariff } from './tariff.ts';

export const analysisMarketsSector: Action<Input, Output> = {
  id: 'analysis.markets_sector',
  title: 'Markets by sector',
  description:
    "Demand, supply and opportunity of retail and service sectors for the bands of a catchment, for areas by code or for a drawn polygon: what residents spend, what the stores there can take, what Huff's model lets them capture and what leaks away, stores per 10,000 residents, location quotient. Costs 40 credits per sector, whatever the territory; mixNeighbours and mixSectors add a category mix at its own price. Call quote for the exact price.",
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
