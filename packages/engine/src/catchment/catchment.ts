import type { Profile } from '@hinterland/catalogue';
import type { Territory } from '@hinterland/territory';
import { type EdgeCosts, edgeCosts, MAX_COST, profileOf } from '../graph/edgeCosts.ts';
import { searchGraph } from '../graph/searchGraph.ts';
import { CatchmentError } from '../query/errors.ts';
import type { CatchmentQuery } from '../query/query.ts';
import { bucketSearch } from '../search/bucketSearch.ts';
import { originSeeds } from '../search/seeds.ts';
import { workspaceOf } from '../search/workspace.ts';
import type { SnappedOrigin } from '../snap/snapOrigins.ts';
import { checkOrigins, snapOrigins } from '../snap/snapOrigins.ts';
import { requiredTimetable } from '../transit/timetable.ts';
import { polesByEdge } from './polesByEdge.ts';
import { polesWithinRadius } from './radius.ts';
import type { Sweep } from './sweep.ts';
import { sweepPoles } from './sweepPoles.ts';
import { Tally } from './tally.ts';
import { transitCatchment } from './transitCatchment.ts';
import { TransitPlaces } from './transitPlaces.ts';
import type { Band, Catchment, ReachedPoles } from './types.ts';

/** Origins of one catchment. */
const MAX_ORIGINS = 1000;

/** Longest journey by public transport. */
const MAX_TRANSIT_SECONDS = 86_400;

/** Bands of one catchment. */
const MAX_LIMITS = 60;

export interface CatchmentOptions {
  /** Called now and then; may throw to stop the work. */
  readonly checkpoint?: () => void;
}

/**
 * Everyone within the limits of the nearest origin. A pole belongs to the first band whose limit its least cost does not
 * pass; several origins make one union in which every pole counts once. Throws CatchmentError where the question cannot
 * be answered.
 *
 * Method: docs/methods/catchment.md. Snap the origins, search least costs up to the last limit, add up poles by edge.
 */
export function catchment(territory: Territory, query: CatchmentQuery, options: CatchmentOptions = {}): Catchment {
  const limitCosts = checkQuery(territory, query);
  if (query.measure === 'radius') return radiusCatchment(territory, query, limitCosts);

  const profile = query.measure === 'time' ? profileOf(territory, query.mode, query.traffic) : null;
  const costs = networkCosts(territory, query);
  const origins = snapOrigins(territory, query.mode, query.origins, query.snapLimitMeters);
  if (query.transit !== undefined) {
    const timetable = requiredTimetable(territory);
    const question = { territory, timetable, costs, origins, transit: query.transit, limitCosts };
    const { holdings, field, reach } = transitCatchment(question, options.checkpoint);
    return { territory, query, profile, origins, bands: bandsOf(query, limitCosts, holdings), field, transit: reach };
  }
  const poles = polesByEdge(territory, query.mode);
  const workspace = workspaceOf(territory);
  workspace.clear();
  const lastLimit = limitCosts[limitCosts.length - 1]!;
  const seeds = originSeeds(territory, costs, origins);
  bucketSearch(searchGraph(territory, costs), seeds, lastLimit, workspace, options.checkpoint);

  workspace.sortReached();
  const tally = new Tally(territory, limitCosts.length, poles);
  const field = workspace.takeField();
  sweepPoles({ territory, costs, origins, workspace, limitCosts }, tally);
  const bands = bandsOf(query, limitCosts, tally.holdings());
  return { territory, query, profile, origins, bands, field, transit: null };
}

/** Every reached pole with its least cost and band, from a finished catchment. */
export function reachedPoles(of: Catchment): ReachedPoles {
  const count = of.bands[of.bands.length - 1]!.cumulative.poles;
  const poles = new Uint32Array(count);
  const costs = new Uint32Array(count);
  const bands = new Uint8Array(count);
  let row = 0;
  forEachReachedPole(of, (pole, cost, band) => {
    poles[row] = pole;
    costs[row] = cost;
    bands[row++] = band;
  });
  return { poles, costs, bands };
}

