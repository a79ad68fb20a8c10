import { said } from '@hinterland/answers/said';
import { defineAction } from '../action/defineAction.ts';
import { journeyMembers } from '../catchments/journeyMembers.ts';
import { tariffs } from '../tariffs.ts';
import { example } from './example.ts';
import { questionOf, run } from './run.ts';
import { input, output } from './schema.ts';

export const networkMatrix = defineAction({
  id: 'network.matrix',
  title: 'Travel times between places',
  description:
    'Travel times and road distances from up to 500 places to up to 1,000, or back; pairs that are not reached say so. Costs 1 credit per origin.',
  method: 'times',
  rows: 'together',
  tariff: tariffs.matrixOrigin,
  takesLong: true,
  ...journeyMembers('territory'),
  input,
  output,
  example,
  priceOf(context, given) {
    const { origins, destinations } = questionOf(context, given);
    const quantity = origins.filter(({ snap }) => snap !== null).length;
    return { quantity, label: said('matrix', { origins: quantity, destinations: destinations.length }) };
  },
  run,
});
