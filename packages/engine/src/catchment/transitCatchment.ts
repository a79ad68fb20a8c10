import type { Mode } from '@hinterland/catalogue';
import { NONE, type Territory } from '@hinterland/territory';
import { accessCost, type EdgeCosts, edgeCosts, profileOf } from '../graph/edgeCosts.ts';
import { edgesByNode } from '../graph/edgesByNode.ts';
import { searchGraph } from '../graph/searchGraph.ts';
import { snapParts } from '../memory/parts.ts';
import type { LatLng, TransitQuery } from '../query/query.ts';
import { bucketSearch } from '../search/bucketSearch.ts';
import { originSeeds } from '../search/seeds.ts';
import { type NodeField, UNREACHED, workspaceOf } from '../search/workspace.ts';
import { type SnappedOrigin, snapPlace } from '../snap/snapOrigins.ts';
import { snapStarts } from '../snap/snapStarts.ts';
import { legsOf } from '../transit/legs.ts';
import type { StopAccess } from '../transit/rangeRaptor.ts';
import { rideTimes } from '../transit/rides.ts';
import { stopPlace, stopPlacesOf } from '../transit/stopPlaces.ts';
import type { Timetable } from '../transit/timetable.ts';
import { CostList } from './costList.ts';
import type { Departures } from './departures.ts';
import { bandOf, originsByEdge, placeCost, type Sweep, snappedCost } from './sweep.ts';
import { sweepPoles } from './sweepPoles.ts';
import { Tally } from './tally.ts';
import { type Rides, TransitPlaces } from './transitPlaces.ts';
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
 * Everyone within the limits of the nearest origin by public transport, or without any ride.
 *
 * Method: docs/methods/transit.md. Go from the origins to the stops near them, ride from there for every departure of the
 * window, go from every stop that is reached to the poles near it; the times of a pole, one per departure, have an exact distribution.
 */
export function transitCatchment(question: TransitQuestion, checkpoint?: () => void): TransitResult {
  const { territory, limitCosts, transit } = question;
  const lastLimit = limitCosts.at(-1)!;
  const ridden = findRides(question, checkpoint);
  const [tally, every, half, any] = [0, 0, 0, 0].map(() => new Tally(territory, limitCosts.length, null));
  const isMedian = transit.percentile === 50;
  const poles = new CostList(lastLimit);
  const add = (to: Tally, pole: number, cost: number) => {
    const band = bandOf(limitCosts, cost);
    if (band < limitCosts.length) to.pole(pole, cost, band);
  };
  forEachPole(ridden, (pole, times) => {
    const { least } = times;
    if (least > lastLimit) return;
    const cost = times.atPercentile;
    add(any!, pole, least);
    if (!isMedian) add(half!, pole, times.half);
    add(every!, pole, times.most);
    add(tally!, pole, cost);
    poles.add(pole, cost);
  });
  const holdings = tally!.holdings();
  const [ofEvery, ofAny] = [every!.holdings(), any!.holdings()];
  const ofHalf = isMedian ? holdings : half!.holdings();
  return {
    reach: {
      poles: reachedPoles(poles, limitCosts),
      reliability: limitCosts.map((_, i) => ({
        every: ofEvery[i]!.cumulative,
        half: ofHalf[i]!.cumulative,
        any: ofAny[i]!.cumulative,
      })),
      rides: ridden.rides,
    },
    holdings,
    field: nodeField(ridden),
  };
}

/** Visits every pole within the last limit with its time at the percentile, in milliseconds; each once, in no order. */
export function forEachRiddenPole(
  question: TransitQuestion,
  visit: (pole: number, cost: number) => void,
  checkpoint?: () => void,
): void {
  forEachPole(findRides(question, checkpoint), (pole, times) => {
    if (times.isWithinLimit) visit(pole, times.atPercentile);
  });
}

/** Returns the times at the percentile of all nodes within the last limit. */
export function riddenNodes(question: TransitQuestion, checkpoint?: () => void): NodeField {
  return nodeField(findRides(question, checkpoint));
}

