import { said } from '@hinterland/answers/said';
import { defineAction } from '../action/defineAction.ts';
import { journeyMembers } from '../catchments/journeyMembers.ts';
import { tariffs } from '../tariffs.ts';
import { example } from './example.ts';
import { questionOf, run } from './run.ts';
import { input, output } from './schema.ts';

export const networkNearest = defineAction({
  id: 'network.nearest',
  title: 'Nearest places',
  description:
    'The nearest of up to 5,000 places, or of the stores of a sector, for each of up to 500 places, with travel times and road distances. Costs 1 credit per origin.',
  method: 'times',
  tariff: tariffs.nearestOrigin,
  takesLong: true,
  ...journeyMembers('territory', 'players'),
  input,
  output,
  example,
  priceOf(context, given) {
    const { origins, searched } = questionOf(context, given);
    const quantity = origins.filter(({ snap }) => snap !== null).length;
    return { quantity, label: said('nearest', { origins: quantity, places: searched.places.length }) };
  },
  run,
});
