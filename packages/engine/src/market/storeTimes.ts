import { NONE, type Territory } from '@hinterland/territory';
import { snapRowByPole } from '../catchment/poleCost.ts';
import { accessCost, type EdgeCosts, partialCost, travelTimes, turnedAround } from '../graph/edgeCosts.ts';
import { searchGraph } from '../graph/searchGraph.ts';
import type { LatLng, StoreTravel } from '../query/query.ts';
import { bucketSearch } from '../search/bucketSearch.ts';
import { originSeeds } from '../search/seeds.ts';
import { UNREACHED, workspaceOf } from '../search/workspace.ts';
import { type SnappedOrigin, snapPlace } from '../snap/snapOrigins.ts';
import { NO_COST } from '../sweep/costs.ts';
import { PoleLegs } from '../sweep/poleLegs.ts';
import { MAX_STEP_SECONDS, stepOf, TOO_FAR } from './decay.ts';
import { rideSteps } from './rideSteps.ts';

/** Which travel times are wanted. */
export interface StoreTimesQuery extends StoreTravel {
  /** Poles that people set out from, each once. */
  readonly poles: Uint32Array;
  /** Places of all stores that may be chosen, near or far. */
  readonly stores: readonly LatLng[];
  /** Inclusive; at most MAX_STEP_SECONDS. */
  readonly limitSeconds: number;
}

/**
 * Travel time from every pole to every store within the limit, as people go there (inbound), access legs included: per store
 * the step of each pole in the order of `poles`, TOO_FAR where there is no way or a longer one. Null for a store that no
 * pole reaches, or that lies more than SNAP_HARD_LIMIT_METERS from any road of the mode.
 *
 * Method: one outbound search from all poles at once finds the stores that may be in reach; each of these gets its own
 * inbound search, on roads or by public transport (`rideSteps.ts`). `checkpoint` is called now and then and may throw to stop the work.
 */
export function storeTimes(
  territory: Territory,
  query: StoreTimesQuery,
  checkpoint?: () => void,
): (Uint16Array | null)[] {
  const snapped = query.stores.map((store) => snapPlace(territory, query.mode, store));
  return timesToSnapped(territory, { ...query, stores: snapped }, checkpoint);
}

/**
 * The same for stores that are snapped already; null for one that is not. `announce` receives the number of stores to
 * search from before the searches begin, and may throw.
 */
export function timesToSnapped(
  territory: Territory,
  query: Omit<StoreTimesQuery, 'stores'> & { readonly stores: readonly (SnappedOrigin | null)[] },
  checkpoint?: () => void,
  announce?: (stores: number) => void,
): (Uint16Array | null)[] {
  const { stores, limitSeconds } = query;
  if (!(limitSeconds > 0 && limitSeconds <= MAX_STEP_SECONDS)) {
    throw new RangeError(`limitSeconds lies above 0 and not above ${MAX_STEP_SECONDS}, not at ${limitSeconds}.`);
  }
  const costs = travelTimes(territory, query, 'inbound');
  const limitCost = Math.round(limitSeconds * 1000);
  if (query.transit !== undefined) {
    const question = { territory, costs, poles: query.poles, stores, transit: query.transit, limitCost };
    return rideSteps(question, checkpoint, announce);
  }
  const ends = poleEnds(territory, costs, query.poles);
  const isNear = nearStores(territory, costs, ends, stores, limitCost, checkpoint);
  announce?.(isNear.filter(Boolean).length);
  const workspace = workspaceOf(territory);
  const graph = searchGraph(territory, costs);
  return stores.map((store, i) => {
    if (store === null || !isNear[i]) return null;
    workspace.clear();
    bucketSearch(graph, originSeeds(territory, costs, [store]), limitCost, workspace, checkpoint);
    return stepsFrom(ends, costs, territory, workspace.labels, store, limitCost);
  });
}

/** Where poles meet the network: nodes at both ends of their edges and what lies between, by position in `poles`. */
interface PoleEnds {
  readonly poles: Uint32Array;
  /** Row of the mode's snap table, NONE for a pole without one. */
  readonly snapRow: Uint32Array;
  readonly fromNode: Uint32Array;
  readonly toNode: Uint32Array;
  /** Cost between that end and the pole's door; NO_COST where that end does not lead to it. */
  readonly overFrom: Uint32Array;
  readonly overTo: Uint32Array;
}

