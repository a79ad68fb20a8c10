import { type Sentence, said, type Value } from '@hinterland/answers/said';
import { polesInRegion } from '@hinterland/engine/census';
import type { SiteCandidate } from '@hinterland/engine/siteSearch';
import { shareBeyondMap, snapPlace, straightReachMeters } from '@hinterland/engine/snap';
import { polesInPolygon } from '@hinterland/engine/tables';
import type { Territory } from '@hinterland/territory';
import { type ActionContext, ActionProblem } from '../action/action.ts';
import { stopIfCancelled } from '../catchments/catchment.ts';
import { multiPolygonOf } from '../input/polygon.ts';
import type { StoreId } from '../input/stores.ts';
import { areasSubject, enclosedSquareKm } from '../subject/subject.ts';
import { EDGE_TOLD } from '../verdicts/outcome.ts';
import { excludedTest, minutesFromOwn, nearOwnTest, notNearTest, reachedByFew } from './filters.ts';
import { PlaceGrid, placesOfStores } from './placeGrid.ts';
import { type Premises, premisesAt } from './premises.ts';
import type { Input } from './schema.ts';

/** Candidates of one search. */
const CANDIDATES_MAX = 50_000;

/** A shopping street has this many stores within this distance of an address. */
const STORES_NEAR = 2;
const STORES_NEAR_METERS = 100;

/** A candidate as answers name it. */
export interface Candidate extends SiteCandidate {
  readonly lat: number;
  readonly lng: number;
  readonly id?: StoreId;
  readonly name?: string;
  /** The offer of premises that are for rent. */
  readonly premises?: Premises;
}

export interface Candidates {
  readonly list: readonly Candidate[];
  readonly withoutRoad: number;
  readonly nearOwn: number;
  /** Inside `outsidePolygon`. */
  readonly excluded: number;
  /** Without a stop or an anchor near, or with too few people. */
  readonly filtered: number;
  /** At the edge of the map. */
  readonly atEdge: number;
  /** Addresses that thinning left out. */
  readonly thinned: number;
}

/** All places at which a store could stand, each on its road. `size` is that of places without one of their own, `limitCost` the longest time that counts. Throws ActionProblem where there are none, or too many. */
export function candidatesOf(context: ActionContext, input: Input, size: number, limitCost: number): Candidates {
  const { territory } = context;
  const { mode, snapLimitMeters } = input;
  for (const field of ['polygon', 'outsidePolygon'] as const) {
    const drawn = input[field];
    if (drawn !== undefined) enclosedSquareKm(multiPolygonOf(drawn), `#/${field}`);
  }
  const [isNearOwn, isExcluded, isNotNear] = [nearOwnTest(input), excludedTest(input), notNearTest(territory, input)];
  const all: Candidate[] = [];
  let withoutRoad = 0;
  let nearOwn = 0;
  let excluded = 0;
  let filtered = 0;
  let count = 0;
  const left = { thinned: 0 };
  for (const given of placesOf(territory, input, left)) {
    if (count++ % 1000 === 0) stopIfCancelled(context);
    if (isNearOwn(given)) {
      nearOwn++;
      continue;
    }
    if (isExcluded(given)) {
      excluded++;
      continue;
    }
    if (isNotNear(given)) {
      filtered++;
      continue;
    }
    const { lat, lng } = given;
    const snap = snapPlace(territory, mode, { lat, lng }, snapLimitMeters);
    if (snap === null) withoutRoad++;
    else all.push({ ...given, snap, size: given.squareMeters ?? size });
    if (all.length > CANDIDATES_MAX) refuse(said('too_many_candidates', { most: CANDIDATES_MAX }), '#/spacingMeters');
  }
  const near = minutesFromOwn(context, input, all);
  nearOwn += near.size;
  const away = near.size === 0 ? all : all.filter((candidate) => !near.has(candidate));
  const few = reachedByFew(context, input, limitCost, away);
  filtered += few.size;
  const enough = few.size === 0 ? away : away.filter((candidate) => !few.has(candidate));
  const isAtEdge = atEdgeTest(territory, input, limitCost);
  const inside = enough.filter((candidate) => !isAtEdge(candidate));
  // On a map that is all edge there is no choice.
  const list = inside.length === 0 ? enough : inside;
  if (list.length === 0) {
    const why =
      nearOwn > 0
        ? input.awayFromOwnMinutes > 0
          ? said('near_own_minutes', {
              candidates: nearOwn,
              minutes: input.awayFromOwnMinutes,
              meters: input.awayFromOwnMeters,
            })
          : said('all_near_own', { candidates: nearOwn, distance: input.awayFromOwnMeters })
        : excluded > 0
          ? said('all_outside', { candidates: excluded })
          : filtered > 0
            ? said('all_filtered', { candidates: filtered, lack: lackOf(input) })
            : said('no_candidate');
    refuse(
      said('then', {
        first: why,
        next: input.candidates === 'shopping_streets' ? said('try_addresses') : said('larger_area'),
      }),
      '#/candidates',
    );
  }
  return { list, withoutRoad, nearOwn, excluded, filtered, atEdge: enough.length - list.length, thinned: left.thinned };
}

