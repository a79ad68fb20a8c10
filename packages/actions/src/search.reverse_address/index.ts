import { defineAction } from '../action/defineAction.ts';
import { DEMO_PLACE } from '../action/demoPlace.ts';
import { run } from './run.ts';
import { input, output } from './schema.ts';

export const searchReverseAddress = defineAction({
  id: 'search.reverse_address',
  title: 'Address of a place',
  description:
    'Returns the address points nearest to a place with their addresses and distances, and the areas that contain the place. Free.',
  tariff: null,
  families: ['territory'],
  input,
  output,
  // The place of all examples.
  example: { ...DEMO_PLACE, limit: 3 },
  run,
});
