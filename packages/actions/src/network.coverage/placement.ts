import {
  type ClassWeights,
  coveredPeople,
  leastLongestTime,
  leastMeanTime,
  leastStores,
  mostServed,
  type Network,
  openCounts,
  type Placement,
  placeTimes,
  spacing,
  TooManyPolesError,
} from '@hinterland/engine/coverage';
import { rounded } from '@hinterland/geo';
import { type ActionContext, ActionProblem } from '../action/action.ts';
import { stopIfCancelled } from '../catchments/catchment.ts';
import { headingOf } from '../input/stores.ts';
import { placesQuery } from '../networks/places.ts';
import { roundedAll } from '../output/common.ts';
import type { Input, Output } from './schema.ts';

/** Poles that candidates come nearer to than any store, once per candidate; some 400 MB of work memory. */
const NEARER_POLES_MAX = 20_000_000;
const OPTIMAL_SHARE = 1e-6;

const UNITS = {
  mean_minutes: 'minutes',
  longest_minutes: 'minutes',
  least_stores: 'stores',
  people_within_capacity: 'people',
} as const;

/** The candidates that are best together for the objective of a call; nothing where it asks for none. */
export function placementOf(
  context: ActionContext,
  network: Network,
  weights: ClassWeights,
  input: Input,
): Pick<Output, 'placement'> {
  const { objective, stores, candidates, openCount, minimumSpacingMeters } = input;
  if (objective === undefined) return {};
  context.progress(0.86, 'choosing candidates together');
  const tooNear = minimumSpacingMeters > 0 ? { tooNear: spacing(candidates, minimumSpacingMeters) } : {};
  const options = { openCount, ...tooNear, checkpoint: () => stopIfCancelled(context) };
  const { isReached = true, ...found } = placed();
  const unit = UNITS[objective];
  const factor = unit === 'minutes' ? 1 / 60_000 : 1;
  const { before, value, bound } = found;
  const largest = Math.max(value, bound);
  const gapShare = largest > 0 ? Math.abs(value - bound) / largest : 0;
  const places = (numbers: readonly number[]) => numbers.map((candidate) => stores.length + candidate);
  const all = coveredPeople(openCounts(network, places([...candidates.keys()])), weights);
  const reached = coveredPeople(openCounts(network, places(found.open.map(({ candidate }) => candidate))), weights);
  return {
    placement: {
      objective,
      places: found.open.map(({ candidate, people }) => ({
        ...headingOf(candidates[candidate]!),
        people: rounded(people),
      })),
      unit,
      ...roundedAll({ before: factor * before, value: factor * value, bound: factor * bound, gapShare }),
      isReached,
      status: gapShare < OPTIMAL_SHARE ? 'optimal' : 'bounded',
      ...roundedAll({ people: all, reached, reachedShare: all === 0 ? 1 : reached / all }),
    },
  };

  function placed(): Placement & { readonly isReached?: boolean } {
    if (objective === 'least_stores') return leastStores(network, weights, input.coverShare, options);
    if (objective === 'people_within_capacity') return mostServed(network, weights, input.peoplePerStore!, options);
    return (objective === 'mean_minutes' ? leastMeanTime : leastLongestTime)(timesOf(context, input), options);
  }
}

function timesOf(context: ActionContext, input: Input) {
  const { territory } = context;
  const { stores, measure } = input;
  try {
    return placeTimes(territory, placesQuery(territory, input), {
      stores: stores.length,
      measure,
      polesMax: NEARER_POLES_MAX,
      progress(share) {
        stopIfCancelled(context);
        context.progress(0.86 + 0.02 * share, 'finding travel times');
      },
    });
  } catch (error) {
    if (!(error instanceof TooManyPolesError)) throw error;
    const { message, poles, limit } = error;
    throw new ActionProblem('territory_too_large', message, { poles, limit });
  }
}
