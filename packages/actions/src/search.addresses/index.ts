import type { Action } from '../action.ts';
import { liesIn } from '../addresses/continents.ts';
import { example } from './example.ts';
import { combine, run } from './run.ts';
import { type Input, input, type Output, output } from './schema.ts';

export const searchAddressesAction: Action<Input, Output> = {
  id: 'search.addresses',
  title: 'Address search',
  description:
    'Finds addresses, streets, localities, postcodes and areas by what people type: unfinished, abbreviated, without accents, with a typo or two. Answers with the country code, the parts as held in the data, the house numbers and a line to show. Free.',
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
