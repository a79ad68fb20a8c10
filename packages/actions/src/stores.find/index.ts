import { defineAction } from '../action/defineAction.ts';
import { run } from './run.ts';
import { input, output } from './schema.ts';

export const storesFind = defineAction({
  id: 'stores.find',
  title: 'Stores',
  description: 'Stores of the territory by id, place or text, closed ones too. Free, for corrections of stores.',
  tariff: null,
  families: ['territory', 'players'],
  needs: ['players'],
  input,
  output,
  example: { text: 'a', limit: 3 },
  run,
});
