import type { Measure } from '@hinterland/catalogue';
import { catchment, forEachReachedPole } from '@hinterland/engine/catchment';
import { measurePerPole, polesInRegion } from '@hinterland/engine/census';
import type { ActionContext } from '../action/action.ts';
import { problemOf, stopIfCancelled } from '../catchments/catchment.ts';
import * as figure from '../output/figure.ts';
import { people } from './fields.ts';
import { type PlacesQuestion, placesQuery } from './places.ts';

/** Speeds beside the usual ones, in times of them: one deviation of what speeds are uncertain of, either way. */
const SPEEDS = [0.9, 1.1] as const;

export const speedFields = {
  speed: figure.times().describe('Times the usual speed'),
  covered: people('People whom the stores reach at that speed'),
} as const;

/**
 * People within reach of some of the stores at each of SPEEDS, on all of the map and in its region, by one search from all of them. Null by public transport, whose timetable
 * is known.
 */
export function coveredAtSpeeds(
  context: ActionContext,
  question: Omit<PlacesQuestion, 'candidates'>,
  measure: Measure,
): { readonly covered: number; readonly inRegion: number }[] | null {
  const { territory } = context;
  if (question.stores.length === 0) return null;
  const { places, limitSeconds, transit, ...travel } = placesQuery(territory, { ...question, candidates: [] });
  if (transit !== undefined) return null;
  const perPole = measurePerPole(territory, measure)!;
  const isIn = polesInRegion(territory);
  const limits = SPEEDS.map((speed) => speed * limitSeconds);
  const query = { origins: places, measure: 'time', limits, ...travel, direction: 'inbound' } as const;
  const sums = SPEEDS.map(() => ({ covered: 0, inRegion: 0 }));
  try {
    const of = catchment(territory, query, { checkpoint: () => stopIfCancelled(context) });
    forEachReachedPole(of, (pole, _, band) => {
      for (let i = band; i < sums.length; i++) {
        const sum = sums[i]!;
        sum.covered += perPole[pole]!;
        if (isIn === null || isIn[pole] === 1) sum.inRegion += perPole[pole]!;
      }
    });
  } catch (error) {
    throw problemOf(error);
  }
  return sums;
}

/** Figures of each speed; `at` makes those of the i-th. */
export const bySpeed = <T>(at: (i: number) => T) => SPEEDS.map((speed, i) => ({ speed, ...at(i) }));
