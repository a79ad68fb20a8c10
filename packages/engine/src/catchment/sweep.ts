import { NONE, type Territory } from '@hinterland/territory';
import { accessCost, type EdgeCosts, partialCost } from '../graph/edgeCosts.ts';
import { edgesByNode } from '../graph/edgesByNode.ts';
import { type SearchWorkspace, UNREACHED } from '../search/workspace.ts';
import type { RoadPlace, SnappedOrigin } from '../snap/snapOrigins.ts';

/** The input of a sweep: a finished search and its origins. */
export interface Sweep {
  readonly territory: Territory;
  readonly costs: EdgeCosts;
  readonly origins: readonly SnappedOrigin[];
  /** Holds the least cost of every node within the last limit. */
  readonly workspace: SearchWorkspace;
  /** Ascending, inclusive. */
  readonly limitCosts: readonly number[];
}

/** Visits every edge with a reached end once, with the costs of its ends (UNREACHED where a search did not come). */
export function forEachReachedEdge(
  territory: Territory,
  workspace: SearchWorkspace,
  visit: (edge: number, costAtFrom: number, costAtTo: number) => void,
): void {
  const { firstFrom, firstTo, toEdges } = edgesByNode(territory);
  const { fromNode, toNode } = territory.edges;
  const { labels, reached, reachedCount } = workspace;
  for (let i = 0; i < reachedCount; i++) {
    const node = reached[i]!;
    const cost = labels[2 * node]!;
    const end = firstFrom[node + 1]!;
    for (let edge = firstFrom[node]!; edge < end; edge++) visit(edge, cost, labels[2 * toNode[edge]!]!);
    const endTo = firstTo[node + 1]!;
    for (let k = firstTo[node]!; k < endTo; k++) {
      const edge = toEdges[k]!;
      if (labels[2 * fromNode[edge]!] === UNREACHED) visit(edge, UNREACHED, cost);
    }
  }
}

/** The first band whose limit the cost meets; the number of limits where it meets none. */
export function bandOf(limitCosts: readonly number[], cost: number): number {
  let band = 0;
  while (band < limitCosts.length && cost > limitCosts[band]!) band++;
  return band;
}

/**
 * Least cost of a place on an edge: over its ends, whose costs are given, or straight from an origin on the same edge
 * (`starts`). UNREACHED or more where nothing leads to it.
 */
export function placeCost(
  costs: EdgeCosts,
  edge: number,
  costAtFrom: number,
  costAtTo: number,
  positionMillimeters: number,
  lengthMillimeters: number,
  starts: readonly RoadPlace[] | null,
): number {
  let least = UNREACHED;
  if (costAtFrom !== UNREACHED) {
    const part = partialCost(costs.enteredAtFrom[edge]!, positionMillimeters, lengthMillimeters);
    if (part >= 0) least = costAtFrom + part;
  }
  if (costAtTo !== UNREACHED) {
    const part = partialCost(costs.enteredAtTo[edge]!, lengthMillimeters - positionMillimeters, lengthMillimeters);
    if (part >= 0 && costAtTo + part < least) least = costAtTo + part;
  }
  if (starts !== null) {
    for (const start of starts) {
      const ahead = positionMillimeters - start.positionMillimeters;
      const whole = ahead >= 0 ? costs.enteredAtFrom[edge]! : costs.enteredAtTo[edge]!;
      const part = partialCost(whole, Math.abs(ahead), lengthMillimeters);
      if (part >= 0) least = Math.min(least, accessCost(costs.measure, start.accessMillimeters) + part);
    }
  }
  return least;
}

/**
 * Least cost between the origins of a finished search and a place on the roads, access legs included; UNREACHED or more where
 * nothing leads there.
 */
export function snappedCost(
  { territory, costs, workspace }: Pick<Sweep, 'territory' | 'costs' | 'workspace'>,
  { edge, positionMillimeters, accessMillimeters }: RoadPlace,
  starts: readonly RoadPlace[] | null,
): number {
  const { fromNode, toNode, lengthMillimeters } = territory.edges;
  const toRoad = placeCost(
    costs,
    edge,
    workspace.cost(fromNode[edge]!),
    workspace.cost(toNode[edge]!),
    positionMillimeters,
    lengthMillimeters[edge]!,
    starts,
  );
  return toRoad + accessCost(costs.measure, accessMillimeters);
}

/** Origins by the edge they lie on. */
export interface OriginsByEdge {
  /** Fast for all edges of a country: only one in a thousand is looked up in the map. */
  has(edge: number): boolean;
  entries(): Iterable<[number, readonly SnappedOrigin[]]>;
}

export function originsByEdge(origins: readonly SnappedOrigin[]): OriginsByEdge {
  const byEdge = new Map<number, SnappedOrigin[]>();
  const hints = new Uint8Array(4096);
  for (const start of origins) {
    hints[start.edge & 4095] = 1;
    const list = byEdge.get(start.edge);
    if (list === undefined) byEdge.set(start.edge, [start]);
    else list.push(start);
  }
  return {
    has: (edge) => hints[edge & 4095] === 1 && byEdge.has(edge),
    entries: () => byEdge,
  };
}

/** Upper bound of the cost of every place on an edge; infinite where part of it is not reached at all. */
export function dearestPlace(costAtFrom: number, costAtTo: number, enteredAtFrom: number, enteredAtTo: number): number {
  const overFrom = costAtFrom === UNREACHED || enteredAtFrom === NONE ? Infinity : costAtFrom + enteredAtFrom;
  const overTo = costAtTo === UNREACHED || enteredAtTo === NONE ? Infinity : costAtTo + enteredAtTo;
  if (overFrom === Infinity || overTo === Infinity) return Math.min(overFrom, overTo);
  // Reached from both ends, the dearest place is where the ways meet; 1 for the rounding of the parts.
  const meeting = (costAtFrom + costAtTo + Math.max(enteredAtFrom, enteredAtTo)) / 2 + 1;
  return Math.min(overFrom, overTo, meeting);
}
