import { defineAction } from '../action/defineAction.ts';
import { liesIn } from '../addresses/continents.ts';
import { addressQuestion, resolvedAddress } from '../addresses/question.ts';
import { combineResolved, resolveAddress } from '../addresses/resolve.ts';

export const searchResolveAddress = defineAction({
  id: 'search.resolve_address',
  title: 'Resolve an address',
  description:
    'Finds the one address that matches a line or its parts, with a confidence and the parts that were matched. Says so if another place matches as well, or if the number is unknown and a neighbor or the middle of the street is returned instead. Free.',
  tariff: null,
  families: ['territory'],
  input: addressQuestion,
  output: resolvedAddress,
  // An address of the demo territory in one line.
  example: { query: '56 Northern Road, Port Halcyon', continent: 'oceania' },
  run: ({ territory }, question) => ({ result: resolveAddress(territory, question) }),
  across: { fits: liesIn, combine: combineResolved },
});