/** Whether a tenth of a place's reach or more lies beyond the map, so that nobody knows who lives and sells there; never for places that the caller names. */
export function atEdgeTest(
  territory: Territory,
  { mode, candidates }: Pick<Input, 'mode' | 'candidates'>,
  limitCost: number,
): (place: { readonly lat: number; readonly lng: number }) => boolean {
  if (candidates === 'places') return () => false;
  const meters = straightReachMeters({ mode }, limitCost / 1000);
  return (place) => shareBeyondMap(territory, place, meters) >= EDGE_TOLD;
}

interface Given {
  readonly lat: number;
  readonly lng: number;
  readonly squareMeters?: number | undefined;
  readonly id?: StoreId;
  readonly name?: string;
  readonly premises?: Premises;
}

function* placesOf(territory: Territory, input: Input, left: { thinned: number }): Iterable<Given> {
  if (input.places !== undefined) {
    for (const { lat, lng, id, name, squareMeters } of input.places)
      yield { lat, lng, id, squareMeters, ...(name === undefined ? {} : { name }) };
    return;
  }
  if (input.candidates === 'vacant_premises') {
    for (const premises of premisesAt(territory, polesOf(territory, input), input)) {
      const { lat, lng, squareMeters } = premises;
      yield { lat, lng, premises, ...(squareMeters === null ? {} : { squareMeters }) };
    }
    return;
  }
  const { lngMicrodegrees, latMicrodegrees } = territory.poles;
  const taken = new PlaceGrid(input.spacingMeters);
  const stores = input.candidates === 'shopping_streets' ? placesOfStores(territory, STORES_NEAR_METERS) : null;
  for (const pole of polesOf(territory, input)) {
    const [lat, lng] = [latMicrodegrees[pole]! / 1e6, lngMicrodegrees[pole]! / 1e6];
    if (stores !== null && stores.countNear(lat, lng, STORES_NEAR) < STORES_NEAR) continue;
    if (taken.countNear(lat, lng, 1) > 0) {
      left.thinned++;
      continue;
    }
    taken.add(lat, lng);
    yield { lat, lng };
  }
}

/** The addresses of the area that is searched; those of the region where a call names none. */
export function polesOf(territory: Territory, { areas, polygon }: Input): Iterable<number> {
  if (areas !== undefined) return areasSubject(territory, areas).poles;
  if (polygon !== undefined) return polesInPolygon(territory, multiPolygonOf(polygon));
  return polesOfRegion(territory);
}

function* polesOfRegion(territory: Territory): Iterable<number> {
  const isIn = polesInRegion(territory);
  for (let pole = 0; pole < territory.poles.rows; pole++) if (isIn === null || isIn[pole] === 1) yield pole;
}

function refuse(detail: Sentence, pointer: string): never {
  throw new ActionProblem('validation_error', detail, { errors: [{ pointer, detail }] });
}

/** What candidates lack that the filters of a call leave out. */
const lackOf = ({ nearStopMeters, anchorSectorCode, anchorMeters, peopleAtLeast }: Input): Value =>
  [
    ...(nearStopMeters > 0 ? [said('no_stop_within', { meters: nearStopMeters })] : []),
    ...(anchorSectorCode === undefined
      ? []
      : [
          said('no_store_within', {
            sector: { sector: anchorSectorCode, name: anchorSectorCode },
            meters: anchorMeters,
          }),
        ]),
    ...(peopleAtLeast > 0 ? [said('fewer_people', { people: peopleAtLeast })] : []),
  ].reduce<Value>((one, other) => (one === '' ? other : said('or_else', { one, other })), '');
