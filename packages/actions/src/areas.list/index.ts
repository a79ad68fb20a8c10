import type { Action } from '../action.ts';
import { example } from './example.ts';
import { run } from './run.ts';
import { type Input, input, type Output, output } from './schema.ts';

export const areasList: Action<Input, Output> = {
  id: 'areas.list',
  title: 'Areas',
  description:
    'Lists administrative areas and postcodes of the territory with their codes, levels, parents, residents and, on request, polygons. Filters: level, kind, parent, text, box, a place inside. Free.',
  tariff: null,
  scope: 'read',
  background: false,
  resultShowsCharge: true,
  storesVersion: false,
  families: ['territory', 'sociodemo'],
  input,
  output,
  example,
  quote(context, given) {
    // A call that is refused is refused by the quote, too.
    run(context, { ...given, limit: 1, geometry: false });
    return { lines: [] };
  },
  run,
};
