import type { Action } from '@hinterland/actions';
import { actions as plain } from './actions.ts';

/** Test actions that differ in what is stored of their runs. The main thread reads this file, threads its build. */

const charged = plain.find(({ id }) => id === 'test.charged') as Action;

export const actions: readonly Action[] = [
  ...plain,
  { ...charged, id: 'test.unstored', storesVersion: false, resultShowsCharge: false },
  { ...charged, id: 'test.census', families: ['territory', 'sociodemo'] },
  { ...charged, id: 'test.stores', families: ['players'] },
  {
    ...charged,
    id: 'test.sometimes',
    families: ['territory', 'sociodemo'],
    familiesOf: (input) => ((input as { text: string }).text === 'census' ? ['territory', 'sociodemo'] : ['territory']),
  },
  { ...charged, id: 'analysis.brand_coverage' },
  { ...charged, id: 'analysis.site_comparison' },
];
