import { lengthened } from '@hinterland/geo';
import { NONE, type Territory } from '@hinterland/territory';
import { accessCost, type EdgeCosts } from '../graph/edgeCosts.ts';
import { edgesByNode } from '../graph/edgesByNode.ts';
import { searchGraph } from '../graph/searchGraph.ts';
import { snapParts } from '../memory/parts.ts';
import type { TransitQuery } from '../query/query.ts';
import { bucketSearch } from '../search/bucketSearch.ts';
import { originSeeds } from '../search/seeds.ts';
import { type NodeField, type SearchWorkspace, UNREACHED, workspaceOf } from '../search/workspace.ts';
import type { SnappedOrigin } from '../snap/snapOrigins.ts';
import { snapStarts } from '../snap/snapStarts.ts';
import type { StopAccess } from '../transit/rangeRaptor.ts';
import { rideTimes } from '../transit/rides.ts';
import { stopPlace, type Timetable } from '../transit/timetable.ts';
import type { Departures } from './departures.ts';
import { bandOf, originsByEdge, placeCost, type Sweep } from './sweep.ts';
import { Tally } from './tally.ts';
import { TransitPlaces } from './transitPlaces.ts';
import type { Holdings, ReachedPoles, TransitReach } from './types.ts';

/** A checked question by public transport. */
export interface TransitQuestion {
  readonly territory: Territory;
  readonly timetable: Timetable;
  readonly costs: EdgeCosts;
  readonly origins: readonly SnappedOrigin[];
  readonly transit: TransitQuery;
  /** Ascending, inclusive, milliseconds. */
  readonly limitCosts: readonly number[];
}

export interface TransitResult {
  readonly reach: TransitReach;
  /** Per limit, by the time at the percentile. */
  readonly holdings: { readonly own: Holdings; readonly cumulative: Holdings }[];
  /** Times at the percentile of the nodes: upper bounds for what lies on their edges. */
  readonly field: NodeField;
}

/**
 * Everyone within the limits of the nearest origin by public transport, or by walking all the way.
 *
 * Method: docs/methods/transit.md. Walk from the origins, ride from the stops near them for every departure of the window,
 * walk from every stop that is reached; the times of a pole, one per departure, have an exact distribution.
 */
export function transitCatchment(question: TransitQuestion, checkpoint?: () => void): TransitResult {
  const { territory, timetable, costs, origins, transit, limitCosts } = question;
  const lastLimit = limitCosts.at(-1)!;
  const workspace = workspaceOf(territory);
  const walked = walkFrom(question, workspace, checkpoint);
  const sweep: Sweep = { territory, costs, origins, workspace, limitCosts };
  const access = stopAccess(timetable, sweep, transit.maxWalkSeconds * 1000);
  const stopTimes = rideTimes(timetable, transit, costs.direction, access, lastLimit, checkpoint);
  const rides = { timetable, stopTimes };
  const places = new TransitPlaces(territory, costs, rides, transit, lastLimit);
  workspace.loadField(walked);

  const [tally, every, half, any] = [0, 0, 0, 0].map(() => new Tally(territory, limitCosts.length, null));
  const poles = new PoleList(limitCosts);
  const add = (to: Tally, pole: number, cost: number) => {
    const band = bandOf(limitCosts, cost);
    if (band < limitCosts.length) to.pole(pole, cost, band);
  };
  forEachPole(sweep, places, (pole, times) => {
    const { least } = times;
    if (least > lastLimit) return;
    const cost = times.atPercentile;
    add(any!, pole, least);
    add(half!, pole, times.half);
    add(every!, pole, times.most);
    add(tally!, pole, cost);
    poles.add(pole, cost);
  });
  const [ofEvery, ofHalf, ofAny] = [every!.holdings(), half!.holdings(), any!.holdings()];
  return {
    reach: {
      poles: poles.finish(),
      reliability: limitCosts.map((_, i) => ({
        every: ofEvery[i]!.cumulative,
        half: ofHalf[i]!.cumulative,
        any: ofAny[i]!.cumulative,
      })),
      rides,
    },
    holdings: tally!.holdings(),
    field: nodeField(sweep, places),
  };
}

/** Walks as far as the limits and the way to the first stop allow; the costs stay in the workspace. */
function walkFrom(question: TransitQuestion, workspace: SearchWorkspace, checkpoint?: () => void): NodeField {
  const { territory, costs, origins, transit, limitCosts } = question;
  workspace.clear();
  const farthest = Math.max(limitCosts.at(-1)!, transit.maxWalkSeconds * 1000);
  bucketSearch(searchGraph(territory, costs), originSeeds(territory, costs, origins), farthest, workspace, checkpoint);
  workspace.sortReached();
  return workspace.takeField();
}