/**
 * Returns the time at the percentile to each place in milliseconds, Infinity beyond the last limit. In: where each place meets
 * the roads of the mode of the far leg; null: nowhere, so that people only come there all the way by the near one.
 */
export function riddenPlaces(
  question: TransitQuestion,
  places: readonly { readonly place: LatLng; readonly snap: SnappedOrigin | null }[],
  checkpoint?: () => void,
): number[] {
  const ridden = findRides(question, checkpoint, places);
  const starts = new Map(originsByEdge(question.origins).entries());
  return places.map(({ snap }, i) => {
    const other = ridden.otherWay?.places[i] ?? UNREACHED;
    const times =
      snap === null
        ? ridden.places.withoutRides(other)
        : ridden.places.at(snap, Math.min(other, snappedCost(ridden.sweep, snap, starts.get(snap.edge) ?? null)));
    return times.isWithinLimit ? times.atPercentile : Infinity;
  });
}

/** Costs of going all the way by the mode of the near leg, where that is not the mode of the far one. */
interface OtherWay {
  /** Of the places that were asked about. */
  readonly places: readonly number[];
  readonly poles: Map<number, number>;
  readonly nodes: ReadonlyMap<number, number>;
}

/** A question after its rides, from which the times to all places follow. */
interface Ridden {
  /** All the way by the mode of the far leg; its costs are in the workspace. */
  readonly sweep: Sweep;
  readonly otherWay: OtherWay | null;
  readonly places: TransitPlaces;
  readonly rides: Rides;
}

function findRides(
  question: TransitQuestion,
  checkpoint?: () => void,
  asked: readonly { readonly place: LatLng }[] = [],
): Ridden {
  const { territory, timetable, costs, origins, transit, limitCosts } = question;
  const lastLimit = limitCosts.at(-1)!;
  const workspace = workspaceOf(territory);
  const sweep: Sweep = { territory, costs, origins, workspace, limitCosts };
  const { near, far } = legsOf(transit, costs.direction);
  const nearSweep = near.mode === far.mode ? sweep : inMode(sweep, near.mode);
  const travelled = travelFrom(nearSweep, Math.max(lastLimit, near.longestMilliseconds), checkpoint);
  const access = stopAccess(timetable, nearSweep, near.longestMilliseconds);
  const otherWay = nearSweep === sweep ? null : allTheWay(nearSweep, lastLimit, asked);
  const stopTimes = rideTimes(timetable, transit, costs.direction, access, lastLimit, checkpoint);
  const rides = { timetable, stopTimes };
  const places = new TransitPlaces(territory, costs, rides, transit, lastLimit);
  if (otherWay === null) workspace.loadField(travelled);
  else travelFrom(sweep, lastLimit, checkpoint);
  return { sweep, otherWay, places, rides };
}

/** The same origins on the roads of another mode; those that are near none are left out. */
function inMode(sweep: Sweep, mode: Mode): Sweep {
  const { territory, costs, origins } = sweep;
  return {
    ...sweep,
    costs: edgeCosts(territory, 'time', mode, profileOf(territory, mode, 'normal'), costs.direction),
    origins: origins.flatMap(({ origin }) => snapPlace(territory, mode, origin) ?? []),
  };
}

/** Goes as far as a cost from the origins, without any ride; the costs stay in the workspace. */
function travelFrom(
  { territory, costs, origins, workspace }: Sweep,
  farthest: number,
  checkpoint?: () => void,
): NodeField {
  workspace.clear();
  bucketSearch(searchGraph(territory, costs), originSeeds(territory, costs, origins), farthest, workspace, checkpoint);
  workspace.sortReached();
  return workspace.takeField();
}