function poleEnds(territory: Territory, costs: EdgeCosts, poles: Uint32Array): PoleEnds {
  const rows = snapRowByPole(territory, costs.mode);
  const snaps = territory.snaps[costs.mode]!;
  const legs = new PoleLegs(territory, costs);
  const ends: PoleEnds = {
    poles,
    snapRow: poles.map((pole) => rows[pole]!),
    fromNode: new Uint32Array(poles.length),
    toNode: new Uint32Array(poles.length),
    overFrom: new Uint32Array(poles.length).fill(NO_COST),
    overTo: new Uint32Array(poles.length).fill(NO_COST),
  };
  for (let i = 0; i < poles.length; i++) {
    const row = ends.snapRow[i]!;
    if (row === NONE) continue;
    const edge = snaps.edge[row]!;
    ends.fromNode[i] = territory.edges.fromNode[edge]!;
    ends.toNode[i] = territory.edges.toNode[edge]!;
    ends.overFrom[i] = legs.overFrom(edge, row);
    ends.overTo[i] = legs.overTo(edge, row);
  }
  return ends;
}

/** Returns the stores that may lie within the limit of some pole: all that do, and perhaps more. */
function nearStores(
  territory: Territory,
  costs: EdgeCosts,
  ends: PoleEnds,
  stores: readonly (SnappedOrigin | null)[],
  limitCost: number,
  checkpoint?: () => void,
): boolean[] {
  const nodes = new Set<number>();
  for (let i = 0; i < ends.poles.length; i++) {
    if (ends.snapRow[i] === NONE) continue;
    nodes.add(ends.fromNode[i]!);
    nodes.add(ends.toNode[i]!);
  }
  const workspace = workspaceOf(territory);
  workspace.clear();
  const seeds = [...nodes];
  bucketSearch(
    searchGraph(territory, turnedAround(costs)),
    { nodes: seeds, costs: seeds.map(() => 0) },
    limitCost,
    workspace,
    checkpoint,
  );
  const { fromNode, toNode } = territory.edges;
  // A store on the road of a pole lies between two seeds, so the ends of its road are reached in every case.
  return stores.map(
    (store) =>
      store !== null &&
      (workspace.cost(fromNode[store.edge]!) <= limitCost || workspace.cost(toNode[store.edge]!) <= limitCost),
  );
}

/** Steps of all poles after the search from a store, null where none is within the limit. */
function stepsFrom(
  ends: PoleEnds,
  costs: EdgeCosts,
  territory: Territory,
  labels: Int32Array,
  store: SnappedOrigin,
  limitCost: number,
): Uint16Array | null {
  const { poles, snapRow, fromNode, toNode, overFrom, overTo } = ends;
  const snaps = territory.snaps[costs.mode]!;
  const steps = new Uint16Array(poles.length).fill(TOO_FAR);
  let reached = 0;
  for (let i = 0; i < poles.length; i++) {
    const row = snapRow[i]!;
    if (row === NONE) continue;
    // Neither sum passes 2^32: UNREACHED and NO_COST are both 2^31 - 1.
    let cost = Math.min(labels[2 * fromNode[i]!]! + overFrom[i]!, labels[2 * toNode[i]!]! + overTo[i]!);
    if (snaps.edge[row] === store.edge) cost = Math.min(cost, straightCost(territory, costs, store, row));
    if (cost > limitCost || cost >= UNREACHED) continue;
    steps[i] = stepOf(cost);
    reached++;
  }
  return reached === 0 ? null : steps;
}

/** Cost between a store and a pole on the same road, straight along it. */
function straightCost(territory: Territory, costs: EdgeCosts, store: SnappedOrigin, row: number): number {
  const { positionMillimeters, accessMillimeters } = territory.snaps[costs.mode]!;
  const ahead = positionMillimeters[row]! - store.positionMillimeters;
  const whole = (ahead >= 0 ? costs.enteredAtFrom : costs.enteredAtTo)[store.edge]!;
  const part = partialCost(whole, Math.abs(ahead), territory.edges.lengthMillimeters[store.edge]!);
  if (part < 0) return NO_COST;
  return accessCost(costs.measure, store.accessMillimeters) + part + accessCost(costs.measure, accessMillimeters[row]!);
}
