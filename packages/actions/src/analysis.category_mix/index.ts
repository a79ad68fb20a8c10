import { defineAction } from '../action/defineAction.ts';
import { DEMO_REACH } from '../action/demoPlace.ts';
import { journeyMembers } from '../catchments/journeyMembers.ts';
import { tariffs } from '../tariffs.ts';
import { quote, run } from './run.ts';
import { input, output } from './schema.ts';

export const analysisCategoryMix = defineAction({
  id: 'analysis.category_mix',
  title: 'Category mix',
  description:
    'Number of stores of several categories for the bands of a catchment, for areas by code or for a drawn polygon, and per 10,000 residents, beside the local government area, the state and the country. Costs 1 credit per category, or 2 credits for all neighbours of a sector; call quote for the exact price.',
  method: 'stores',
  tariff: tariffs.category,
  ...journeyMembers('territory', 'sociodemo', 'players'),
  needs: ['players'],
  input,
  output,
  // Food shops within 10 minutes by car of the demo capital.
  example: { ...DEMO_REACH, categories: ['food.supermarket', 'food.bakery', 'food.butcher'] },
  quote,
  run,
});
