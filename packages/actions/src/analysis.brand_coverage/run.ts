import { type Sentence, said, spoken } from '@hinterland/answers/said';
import type { Sector } from '@hinterland/catalogue';
import { censusOf, measurePerPole, polesInRegion, regionShares } from '@hinterland/engine/census';
import {
  type ClassWeights,
  classWeights,
  closingPlan,
  type Network,
  networkOf,
  networkReach,
  openingPlan,
  storesByPole,
  type WhiteSpots,
  whiteSpots,
} from '@hinterland/engine/coverage';
import { profileOf } from '@hinterland/engine/graph';
import { sectorDemand, spreadOverPoles } from '@hinterland/engine/market';
import { rounded } from '@hinterland/geo';
import { AREA_KINDS, type Territory } from '@hinterland/territory';
import type { ActionContext, RunOutcome } from '../action/action.ts';
import { stopIfCancelled } from '../catchments/catchment.ts';
import { travelOf } from '../catchments/journey.ts';
import { describeTimeOfDay, transitFamily } from '../catchments/timeOfDay.ts';
import { roadModeOf } from '../input/journey.ts';
import { headingOf } from '../input/stores.ts';
import { bySpeed, coveredAtSpeeds } from '../networks/atSpeeds.ts';
import { areasOf, closingSteps, describeNetwork, openingSteps, requireMeasures } from '../networks/describe.ts';
import { roundedAll, versionsOf } from '../output/common.ts';
import { demandErrorIn } from '../output/demandError.ts';
import { ownMemberOfPlaces } from '../own/ofPlaces.ts';
import { territoryHeading } from '../subject/subject.ts';
import { pointsOf, reachedPoints } from './points.ts';
import { AREAS_SHOWN, type Input, type Output } from './schema.ts';

export function run(context: ActionContext, input: Input): RunOutcome<Output> {
  const { territory } = context;
  const points = pointsOf(context, input);
  const { own, planned, sector, offRoad } = points;
  requireMeasures(territory, ['population']);
  const { sets } = reachedPoints(context, input, points);
  const checkpoint = () => stopIfCancelled(context);
  checkpoint();
  context.progress(0.8, 'counting people');
  const [weights] = classWeights(sets, ['population']) as [ClassWeights];
  const network = networkOf(sets, own.length);
  const reach = networkReach(network, weights);
  const spots = whiteSpots(network, 'population', input.areaLevel)!;
  context.progress(0.85, 'ordering points');
  const places = [...own, ...planned];
  const numbered = <T>(steps: T[]) => steps.map((step, i) => ({ ...step, position: i + 1 }));
  const closing = own.length < 2 ? null : closingPlan(network, weights, { closeCount: own.length - 1, checkpoint });
  const opening =
    planned.length === 0 ? null : openingPlan(network, weights, { openCount: planned.length, checkpoint });
  const residents = residentsOf(territory);
  const atSpeeds = coveredAtSpeeds(context, { ...input, stores: own }, 'population');
  const travelled = describeTimeOfDay(territory, travelOf(territory, input));
  const result: Output = {
    territory: territoryHeading(territory),
    coverage: {
      ...describeNetwork(network, weights, spots),
      shareOfTerritory: shareOf(coveredInRegion(network, reach.covered), residents),
      spend: sector === null ? null : spendOf(network, sector),
      ...(atSpeeds === null
        ? {}
        : {
            speeds: bySpeed((i) => ({
              covered: rounded(atSpeeds[i]!.covered),
              shareOfTerritory: shareOf(atSpeeds[i]!.inRegion, residents),
            })),
          }),
    },
    ownPoints: own.map((point, i) => ({
      ...headingOf(point),
      lat: point.lat,
      lng: point.lng,
      ofBrand: point.ofBrand,
      ...roundedAll(reach.stores[i]!),
    })),
    plannedPoints: planned.map((point, i) => {
      const { reached, added } = plannedReach(network, weights, own.length + i);
      return { ...headingOf(point), ...roundedAll({ reached, added, sharedWithOwn: reached - added }) };
    }),
    levelUsed: spots.levelUsed,
    ...describeAreas(territory, spots),
    ...(closing === null ? {} : { closingOrder: numbered(closingSteps(closing, places)) }),
    ...(opening === null ? {} : { openingOrder: numbered(openingSteps(opening, places)) }),
    ...ownMemberOfPlaces(context, { ...input, stores: own }, input.ownData),
    ...spoken({ notes: notesOf(input, spots, own.length, offRoad) }),
    method: {
      minutes: input.minutes,
      mode: input.mode,
      traffic: profileOf(territory, roadModeOf(input), input.traffic).split('-')[1] as Output['method']['traffic'],
      direction: 'inbound',
      ...travelled,
      measure: 'population',
      ...spoken({ orders: said('greedy_orders') }),
    },
    dataVersion: versionsOf(territory, ['territory', 'sociodemo', 'players', ...transitFamily(travelled)]),
  };
  context.progress(1, 'done');
  return { result };
}