function allTheWay(sweep: Sweep, limitCost: number, asked: readonly { readonly place: LatLng }[]): OtherWay {
  const { territory, costs, origins, workspace } = sweep;
  const starts = new Map(originsByEdge(origins).entries());
  const places = asked.map(({ place }) => {
    const snap = snapPlace(territory, costs.mode, place);
    return snap === null ? UNREACHED : snappedCost(sweep, snap, starts.get(snap.edge) ?? null);
  });
  const poles = new Map<number, number>();
  sweepPoles({ ...sweep, limitCosts: [limitCost] }, { pole: (pole, cost) => void poles.set(pole, cost) });
  const nodes = new Map<number, number>();
  for (let i = 0; i < workspace.reachedCount; i++) {
    const node = workspace.reached[i]!;
    if (workspace.cost(node) <= limitCost) nodes.set(node, workspace.cost(node));
  }
  return { places, poles, nodes };
}

/** Returns the stops within the leg of an origin, with its cost. */
function stopAccess(
  timetable: Timetable,
  { territory, costs, origins, workspace }: Sweep,
  longest: number,
): StopAccess {
  const { fromNode, toNode, lengthMillimeters } = territory.edges;
  const starts = new Map(originsByEdge(origins).entries());
  const places = stopPlacesOf(territory, timetable, costs.mode);
  const stops: number[] = [];
  const ways: number[] = [];
  for (let stop = 0; stop < timetable.stops.rows; stop++) {
    const { edge, positionMillimeters, accessMillimeters } = stopPlace(places, stop);
    if (edge === NONE) continue;
    const [from, to] = [workspace.cost(fromNode[edge]!), workspace.cost(toNode[edge]!)];
    const onEdge = starts.get(edge) ?? null;
    if (from === UNREACHED && to === UNREACHED && onEdge === null) continue;
    const toRoad = placeCost(costs, edge, from, to, positionMillimeters, lengthMillimeters[edge]!, onEdge);
    const way = toRoad + accessCost(costs.measure, accessMillimeters);
    if (way > longest) continue;
    stops.push(stop);
    ways.push(way);
  }
  return { stops, costs: ways };
}

/** Visits every pole that people reach from a stop or without any ride; the times hold during the visit. */
function forEachPole({ sweep, otherWay, places }: Ridden, visit: (pole: number, times: Departures) => void): void {
  const { territory, costs, origins, workspace } = sweep;
  const { fromNode, toNode, lengthMillimeters } = territory.edges;
  const firstSnap = snapStarts(territory, costs.mode);
  const snaps = snapParts(territory, costs.mode);
  const starts = new Map(originsByEdge(origins).entries());
  const others = new Map(otherWay?.poles);
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
      const pole = snaps.pole[row]!;
      const cost =
        placeCost(costs, edge, from, to, place.positionMillimeters, length, onEdge) +
        accessCost(costs.measure, place.accessMillimeters);
      const other = others.get(pole);
      if (other !== undefined) others.delete(pole);
      visit(pole, places.at(place, Math.min(cost, other ?? cost)));
    }
  };
  const apart = new Set([...starts.keys(), ...places.stopsOnEdge.keys()]);
  for (const edge of apart) polesAt(edge);
  forEachEdge(sweep, places, (edge) => {
    if (!apart.has(edge)) polesAt(edge);
  });
  for (const [pole, cost] of others) visit(pole, places.withoutRides(cost));
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
function nodeField({ sweep, otherWay, places }: Ridden): NodeField {
  const { workspace, limitCosts } = sweep;
  const found = new CostList(limitCosts.at(-1)!);
  const others = new Map(otherWay?.nodes);
  const add = (node: number) => {
    const times = places.atNode(node, Math.min(workspace.cost(node), others.get(node) ?? UNREACHED));
    if (times.isWithinLimit) found.add(node, times.atPercentile);
    others.delete(node);
  };
  forEachNode(sweep, places, add);
  for (const node of others.keys()) add(node);
  const { rows, costs } = found.finish();
  return { nodes: rows, costs };
}

function reachedPoles(list: CostList, limitCosts: readonly number[]): ReachedPoles {
  const { rows, costs } = list.finish();
  const bands = new Uint8Array(costs.length);
  for (let i = 0; i < bands.length; i++) bands[i] = bandOf(limitCosts, costs[i]!);
  return { poles: rows, costs, bands };
}
