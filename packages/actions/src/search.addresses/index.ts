import { defineAction } from '../action/defineAction.ts';
import { liesIn } from '../addresses/continents.ts';
import { combine, run } from './run.ts';
import { input, output } from './schema.ts';

export const searchAddressesAction = defineAction({
  id: 'search.addresses',
  title: 'Address search',
  description:
    'Finds addresses, streets, localities, postcodes and areas as people type them: unfinished, abbreviated, without accents, with a typo or two. Returns the country code, the parts as the data have them, the house numbers and a line to show. Free.',
  tariff: null,
  families: ['territory'],
  input,
  output,
  // An address of the demo territory, as it is typed.
  example: { query: '56 northern rd', continent: 'oceania', limit: 5 },
  run,
  across: { fits: liesIn, combine },
});