/** The same one by one, without making arrays. */
export function forEachReachedPole(of: Catchment, visit: (pole: number, cost: number, band: number) => void): void {
  const limitCosts = of.bands.map((band) => band.limitCost);
  if (of.transit !== null) {
    const { poles, costs, bands } = of.transit.poles;
    for (let i = 0; i < poles.length; i++) visit(poles[i]!, costs[i]!, bands[i]!);
  } else if (of.query.measure === 'radius') polesWithinRadius(of.territory, of.query.origins, limitCosts, visit);
  else sweepPoles(sweepOf(of), { pole: visit });
}

/** The finished search of a catchment, back in this thread's workspace. Not for a radius, which has none. */
export function sweepOf(of: Catchment): Sweep {
  const { territory, origins, field } = of;
  const workspace = workspaceOf(territory);
  workspace.loadField(field);
  return {
    territory,
    costs: networkCosts(territory, of.query),
    origins,
    workspace,
    limitCosts: of.bands.map((band) => band.limitCost),
  };
}

/** The times to any place by the rides of a catchment, null without rides. Made before `sweepOf`, because it may search. */
export function transitPlacesOf({ territory, query, transit, bands }: Catchment): TransitPlaces | null {
  if (transit === null) return null;
  return new TransitPlaces(
    territory,
    networkCosts(territory, query),
    transit.rides,
    query.transit!,
    bands.at(-1)!.limitCost,
  );
}

function radiusCatchment(territory: Territory, query: CatchmentQuery, limitCosts: readonly number[]): Catchment {
  const origins = query.origins.map(
    (origin): SnappedOrigin => ({
      origin,
      lat: origin.lat,
      lng: origin.lng,
      distanceMeters: 0,
      edge: -1,
      positionMillimeters: 0,
      accessMillimeters: 0,
    }),
  );
  const tally = new Tally(territory, limitCosts.length, null);
  polesWithinRadius(territory, query.origins, limitCosts, (pole, cost, band) => tally.pole(pole, cost, band));
  const field = { nodes: new Uint32Array(0), costs: new Uint32Array(0) };
  const bands = bandsOf(query, limitCosts, tally.holdings());
  return { territory, query, profile: null, origins, bands, field, transit: null };
}

function bandsOf(
  query: CatchmentQuery,
  limitCosts: readonly number[],
  holdings: readonly Pick<Band, 'own' | 'cumulative'>[],
): Band[] {
  return holdings.map((ofBand, i) => ({ limit: query.limits[i]!, limitCost: limitCosts[i]!, ...ofBand }));
}

function networkCosts(territory: Territory, { measure, mode, traffic, hour, direction }: CatchmentQuery): EdgeCosts {
  if (measure === 'radius') throw new RangeError('A radius has no road costs.');
  const profile: Profile = profileOf(territory, mode, measure === 'time' ? traffic : 'normal');
  return edgeCosts(territory, measure, mode, profile, direction, hour);
}

/** Limits in the integer unit of costs, after everything about the question has been checked. */
function checkQuery(territory: Territory, { origins, limits, transit }: CatchmentQuery): number[] {
  if (origins.length === 0) throw new CatchmentError('origins_empty', 'origins is empty: give at least one place.');
  if (origins.length > MAX_ORIGINS) {
    throw new CatchmentError(
      'origins_too_many',
      `origins holds ${origins.length} places; at most ${MAX_ORIGINS} make one catchment.`,
    );
  }
  checkOrigins(territory, origins);
  if (limits.length === 0) throw new CatchmentError('limits_empty', 'limits is empty: give at least one limit.');
  if (limits.length > MAX_LIMITS) {
    throw new CatchmentError(
      'limits_too_many',
      `limits holds ${limits.length} values; at most ${MAX_LIMITS} bands make one catchment.`,
    );
  }
  const largest = transit === undefined ? Math.floor(MAX_COST / 1000) : MAX_TRANSIT_SECONDS;
  return limits.map((limit, i) => {
    const limitCost = Math.round(limit * 1000);
    if (!(limitCost > 0 && limitCost <= largest * 1000)) {
      throw new CatchmentError(
        'limit_invalid',
        `limits[${i}] is ${limit}; it must lie above 0 and not above ${largest}.`,
      );
    }
    if (i > 0 && limitCost <= Math.round(limits[i - 1]! * 1000)) {
      throw new CatchmentError(
        'limits_not_ascending',
        `limits[${i}] is ${limit} after ${limits[i - 1]}: sort the limits and name each once.`,
      );
    }
    return limitCost;
  });
}
