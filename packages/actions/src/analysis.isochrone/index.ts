import type { Action } from '../action.ts';
import { catchmentOf } from '../catchment.ts';
import { example } from './example.ts';
import { run } from './run.ts';
import { type Input, input, type Output, output } from './schema.ts';
import { priceLine, tariff } from './tariff.ts';

export const analysisIsochrone: Action<Input, Output> = {
  id: 'analysis.isochrone',
  title: 'Isochrone',
  description:
    'Travel-time bands by car, on foot or by bicycle, road-distance bands or radii around one or more places, with the residents of each band counted on address points, and polygons to draw. Costs 3 credits per call; free when drawn in the web app.',
  tariff,
  scope: 'run',
  background: false,
  resultShowsCharge: false,
  storesVersion: false,
  families: ['territory', 'sociodemo'],
  input,
  output,
  example,
  quote(context, given) {
    // Places that cannot be answered are refused before any price is agreed on.
    const { bands } = catchmentOf(context, given);
    return { lines: [priceLine(context.channel)], extra: { polesInvolved: bands.at(-1)!.cumulative.poles } };
  },
  run,
};
