import type { Action } from '../action.ts';
import { example } from './example.ts';
import { run } from './run.ts';
import { type Input, input, type Output, output } from './schema.ts';

export const searchReverseAddress: Action<Input, Output> = {
  id: 'search.reverse_address',
  title: 'Address of a place',
  description:
    'Tells the nearest poles of a place with their addresses and distances, and the areas that contain the place. Free.',
  tariff: null,
  scope: 'read',
  background: false,
  resultShowsCharge: true,
  storesVersion: false,
  families: ['territory'],
  input,
  output,
  example,
  quote: () => ({ lines: [] }),
  run,
};
