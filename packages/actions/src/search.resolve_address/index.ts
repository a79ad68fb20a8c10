import type { Action } from '../action.ts';
import { liesIn } from '../addresses/continents.ts';
import { example } from './example.ts';
import { combine, run } from './run.ts';
import { type Input, input, type Output, output } from './schema.ts';

export const searchResolveAddress: Action<Input, Output> = {
  id: 'search.resolve_address',
  title: 'Resolve an address',
  description:
    'Finds the one address that a line or its parts mean, with a confidence and what of it was matched. Says where another place fits as well, and where the number is not held and a neighbour or the middle of the street stands in. Free.',
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
  across: { fits: liesIn, combine },
};
