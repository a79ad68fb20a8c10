import { said } from '@hinterland/answers/said';
import { defineAction } from '../action/defineAction.ts';
import { journeyMembers } from '../catchments/journeyMembers.ts';
import { requireFittingModel } from '../sales/forecast.ts';
import { checkSales } from '../sales/learn.ts';
import { tariffs } from '../tariffs.ts';
import { example } from './example.ts';
import { run } from './run.ts';
import { input, output } from './schema.ts';

export const marketCalibrate = defineAction({
  id: 'market.calibrate',
  title: 'Sales model',
  description:
    'Learns from the sales of your own stores, at least 8: fits the market model of a sector to them, leaves each store out with its neighbors to say how far it misses, beside three naive forecasts. site.rank takes the `model` of the answer, or the analysis that holds it, and then says what each place would sell, with a range. Costs 2 credits per store with sales; call quote for the exact price.',
  method: 'sales',
  rows: 'together',
  tariff: tariffs.salesStore,
  takesLong: true,
  ...journeyMembers('territory', 'sociodemo', 'players'),
  needs: ['sociodemo', 'players'],
  input,
  output,
  example,
  priceOf(context, given) {
    if (given.earlier !== undefined) requireFittingModel(context, given.earlier, given, 'earlier');
    const { used } = checkSales(context, given);
    return { quantity: used.length, label: said('sales_stores', { count: used.length }) };
  },
  run,
});
