import { said } from '@hinterland/answers/said';
import { defineAction } from '../action/defineAction.ts';
import { DEMO_PLACE } from '../action/demoPlace.ts';
import { quoteLine } from '../action/pricing.ts';
import { catchmentOf } from '../catchments/catchment.ts';
import { journeyMembers } from '../catchments/journeyMembers.ts';
import { tariffs } from '../tariffs.ts';
import { compareModes } from './modes.ts';
import { run } from './run.ts';
import { input, output } from './schema.ts';

export const analysisIsochrone = defineAction({
  id: 'analysis.isochrone',
  title: 'Isochrone',
  description:
    'Travel-time bands by car, on foot, by bicycle or by public transport, road-distance bands or radii around one or more places, with the residents of each band counted on address points, and polygons to draw. Costs 3 credits per call; free when drawn in the web app.',
  method: 'reach',
  hasView: true,
  tariff: tariffs.isochrone,
  resultShowsCharge: false,
  storesVersion: false,
  ...journeyMembers('territory', 'sociodemo'),
  input,
  output,
  // Residents within 5, 10 and 15 minutes by car of the demo capital.
  example: { origins: [DEMO_PLACE], bandSeconds: [300, 600, 900], mode: 'car', traffic: 'normal' },
  quote(context, given) {
    // Places that cannot be answered are refused before any price is agreed on.
    const { bands } = catchmentOf(context, given);
    if (given.compareModes) compareModes(context, given);
    // Drawing an area in the web app is free, its assistant included: the only price that depends on where a call comes from.
    const line =
      context.channel === 'web' || context.channel === 'assistant'
        ? quoteLine({ ...tariffs.isochrone, unitCredits: 0 }, 1, said('area_drawn'))
        : quoteLine(tariffs.isochrone, 1, said('area'));
    return { lines: [line], extra: { polesInvolved: bands.at(-1)!.cumulative.poles } };
  },
  run,
});
