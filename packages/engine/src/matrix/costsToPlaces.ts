import { haversineMeters } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import { snappedCost } from '../catchment/sweep.ts';
import { riddenPlaces } from '../catchment/transitCatchment.ts';
import { type EdgeCosts, edgeCosts, profileOf } from '../graph/edgeCosts.ts';
import { searchGraph } from '../graph/searchGraph.ts';
import type { Direction, LatLng, StoreTravel } from '../query/query.ts';
import { bucketSearch } from '../search/bucketSearch.ts';
import { originSeeds } from '../search/seeds.ts';
import { workspaceOf } from '../search/workspace.ts';
import type { SnappedOrigin } from '../snap/snapOrigins.ts';
import { requiredTimetable } from '../transit/timetable.ts';

/** Which costs are wanted between an origin and places. */
export interface CostsQuery extends StoreTravel {
  /** Distances have neither traffic nor hours; journeys by public transport are measured in time. */
  readonly measure: 'time' | 'distance';
  /** outbound: from the origin to the places; inbound: from the places to the origin. */
  readonly direction: Direction;
  /** Inclusive: milliseconds or millimeters, above 0 and at most MAX_COST. */
  readonly limitCost: number;
  /** The search ends when this many places are found, the nearest; all by default. */
  readonly enough?: number;
}

/** A place, and where it meets the roads of the mode; null: nowhere. */
export interface RoadsidePlace {
  readonly place: LatLng;
  readonly snap: SnappedOrigin | null;
}

/** Milliseconds per meter of straight way that the first limit allows: 50 km/h by car, 15 by bicycle, 5 on foot. */
const FIRST_PACE = { car: 72, bicycle: 240, walk: 720 } as const;
/** Millimeters of road per meter of straight way that the first limit allows. */
const FIRST_DETOUR = 1300;
/** The least first limit, of either measure: a minute, or 60 m. */
const FIRST_LEAST = 60_000;

/**
 * Least cost between an origin and each place in the direction of travel, access legs included: milliseconds or millimeters, as
 * a catchment counts poles; Infinity beyond the limit. With `enough`, places farther than the nearest so many may be Infinity, too.
 *
 * Method: one search from the origin, whose limit begins near the straight distance of the places and doubles until all, or
 * enough, are found. Costs within a limit are exact, so the doubling changes no figure. By public transport there is one search up to the limit.
 */
export function costsToPlaces(
  territory: Territory,
  query: CostsQuery,
  origin: SnappedOrigin,
  places: readonly RoadsidePlace[],
  checkpoint?: () => void,
): Float64Array {
  const { measure, mode, traffic, hour, direction, transit, limitCost, enough = places.length } = query;
  const profile = profileOf(territory, mode, measure === 'time' ? traffic : 'normal');
  const costs = edgeCosts(territory, measure, mode, profile, direction, hour);
  if (transit !== undefined) {
    const timetable = requiredTimetable(territory);
    const question = { territory, timetable, costs, origins: [origin], transit, limitCosts: [limitCost] };
    return Float64Array.from(riddenPlaces(question, places, checkpoint));
  }
  const onRoads = places.filter(({ snap }) => snap !== null).length;
  const wanted = Math.min(enough, onRoads);
  const found = new Float64Array(places.length).fill(Infinity);
  if (wanted === 0) return found;
  let limit = Math.min(limitCost, firstLimit(costs, origin, places, wanted));
  while (true) {
    if (searchWithin(territory, costs, origin, places, limit, found, checkpoint) >= wanted || limit === limitCost)
      return found;
    limit = Math.min(limitCost, 2 * limit);
  }
}

/** Writes the costs within a limit into `found`; returns how many places have one. */
function searchWithin(
  territory: Territory,
  costs: EdgeCosts,
  origin: SnappedOrigin,
  places: readonly RoadsidePlace[],
  limitCost: number,
  found: Float64Array,
  checkpoint?: () => void,
): number {
  const workspace = workspaceOf(territory);
  workspace.clear();
  bucketSearch(
    searchGraph(territory, costs),
    originSeeds(territory, costs, [origin]),
    limitCost,
    workspace,
    checkpoint,
  );
  let count = 0;
  places.forEach(({ snap }, i) => {
    if (snap === null) return;
    const cost = snappedCost({ territory, costs, workspace }, snap, snap.edge === origin.edge ? [origin] : null);
    if (cost > limitCost) return;
    found[i] = cost;
    count++;
  });
  return count;
}

/** A limit within which the wanted places may lie, from their straight distances. */
function firstLimit(
  { measure, mode }: EdgeCosts,
  { origin }: SnappedOrigin,
  places: readonly RoadsidePlace[],
  wanted: number,
): number {
  const meters = Float64Array.from(
    places.filter(({ snap }) => snap !== null),
    ({ place }) => haversineMeters(origin.lng, origin.lat, place.lng, place.lat),
  ).sort();
  return Math.max(
    FIRST_LEAST,
    Math.round(meters[wanted - 1]! * (measure === 'time' ? FIRST_PACE[mode] : FIRST_DETOUR)),
  );
}
