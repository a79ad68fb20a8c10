import { defineAction } from '../action/defineAction.ts';
import { run } from './run.ts';
import { input, output } from './schema.ts';

export const areasList = defineAction({
  id: 'areas.list',
  title: 'Areas',
  description:
    'Lists administrative areas and postcodes of the territory with their codes, levels, parents, residents and, on request, polygons. Filters: level, kind, parent, text, box, a place inside. Free.',
  tariff: null,
  families: ['territory', 'sociodemo'],
  input,
  output,
  // The states of the demo territory.
  example: { level: 4, limit: 10 },
  quote(context, given) {
    // A call that is refused is refused by the quote, too.
    run(context, { ...given, limit: 1, geometry: false });
    return { lines: [] };
  },
  run,
});
