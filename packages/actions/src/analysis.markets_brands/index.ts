import { said } from '@hinterland/answers/said';
import { defineAction } from '../action/defineAction.ts';
import { DEMO_REACH } from '../action/demoPlace.ts';
import { journeyMembers } from '../catchments/journeyMembers.ts';
import { subjectOf } from '../subject/subject.ts';
import { tariffs } from '../tariffs.ts';
import { requireBrands, run } from './run.ts';
import { input, output } from './schema.ts';
import { verdictOf } from './verdict.ts';

export const analysisMarketsBrands = defineAction({
  id: 'analysis.markets_brands',
  title: 'Competitors by brand',
  description:
    'Competitors by brand for the bands of a catchment, for areas by code or for a drawn polygon: stores of the brand and of every other brand in its sector, their shares by number and floor area, the nearest of each. Costs 5 credits per brand; call quote for the exact price.',
  method: 'stores',
  tariff: tariffs.brand,
  ...journeyMembers('territory', 'sociodemo', 'players'),
  needs: ['players'],
  input,
  output,
  verdict: verdictOf,
  // Competitors of a chain of supermarkets within 10 minutes by car of the demo capital.
  example: { ...DEMO_REACH, brands: ['Halcyon Fare'] },
  priceOf(context, given) {
    const { brands } = given;
    requireBrands(context.territory, brands);
    // Territories that cannot be answered for are refused before any price is agreed on.
    subjectOf(context, given);
    return { quantity: brands.length, label: said('items', { items: brands }) };
  },
  run,
});
