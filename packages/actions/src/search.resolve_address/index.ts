import { defineAction } from '../action/defineAction.ts';
import { liesIn } from '../addresses/continents.ts';
import { addressQuestion, resolvedAddress } from '../addresses/question.ts';
import { combineResolved, resolveAddress } from '../addresses/resolve.ts';

export const searchResolveAddress = defineAction({
  id: 'search.resolve_address',
  title: 'Resolve an address',
  description:
    'Finds the one address that a line or its parts mean, with a confidence and what of it was matched. Says where another place fits as well, and where the number is not held and a neighbour or the middle of the street stands in. Free.',
  tariff: null,
  families: ['territory'],
  input: addressQuestion,
  output: resolvedAddress,
  // An address of the demo territory in one line.
  example: { query: '56 Northern Road, Port Halcyon', continent: 'oceania' },
  run: ({ territory }, question) => ({ result: resolveAddress(territory, question) }),
  across: { fits: liesIn, combine: combineResolved },
});
