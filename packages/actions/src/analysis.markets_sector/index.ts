import { defineAction } from '../action/defineAction.ts';
import { DEMO_REACH } from '../action/demoPlace.ts';
import { journeyMembers } from '../catchments/journeyMembers.ts';
import { tariffs } from '../tariffs.ts';
import { quote, run } from './run.ts';
import { input, output } from './schema.ts';
import { verdictOf } from './verdict.ts';

export const analysisMarketsSector = defineAction({
  id: 'analysis.markets_sector',
  title: 'Markets by sector',
  description:
    "Demand, supply and opportunity of retail and service sectors for the bands of a catchment, for areas by code or for a drawn polygon: what residents spend, what the stores there can sell, how much of the spend they capture by Huff's model and how much leaks away, stores per 10,000 residents, location quotient. Costs 40 credits per sector, for any territory; mixNeighbours and mixSectors add a category mix at its own price. Call quote for the exact price.",
  method: 'market',
  tariff: tariffs.sector,
  ...journeyMembers('territory', 'sociodemo', 'players'),
  needs: ['sociodemo', 'players'],
  input,
  output,
  verdict: verdictOf,
  // The market of supermarkets within 10 minutes by car of the demo capital.
  example: { ...DEMO_REACH, sectors: ['food.supermarket'] },
  quote,
  run,
});
