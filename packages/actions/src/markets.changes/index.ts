import { said } from '@hinterland/answers/said';
import { defineAction } from '../action/defineAction.ts';
import { DEMO_REACH } from '../action/demoPlace.ts';
import { journeyMembers } from '../catchments/journeyMembers.ts';
import { tariffs } from '../tariffs.ts';
import { requireAnswer, run } from './run.ts';
import { input, output } from './schema.ts';

export const marketsChanges = defineAction({
  id: 'markets.changes',
  title: 'What changed',
  description:
    'Stores that opened, closed, moved or were renamed between an earlier list of stores and the one in force, each with a confidence, for the bands of a catchment, for areas by code or for a drawn polygon. Costs 5 credits per call; call quote for the exact price.',
  method: 'stores',
  tariff: tariffs.storeChanges,
  ...journeyMembers('territory', 'sociodemo', 'players'),
  needs: ['players'],
  needsEarlierStores: true,
  readsLists: true,
  // The first call compares all stores of two lists.
  takesLong: true,
  input,
  output,
  example: { ...DEMO_REACH },
  priceOf(context, given) {
    requireAnswer(context, given);
    return { quantity: 1, label: said('store_changes') };
  },
  run,
});