/** Returns the stops within a walk of an origin, with its cost. */
function stopAccess(
  timetable: Timetable,
  { territory, costs, origins, workspace }: Sweep,
  longestWalk: number,
): StopAccess {
  const { fromNode, toNode, lengthMillimeters } = territory.edges;
  const starts = new Map(originsByEdge(origins).entries());
  const stops: number[] = [];
  const walks: number[] = [];
  for (let stop = 0; stop < timetable.stops.rows; stop++) {
    const { edge, positionMillimeters, accessMillimeters } = stopPlace(timetable, stop);
    if (edge === NONE) continue;
    const [from, to] = [workspace.cost(fromNode[edge]!), workspace.cost(toNode[edge]!)];
    const onEdge = starts.get(edge) ?? null;
    if (from === UNREACHED && to === UNREACHED && onEdge === null) continue;
    const toRoad = placeCost(costs, edge, from, to, positionMillimeters, lengthMillimeters[edge]!, onEdge);
    const walk = toRoad + accessCost(costs.measure, accessMillimeters);
    if (walk > longestWalk) continue;
    stops.push(stop);
    walks.push(walk);
  }
  return { stops, costs: walks };
}

/** Visits every pole that people reach on foot or from a stop; the times hold during the visit. */
function forEachPole(sweep: Sweep, places: TransitPlaces, visit: (pole: number, times: Departures) => void): void {
  const { territory, costs, origins, workspace } = sweep;
  const { fromNode, toNode, lengthMillimeters } = territory.edges;
  const firstSnap = snapStarts(territory, costs.mode);
  const snaps = snapParts(territory, costs.mode);
  const starts = new Map(originsByEdge(origins).entries());
  const polesAt = (edge: number) => {
    const [first, end] = [firstSnap[edge]!, firstSnap[edge + 1]!];
    if (first === end) return;
    snaps.need(first, end);
    const [from, to] = [workspace.cost(fromNode[edge]!), workspace.cost(toNode[edge]!)];
    const length = lengthMillimeters[edge]!;
    const onEdge = starts.get(edge) ?? null;
    for (let row = first; row < end; row++) {
      const place = {
        edge,
        positionMillimeters: snaps.positionMillimeters[row]!,
        accessMillimeters: snaps.accessMillimeters[row]!,
      };
      const walk =
        placeCost(costs, edge, from, to, place.positionMillimeters, length, onEdge) +
        accessCost(costs.measure, place.accessMillimeters);
      visit(snaps.pole[row]!, places.at(place, walk));
    }
  };
  const apart = new Set([...starts.keys(), ...places.stopsOnEdge.keys()]);
  for (const edge of apart) polesAt(edge);
  forEachEdge(sweep, places, (edge) => {
    if (!apart.has(edge)) polesAt(edge);
  });
}

/** Visits every edge with an end that people reach on foot or from a stop. */
function forEachEdge(sweep: Sweep, places: TransitPlaces, visit: (edge: number) => void): void {
  const { firstFrom, firstTo, toEdges } = edgesByNode(sweep.territory);
  const { fromNode } = sweep.territory.edges;
  const isReached = (node: number) => sweep.workspace.cost(node) !== UNREACHED || places.hasWalksTo(node);
  forEachNode(sweep, places, (node) => {
    for (let edge = firstFrom[node]!; edge < firstFrom[node + 1]!; edge++) visit(edge);
    for (let i = firstTo[node]!; i < firstTo[node + 1]!; i++) {
      if (!isReached(fromNode[toEdges[i]!]!)) visit(toEdges[i]!);
    }
  });
}

function forEachNode({ workspace }: Sweep, places: TransitPlaces, visit: (node: number) => void): void {
  for (let i = 0; i < workspace.reachedCount; i++) visit(workspace.reached[i]!);
  for (const node of places.nodes) if (workspace.cost(node) === UNREACHED) visit(node);
}

/** Returns the times at the percentile of all nodes within the last limit. */
function nodeField(sweep: Sweep, places: TransitPlaces): NodeField {
  const { workspace, limitCosts } = sweep;
  const costOf = new Map<number, number>();
  forEachNode(sweep, places, (node) => {
    const cost = places.atNode(node, workspace.cost(node)).atPercentile;
    if (cost <= limitCosts.at(-1)!) costOf.set(node, cost);
  });
  const nodes = Uint32Array.from(costOf.keys()).sort();
  return { nodes, costs: nodes.map((node) => costOf.get(node)!) };
}

class PoleList {
  readonly #limitCosts: readonly number[];
  #entries = new Float64Array(1024);
  #count = 0;

  constructor(limitCosts: readonly number[]) {
    this.#limitCosts = limitCosts;
  }

  add(pole: number, cost: number): void {
    if (cost > this.#limitCosts.at(-1)!) return;
    if (this.#count === this.#entries.length) this.#entries = lengthened(this.#entries);
    this.#entries[this.#count++] = pole * COSTS + cost;
  }

  finish(): ReachedPoles {
    const entries = this.#entries.subarray(0, this.#count).sort();
    const costs = Uint32Array.from(entries, (entry) => entry % COSTS);
    return {
      poles: Uint32Array.from(entries, (entry) => Math.floor(entry / COSTS)),
      costs,
      bands: Uint8Array.from(costs, (cost) => bandOf(this.#limitCosts, cost)),
    };
  }
}

/** Above every cost within the limits; with the pole in front of it, a number keeps within 53 bits. */
const COSTS = 2 ** 27;
