import { MEASURES, type Measure } from '@hinterland/catalogue';
import { measureOfUnits } from '@hinterland/engine/census';
import {
  type ClassWeights,
  type ClosingPlan,
  classWeights,
  closingPlan,
  coverageGround,
  type Network,
  networkOf,
  networkReach,
  type OpeningPlan,
  type Optimum,
  openingPlan,
  overlaps,
  overlapsByStore,
  polesOfPlaces,
  relocationPlan,
  spacing,
  type WhiteSpots,
  whiteSpots,
} from '@hinterland/engine/coverage';
import { profileOf } from '@hinterland/engine/graph';
import { snapOrigins } from '@hinterland/engine/snap';
import { rounded } from '@hinterland/geo';
import { AREA_KINDS, type Territory } from '@hinterland/territory';
import { type ActionContext, ActionProblem, type RunOutcome } from '../action.ts';
import { stopIfCancelled } from '../catchment.ts';
import { headingOf, type StoreId, type StoreInput } from '../input/stores.ts';
import { roundedAll, versionsOf } from '../output.ts';
import { reachedPlaces } from './places.ts';
import { type Input, type Output, OVERLAPS_PER_STORE_SHOWN, OVERLAPS_SHOWN, WHITE_SPOTS_SHOWN } from './schema.ts';
import { warningsOf } from './warnings.ts';

export function run(context: ActionContext, input: Input): RunOutcome<Output> {
  const { territory } = context;
  const { stores, measure } = input;
  stopIfCancelled(context);
  const further = [...new Set(input.alsoMeasures)].filter((other) => other !== measure);
  requireMeasures(territory, [measure, ...further]);
  const { sets, poles } = reachedPlaces(context, input);
  const network = networkOf(sets, stores.length);
  const checkpoint = () => stopIfCancelled(context);

  context.progress(0.8, 'counting people');
  const [weights, ...furtherWeights] = classWeights(sets, [measure, ...further]) as ClassWeights[];
  const spots = whiteSpots(network, measure, input.whiteSpotLevel)!;
  const pairs = overlaps(network, weights!, checkpoint);
  checkpoint();
  context.progress(0.85, 'making plans');
  const plans = plansOf(network, weights!, input, checkpoint);
  if (input.geometry) context.progress(0.9, 'drawing areas');
  const geojson = input.geometry ? featuresOf(context, network, weights!, input, spots) : null;

  const idOf = (place: number): StoreId => placeOf(input, place).id;
  const reach = networkReach(network, weights!);
  const polesOf = polesOfPlaces(sets);
  const byStore = overlapsByStore(stores.length, pairs);
  const origins = snapOrigins(territory, input.mode, stores, input.snapLimitMeters);
  const result: Output = {
    measure,
    network: describeNetwork(network, weights!, spots),
    stores: stores.map((store, i) => ({
      ...headingOf(store),
      ...roundedAll(reach.stores[i]!),
      poles: polesOf[i]!,
      overlapCount: byStore[i]!.length,
      overlapsWith: byStore[i]!.slice(0, OVERLAPS_PER_STORE_SHOWN).map(({ store: other, shared }) => ({
        id: idOf(other),
        shared: rounded(shared),
      })),
      snapped: {
        lat: rounded(origins[i]!.lat),
        lng: rounded(origins[i]!.lng),
        distanceMeters: Math.round(origins[i]!.distanceMeters * 10) / 10,
      },
    })),
    overlapCount: pairs.length,
    overlaps: pairs.slice(0, OVERLAPS_SHOWN).map(({ first, second, shared }) => ({
      stores: [idOf(first), idOf(second)],
      shared: rounded(shared),
      shareOfFirst: rounded(shared / reach.stores[first]!.reached),
      shareOfSecond: rounded(shared / reach.stores[second]!.reached),
    })),
    levelUsed: spots.levelUsed,
    ...describeWhiteSpots(territory, spots),
    ...plans,
    alsoMeasures: further.map((other, i) => ({
      measure: other,
      network: describeNetwork(network, furtherWeights[i]!, whiteSpots(network, other, input.whiteSpotLevel)!),
      stores: networkReach(network, furtherWeights[i]!).stores.map((figures, store) => ({
        ...headingOf(stores[store]!),
        ...roundedAll(figures),
      })),
    })),
    ...(geojson === null ? {} : { geojson }),
    notes: notesOf(input, spots),
    method: {
      minutes: input.minutes,
      mode: input.mode,
      traffic: profileOf(territory, input.mode, input.traffic).split('-')[1] as Output['method']['traffic'],
      direction: 'inbound',
      polesInvolved: poles,
      closureTies:
        'Of stores with the same loss the one that reaches fewest people in all, then the first of the request.',
      openingTies: 'Of candidates with the same gain the first of the request.',
    },
    dataVersion: versionsOf(territory, ['territory', 'sociodemo']),
  };
  context.progress(1, 'done');
  return { result };

  function placeOf({ stores: open, candidates: others }: Input, place: number): StoreInput {
    return place < open.length ? open[place]! : others[place - open.length]!;
  }
}

/** Refuses measures that the census of the territory does not hold. */
export function requireMeasures(territory: Territory, measures: readonly Measure[]): void {
  const held = (measure: Measure) => measureOfUnits(territory, measure) !== null;
  const missing = measures.find((measure) => !held(measure));
  if (missing === undefined) return;
  const known = (Object.keys(MEASURES) as Measure[]).filter(held);
  const detail = `${territory.manifest.name} does not hold the measure ${missing}; it has ${known.join(', ') || 'no census'}.`;
  const pointer = missing === measures[0] ? '#/measure' : '#/alsoMeasures';
  throw new ActionProblem('validation_error', detail, { errors: [{ pointer, detail }] });
}

