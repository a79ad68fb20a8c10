import type { Action } from '../action.ts';
import { example } from './example.ts';
import { reachedPlaces } from './places.ts';
import { run } from './run.ts';
import { type Input, input, type Output, output } from './schema.ts';
import { priceLine, tariff } from './tariff.ts';
import { warningsOf } from './warnings.ts';

export const networkCoverage: Action<Input, Output> = {
  id: 'network.coverage',
  title: 'Network coverage',
  description:
    'Whom a network of 2 to 500 stores reaches, which stores share people, where nobody is reached, in what order stores can close and which candidates to open, with a bound on how far each plan is from the best. Costs 5 credits per place (store or candidate); call quote for the exact price.',
  tariff,
  scope: 'run',
  background: false,
  takesLong: true,
  resultShowsCharge: true,
  storesVersion: true,
  families: ['territory', 'sociodemo'],
  input,
  output,
  example,
  warningsOf,
  quote(context, given) {
    // Networks too large to answer are refused before any price is agreed on.
    const { poles } = reachedPlaces(context, given);
    return { lines: [priceLine(given.stores.length, given.candidates.length)], extra: { polesInvolved: poles } };
  },
  run,
};
