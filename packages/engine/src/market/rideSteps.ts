import { NONE, type Territory } from '@hinterland/territory';
import { snapRowByPole } from '../catchment/poleCost.ts';
import { forEachRiddenPole } from '../catchment/transitCatchment.ts';
import { type EdgeCosts, edgeCosts, profileOf, turnedAround } from '../graph/edgeCosts.ts';
import { searchGraph } from '../graph/searchGraph.ts';
import type { TransitQuery } from '../query/query.ts';
import { bucketSearch } from '../search/bucketSearch.ts';
import { workspaceOf } from '../search/workspace.ts';
import { type SnappedOrigin, snapPlace } from '../snap/snapOrigins.ts';
import { legsOf } from '../transit/legs.ts';
import { rideTimesIn } from '../transit/rides.ts';
import { stopPlacesOf } from '../transit/stopPlaces.ts';
import { requiredTimetable, type Timetable } from '../transit/timetable.ts';
import { searchWindow } from '../transit/window.ts';
import { stepOf, TOO_FAR } from './decay.ts';

/** A checked question about travel times by public transport. */
interface RideQuestion {
  readonly territory: Territory;
  /** Inbound, in the mode of the leg at the poles. */
  readonly costs: EdgeCosts;
  readonly poles: Uint32Array;
  readonly stores: readonly (SnappedOrigin | null)[];
  readonly transit: TransitQuery;
  readonly limitCost: number;
}

const MINUTE = 60_000;

/**
 * Times at the percentile from every pole to every store, as steps in the order of `poles`; null for a store that no pole
 * reaches. One search per store that may be in reach, back in time from the arrivals there, finds the times of all poles.
 */
export function rideSteps(
  question: RideQuestion,
  checkpoint?: () => void,
  announce?: (stores: number) => void,
): (Uint16Array | null)[] {
  const { territory, costs, poles, stores, transit, limitCost } = question;
  const timetable = requiredTimetable(territory);
  const isNear = storesInReach(question, timetable, checkpoint);
  announce?.(isNear.filter(Boolean).length);
  const placeOf = new Int32Array(territory.poles.rows).fill(-1);
  poles.forEach((pole, place) => {
    placeOf[pole] = place;
  });
  return stores.map((store, i) => {
    if (store === null || !isNear[i]) return null;
    const steps = new Uint16Array(poles.length).fill(TOO_FAR);
    let reached = 0;
    const reach = (pole: number, cost: number) => {
      if (placeOf[pole] === -1) return;
      steps[placeOf[pole]!] = stepOf(cost);
      reached++;
    };
    const single = { territory, timetable, costs, origins: [store], transit, limitCosts: [limitCost] };
    forEachRiddenPole(single, reach, checkpoint);
    return reached === 0 ? null : steps;
  });
}

/**
 * Returns the stores that may lie within the limit of some pole: all that do, and perhaps more.
 *
 * One search onward from all poles at once, for each minute from the first arrival back by the limit: who leaves in
 * between is at most a minute faster than who leaves at the whole minute before. Ways along the streets of poles, stops
 * and stores take no time here.
 */
function storesInReach(question: RideQuestion, timetable: Timetable, checkpoint?: () => void): boolean[] {
  const { territory, costs, stores, transit } = question;
  const limit = question.limitCost + MINUTE;
  const { near, far } = legsOf(transit, 'inbound');
  const fromPoles = new Onward(turnedAround(costs), question, checkpoint);
  fromPoles.startAtPoles();
  fromPoles.search(Math.max(far.longestMilliseconds, limit));
  const byFarMode = stores.map((store) => store !== null && fromPoles.leastAt(store.edge) <= limit);
  const access: { stops: number[]; costs: number[] } = { stops: [], costs: [] };
  stopPlacesOf(territory, timetable, far.mode).edge.forEach((edge, stop) => {
    const way = edge === NONE ? Infinity : fromPoles.leastAt(edge);
    if (way > far.longestMilliseconds) return;
    access.stops.push(stop);
    access.costs.push(way);
  });

  const arrivals = searchWindow(timetable, transit, 'inbound');
  const before = Math.ceil(question.limitCost / MINUTE);
  const last = arrivals.departures.length - 1;
  const window = {
    ...arrivals,
    isMirrored: false,
    departures: Int32Array.from({ length: last + 1 + before }, (_, i) => (last - i) * MINUTE),
  };
  const { stops, least } = rideTimesIn(timetable, transit, window, access, limit, checkpoint);
  const isOneMode = near.mode === far.mode;
  const nearCosts = isOneMode
    ? costs
    : edgeCosts(territory, 'time', near.mode, profileOf(territory, near.mode, 'normal'), 'inbound');
  const toStores = new Onward(turnedAround(nearCosts), question, checkpoint);
  toStores.startAtPoles();
  const { edge: edgeOfStop } = stopPlacesOf(territory, timetable, near.mode);
  stops.forEach((stop, row) => {
    if (edgeOfStop[stop] !== NONE) toStores.start(edgeOfStop[stop]!, least[row]!);
  });
  toStores.search(limit);
  const isNear = stores.map((store, i) => {
    if (store === null || byFarMode[i]) return byFarMode[i]!;
    const joined = isOneMode ? store : snapPlace(territory, near.mode, store.origin);
    return joined !== null && toStores.leastAt(joined.edge) <= limit;
  });
  workspaceOf(territory).clear();
  return isNear;
}

/** A search from poles toward stores, from both ends of the streets at which it starts. */
class Onward {
  readonly #costs: EdgeCosts;
  readonly #question: RideQuestion;
  readonly #checkpoint: (() => void) | undefined;
  readonly #seeds = new Map<number, number>();

  constructor(costs: EdgeCosts, question: RideQuestion, checkpoint?: () => void) {
    this.#costs = costs;
    this.#question = question;
    this.#checkpoint = checkpoint;
  }

  startAtPoles(): void {
    const { territory, poles } = this.#question;
    const { mode } = this.#costs;
    const snapRow = snapRowByPole(territory, mode);
    for (const pole of poles) {
      if (snapRow[pole] !== NONE) this.start(territory.snaps[mode]!.edge[snapRow[pole]!]!, 0);
    }
  }

  start(edge: number, cost: number): void {
    const { fromNode, toNode } = this.#question.territory.edges;
    for (const node of [fromNode[edge]!, toNode[edge]!]) {
      if (cost < (this.#seeds.get(node) ?? Infinity)) this.#seeds.set(node, cost);
    }
  }

  /** Searches; the costs stay in the workspace. */
  search(longest: number): void {
    const { territory } = this.#question;
    const workspace = workspaceOf(territory);
    workspace.clear();
    const seeds = { nodes: [...this.#seeds.keys()], costs: [...this.#seeds.values()] };
    bucketSearch(searchGraph(territory, this.#costs), seeds, longest, workspace, this.#checkpoint);
  }

  /** Returns the lesser cost of the two ends of an edge. */
  leastAt(edge: number): number {
    const { edges } = this.#question.territory;
    const workspace = workspaceOf(this.#question.territory);
    return Math.min(workspace.cost(edges.fromNode[edge]!), workspace.cost(edges.toNode[edge]!));
  }
}
