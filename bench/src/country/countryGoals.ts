import type { Figures } from '../goals/figures.ts';
import type { CountryFigures } from './section.ts';

/** What a run on the country says of goals. */
export function countryGoals({ coverage, memory, action, starts, bundle, tiles }: CountryFigures): Figures {
  const plans = coverage.find(({ minutes }) => minutes === 60)!;
  return {
    plans: { values: [plans.all.wall, plans.onTwo!.all, memory.firstPlan.wall].map((ms) => ms / 1000) },
    ground: { values: [action.later.wall / 1000, action.peakMegabytes / 1000] },
    'start of the engine': {
      values: [starts.wall / 1000],
      ...(starts.peer === null ? {} : { ratio: starts.peer / starts.wall }),
    },
    ...(tiles === null
      ? {}
      : {
          build: {
            values: [bundle.cpuSeconds / tiles.cpuSeconds, bundle.peakMegabytes / tiles.peakMegabytes],
          },
        }),
  };
}