/** Reach of a place by itself, and the part of it that no store of the network reaches. */
function plannedReach({ sets, storeCount }: Network, weights: ClassWeights, place: number) {
  let [reached, added] = [0, 0];
  for (let i = sets.firstClass[place]!; i < sets.firstClass[place + 1]!; i++) {
    const people = weights[sets.classList[i]!]!;
    reached += people;
    if (storeCount[sets.classList[i]!] === 0) added += people;
  }
  return { reached, added };
}

function residentsOf(territory: Territory): number {
  const { weights } = censusOf(territory)!;
  const shares = regionShares(territory);
  return weights.reduce((sum, residents, unit) => sum + residents * shares[unit]!, 0);
}

/** The people of the region whom some store reaches; `covered` are those of all the map. */
function coveredInRegion(network: Network, covered: number): number {
  const { territory } = network.sets;
  const isIn = polesInRegion(territory);
  if (isIn === null) return covered;
  const stores = storesByPole(network);
  const people = measurePerPole(territory, 'population')!;
  return people.reduce((sum, count, pole) => sum + (isIn[pole] === 1 && stores[pole]! > 0 ? count : 0), 0);
}

function spendOf(network: Network, sector: Sector): Output['coverage']['spend'] {
  const { territory } = network.sets;
  const { unit, perUnit } = sectorDemand(territory, sector)!;
  const everyPole = Uint32Array.from({ length: territory.poles.rows }, (_, pole) => pole);
  const demand = spreadOverPoles(territory, perUnit, everyPole);
  const stores = storesByPole(network);
  const isIn = polesInRegion(territory);
  let [covered, all] = [0, 0];
  demand.forEach((spend, pole) => {
    if (isIn !== null && isIn[pole] === 0) return;
    all += spend;
    if (stores[pole]! > 0) covered += spend;
  });
  return {
    sector: sector.code,
    unit,
    ...demandErrorIn(territory, sector),
    covered: rounded(covered),
    territory: rounded(all),
    share: shareOf(covered, all),
  };
}

const shareOf = (part: number, all: number): number | null => (all > 0 ? rounded(part / all) : null);

function describeAreas({ areas }: Territory, spots: WhiteSpots): Pick<Output, 'areas' | 'areaCount'> {
  const byCovered = [...spots.areas].sort((a, b) => b.covered - a.covered);
  return {
    areaCount: byCovered.length,
    areas: byCovered.slice(0, AREAS_SHOWN).map(({ area, people, covered, unreached }) => ({
      code: areas.code.at(area),
      name: areas.name.at(area),
      kind: AREA_KINDS[areas.kind[area]!]!,
      ...roundedAll({ people, covered, unreached }),
      coveredShare: shareOf(covered, people),
    })),
  };
}

function notesOf({ brand, areaLevel }: Input, { levelUsed }: WhiteSpots, own: number, offRoad: number): Sentence[] {
  const notes: Sentence[] = [];
  if (levelUsed === null) notes.push(said('coverage_no_areas'));
  else if (levelUsed !== areaLevel) {
    notes.push(said('coverage_other_level', { level: areasOf(areaLevel), shown: areasOf(levelUsed) }));
  }
  if (own === 0) notes.push(said('no_own_points'));
  if (own === 1) notes.push(said('one_own_point'));
  if (offRoad > 0) notes.push(said('off_road', { count: offRoad, brand: brand ?? '' }));
  return notes;
}
