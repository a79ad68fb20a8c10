import { type Sentence, said } from '@hinterland/answers/said';
import { MEASURES, type Measure } from '@hinterland/catalogue';
import { measureOfUnits } from '@hinterland/engine/census';
import {
  type ClassWeights,
  type ClosingPlan,
  type Network,
  networkReach,
  type OpeningPlan,
  type Optimum,
  type WhiteSpotLevel,
  type WhiteSpots,
} from '@hinterland/engine/coverage';
import type { Territory } from '@hinterland/territory';
import type { z } from 'zod';
import { ActionProblem } from '../action/action.ts';
import { headingOf, type StoreInput } from '../input/stores.ts';
import { roundedAll } from '../output/common.ts';
import type { networkFigures } from './fields.ts';

/** Refuses measures that the census of the territory does not hold. */
export function requireMeasures(territory: Territory, measures: readonly Measure[]): void {
  const held = (measure: Measure) => measureOfUnits(territory, measure) !== null;
  const missing = measures.find((measure) => !held(measure));
  if (missing === undefined) return;
  const known = (Object.keys(MEASURES) as Measure[]).filter(held);
  const detail = said('measure_missing', {
    territory: territory.manifest.name,
    measure: { word: missing },
    known: known.length === 0 ? said('no_census_held') : known.map((word) => ({ word })),
  });
  const pointer = missing === measures[0] ? '#/measure' : '#/alsoMeasures';
  throw new ActionProblem('validation_error', detail, { errors: [{ pointer, detail }] });
}

/** The areas of a level, within a sentence. */
export const areasOf = (level: WhiteSpotLevel): Sentence =>
  level === 'postcode' ? said('postcodes') : said('areas_of_level', { level: String(level) });

/** Returns the coverage of all stores together, as results have it. */
export function describeNetwork(
  network: Network,
  weights: ClassWeights,
  spots: WhiteSpots,
): z.output<z.ZodObject<typeof networkFigures>> {
  const { one, twoPlus, covered, sharedShare } = networkReach(network, weights);
  return roundedAll({
    coveredByOne: one,
    coveredByTwoOrMore: twoPlus,
    covered,
    sharedShare,
    unreached: spots.unreached,
    touchedPeople: spots.people,
    touchedReached: spots.people - spots.unreached,
    reachedShare: spots.people === 0 ? null : (spots.people - spots.unreached) / spots.people,
    coveredOutsideAreas: spots.coveredOutside,
  });
}

export const closingSteps = ({ steps }: ClosingPlan, places: readonly StoreInput[]) =>
  steps.map(({ store, lost, lostInAll, covered, coveredShare, optimum }) => ({
    ...headingOf(places[store]!),
    ...roundedAll({ lost, lostInAll, covered, coveredShare }),
    optimum: describeOptimum(optimum, places),
  }));

export const openingSteps = ({ steps }: OpeningPlan, places: readonly StoreInput[]) =>
  steps.map(({ candidate, gained, gainedInAll, covered, optimum }) => ({
    ...headingOf(places[candidate]!),
    ...roundedAll({ gained, gainedInAll, covered }),
    optimum: describeOptimum(optimum, places),
  }));

const describeOptimum = ({ kind, value, gap, places: best }: Optimum, places: readonly StoreInput[]) => ({
  kind,
  ...roundedAll({ value, gap }),
  ...(best === undefined ? {} : { places: best.map((place) => places[place]!.id) }),
});