/** What the stores reach together, as results tell it. */
export function describeNetwork(network: Network, weights: ClassWeights, spots: WhiteSpots): Output['network'] {
  const { one, twoPlus, covered, sharedShare } = networkReach(network, weights);
  return roundedAll({
    coveredByOne: one,
    coveredByTwoOrMore: twoPlus,
    covered,
    sharedShare,
    unreached: spots.unreached,
    touchedPeople: spots.people,
    coveredOutsideAreas: spots.coveredOutside,
  });
}

function describeWhiteSpots({ areas }: Territory, spots: WhiteSpots): Pick<Output, 'whiteSpotCount' | 'whiteSpots'> {
  const open = spots.areas.filter(({ unreached }) => unreached > 0);
  return {
    whiteSpotCount: open.length,
    whiteSpots: open.slice(0, WHITE_SPOTS_SHOWN).map(({ area, people, covered, unreached }) => ({
      code: areas.code.at(area),
      name: areas.name.at(area),
      kind: AREA_KINDS[areas.kind[area]!]!,
      ...roundedAll({ people, covered, unreached }),
    })),
  };
}

function plansOf(
  network: Network,
  weights: ClassWeights,
  input: Input,
  checkpoint: () => void,
): Pick<Output, 'closurePlan' | 'closurePlanEndedBy' | 'openingPlan' | 'openingPlanEndedBy' | 'combinedPlan'> {
  const { stores, candidates, closeCount, openCount, minimumSpacingMeters } = input;
  const places = [...stores, ...candidates];
  const numberOf = new Map(stores.map(({ id }, i) => [id, i]));
  const fixed = input.fixedStores.map((id) => numberOf.get(id)!);
  const tooNear = minimumSpacingMeters > 0 ? { tooNear: spacing(places, minimumSpacingMeters) } : {};
  const opening = { openCount, ...tooNear, checkpoint };
  const plans: ReturnType<typeof plansOf> = {};
  if (closeCount !== undefined) {
    const plan = closingPlan(network, weights, { closeCount, fixed, checkpoint });
    plans.closurePlan = closingSteps(plan, places);
    plans.closurePlanEndedBy = plan.endedBy;
  }
  if (candidates.length > 0) {
    const plan = openingPlan(network, weights, opening);
    plans.openingPlan = openingSteps(plan, places);
    plans.openingPlanEndedBy = plan.endedBy;
  }
  if (input.combinedPlan) {
    const plan = relocationPlan(network, weights, opening, { closeCount: closeCount!, fixed, checkpoint });
    plans.combinedPlan = {
      opening: openingSteps(plan.opening, places),
      openingEndedBy: plan.opening.endedBy,
      closing: closingSteps(plan.closing, places),
      closingEndedBy: plan.closing.endedBy,
      coveredBefore: rounded(plan.coveredBefore),
      coveredAfter: rounded(plan.coveredAfter),
    };
  }
  return plans;
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

function featuresOf(
  context: ActionContext,
  network: Network,
  weights: ClassWeights,
  { stores, minutes, mode, traffic, snapLimitMeters }: Input,
  spots: WhiteSpots,
): NonNullable<Output['geojson']> {
  const { territory } = context;
  const query = { places: stores, mode, traffic, limitSeconds: minutes * 60, snapLimitMeters };
  const { covered, shared } = coverageGround(network, query, () => stopIfCancelled(context));
  const reach = networkReach(network, weights);
  const { code, name } = territory.areas;
  const feature = (
    properties: NonNullable<Output['geojson']>['features'][number]['properties'],
    coordinates: number[][][][],
  ) => ({ type: 'Feature' as const, properties, geometry: { type: 'MultiPolygon' as const, coordinates } });
  const white = spots.areas
    .filter(({ unreached }) => unreached > 0)
    .slice(0, WHITE_SPOTS_SHOWN)
    .flatMap(({ area, unreached }) => {
      const polygon = territory.areaPolygon(area);
      if (polygon === null) return [];
      return [
        feature(
          { part: 'white', people: rounded(unreached), code: code.at(area), name: name.at(area) },
          polygon as number[][][][],
        ),
      ];
    });
  return {
    type: 'FeatureCollection',
    features: [
      ...white,
      feature({ part: 'covered', people: rounded(reach.covered) }, covered as number[][][][]),
      feature({ part: 'shared', people: rounded(reach.twoPlus) }, shared as number[][][][]),
    ],
  };
}

function notesOf(input: Input, spots: WhiteSpots): string[] {
  const { whiteSpotLevel, closeCount, stores } = input;
  const notes: string[] = [];
  const { levelUsed } = spots;
  const named = (level: typeof whiteSpotLevel) => (level === 'postcode' ? 'postcodes' : `areas of level ${level}`);
  if (levelUsed === null) notes.push('The territory has no areas, so nothing is known about white spots.');
  else if (levelUsed !== whiteSpotLevel) {
    notes.push(`The territory has no ${named(whiteSpotLevel)}; white spots are shown by ${named(levelUsed)}.`);
  }
  notes.push(...warningsOf(input).map(({ detail }) => detail));
  if (closeCount !== undefined && closeCount >= stores.length) {
    notes.push('One store always stays open, so the closurePlan ends before closeCount.');
  }
  return notes;
}
