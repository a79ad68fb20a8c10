import { type Action, storesFind } from '@hinterland/actions';
import { actions as plain } from './actions.ts';

export { pageActions } from './actions.ts';

/** Test actions that differ in what is stored of their runs. The main thread reads this file, threads its build. */

const charged = plain.find(({ id }) => id === 'test.charged') as Action;

/** Also says the stores of a territory that has any, as the organization that asks sees them. */
const stores: Action = {
  ...charged,
  id: 'test.stores',
  families: ['players'],
  run(context, input) {
    const outcome = charged.run(context, input);
    if (context.territory.players === null) return outcome;
    const seen = storesFind.run(context, { limit: 1000, asListed: false }).result;
    return { ...outcome, result: { ...(outcome.result as object), seen } };
  },
};

export const actions: readonly Action[] = [
  ...plain,
  { ...charged, id: 'test.unstored', storesVersion: false, resultShowsCharge: false },
  { ...charged, id: 'test.census', families: ['territory', 'sociodemo'] },
  stores,
  {
    ...charged,
    id: 'test.sometimes',
    families: ['territory', 'sociodemo'],
    familiesOf: (input) => ((input as { text: string }).text === 'census' ? ['territory', 'sociodemo'] : ['territory']),
  },
  { ...charged, id: 'analysis.brand_coverage' },
  { ...charged, id: 'analysis.site_comparison' },
];
