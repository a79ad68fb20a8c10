import { type Sentence, said, spoken } from '@hinterland/answers/said';
import {
  type ClassWeights,
  classWeights,
  networkOf,
  networkReach,
  overlaps,
  overlapsByStore,
  polesOfPlaces,
  type WhiteSpots,
  whiteSpots,
} from '@hinterland/engine/coverage';
import { profileOf } from '@hinterland/engine/graph';
import { snapOrigins } from '@hinterland/engine/snap';
import { rounded } from '@hinterland/geo';
import { AREA_KINDS, type Territory } from '@hinterland/territory';
import type { ActionContext, RunOutcome } from '../action/action.ts';
import { stopIfCancelled } from '../catchments/catchment.ts';
import { travelOf } from '../catchments/journey.ts';
import { describeTimeOfDay, transitFamily } from '../catchments/timeOfDay.ts';
import { roadModeOf } from '../input/journey.ts';
import { headingOf, type StoreId, type StoreInput } from '../input/stores.ts';
import { bySpeed, coveredAtSpeeds } from '../networks/atSpeeds.ts';
import { areasOf, describeNetwork, requireMeasures } from '../networks/describe.ts';
import { reachedPlaces } from '../networks/places.ts';
import { roundedAll, versionsOf } from '../output/common.ts';
import { ownMemberOfPlaces } from '../own/ofPlaces.ts';
import { closingOf } from './closing.ts';
import { featuresOf } from './features.ts';
import { closedBySales, namedClosing } from './namedClosing.ts';
import { placementOf } from './placement.ts';
import { plansOf } from './plans.ts';
import { type Input, type Output, OVERLAPS_PER_STORE_SHOWN, OVERLAPS_SHOWN, WHITE_SPOTS_SHOWN } from './schema.ts';
import { withoutEffect } from './warnings.ts';

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
  const placement = placementOf(context, network, weights!, input);
  if (input.geometry) context.progress(0.9, 'drawing areas');
  const geojson = input.geometry ? featuresOf(context, network, weights!, input, spots) : null;

  const idOf = (place: number): StoreId => placeOf(input, place).id;
  const reach = networkReach(network, weights!);
  const polesOf = polesOfPlaces(sets);
  const byStore = overlapsByStore(stores.length, pairs);
  const roadMode = roadModeOf(input);
  const origins = snapOrigins(territory, roadMode, stores, input.snapLimitMeters);
  const travelled = describeTimeOfDay(territory, travelOf(territory, input));
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
    ...(input.closing === undefined
      ? {}
      : {
          closingBySales: closingOf(context, input, input.closing),
          currency: input.closing.currency ?? territory.descriptors.sociodemo?.currency ?? null,
        }),
    ...placement,
    alsoMeasures: further.map((other, i) => ({
      measure: other,
      network: describeNetwork(network, furtherWeights[i]!, whiteSpots(network, other, input.whiteSpotLevel)!),
      stores: networkReach(network, furtherWeights[i]!).stores.map((figures, store) => ({
        ...headingOf(stores[store]!),
        ...roundedAll(figures),
      })),
    })),
    ...(geojson === null ? {} : { geojson }),
    ...ownMemberOfPlaces(context, input, input.ownData),
    ...spoken({ notes: notesOf(input, spots) }),
    method: {
      minutes: input.minutes,
      mode: input.mode,
      traffic: profileOf(territory, roadMode, input.traffic).split('-')[1] as Output['method']['traffic'],
      direction: 'inbound',
      ...travelled,
      polesInvolved: poles,
      ...spoken({ closureTies: said('closing_ties'), openingTies: said('opening_ties') }),
    },
    dataVersion: versionsOf(territory, [
      'territory',
      'sociodemo',
      ...(input.closing === undefined ? [] : (['players'] as const)),
      ...transitFamily(travelled),
    ]),
  };
  const bySales = result.closingBySales?.steps ?? [];
  const { closed } = bySales.length > 0 ? { closed: closedBySales(bySales) } : namedClosing(result);
  const speeds = speedsOf(context, input, closed);
  context.progress(1, 'done');
  return { result: speeds === null ? result : { ...result, speeds } };

  function placeOf({ stores: open, candidates: others }: Input, place: number): StoreInput {
    return place < open.length ? open[place]! : others[place - open.length]!;
  }
}

/** The closing that the verdict names at slower and faster speeds; null by public transport. */
function speedsOf(context: ActionContext, input: Input, closed: readonly { readonly id: StoreId }[]) {
  const all = coveredAtSpeeds(context, input, input.measure);
  const without = new Set(closed.map(({ id }) => id));
  const stores = input.stores.filter(({ id }) => !without.has(id));
  const kept =
    stores.length === 0
      ? all?.map(() => ({ covered: 0 }))
      : coveredAtSpeeds(context, { ...input, stores }, input.measure);
  if (all === null || kept == null) return null;
  return bySpeed((i) => {
    const { covered } = all[i]!;
    return { covered: rounded(covered), lost: rounded(Math.max(0, covered - kept[i]!.covered)) };
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

function notesOf(input: Input, spots: WhiteSpots): Sentence[] {
  const { whiteSpotLevel, closeCount, stores } = input;
  const notes: Sentence[] = [];
  const { levelUsed } = spots;
  if (levelUsed === null) notes.push(said('white_spots_no_areas'));
  else if (levelUsed !== whiteSpotLevel) {
    notes.push(said('white_spots_other_level', { level: areasOf(whiteSpotLevel), shown: areasOf(levelUsed) }));
  }
  notes.push(...withoutEffect(input).map(({ detail }) => detail));
  if (closeCount !== undefined && closeCount >= stores.length) {
    notes.push(said('one_store_stays'));
  }
  return notes;
}
