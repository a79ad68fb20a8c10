import { NONE, type Territory } from '@hinterland/territory';
import { accessCost, type EdgeCosts, partialCost } from '../graph/edgeCosts.ts';
import { edgesByNode } from '../graph/edgesByNode.ts';
import { type SnapParts, snapParts } from '../memory/parts.ts';
import { type SearchWorkspace, UNREACHED } from '../search/workspace.ts';
import type { RoadPlace, SnappedOrigin } from '../snap/snapOrigins.ts';
import { longestAccessCost, type PolesByEdge, polesByEdge } from './polesByEdge.ts';

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

/** Receives the poles of a sweep; every reached pole once, alone or with its whole edge. */
export interface PoleVisitor {
  /** All poles of the edge lie in one band. Absent: they come one by one. */
  wholeEdge?(edge: number, band: number): void;
  pole(pole: number, cost: number, band: number): void;
}

/**
 * Finds every pole within the last limit: its least cost is the smaller way over either end of its edge, plus its share
 * of the edge, plus its access leg; from an origin on the same edge also the direct way. Edges whose cheapest and dearest
 * possible pole fall in one band are handed over whole; poles of the others are examined one by one.
 */
export function sweepPoles(sweep: Sweep, visitor: PoleVisitor): void {
  const { territory, costs, origins, workspace, limitCosts } = sweep;
  const poles = polesByEdge(territory, costs.mode);
  const atOrigin = originsByEdge(origins);
  const single = new SinglePoles(sweep, poles, visitor);
  const { enteredAtFrom, enteredAtTo, measure } = costs;
  const { firstSnap } = poles;
  const lastLimit = limitCosts[limitCosts.length - 1]!;
  const takesEdges = visitor.wholeEdge !== undefined;

  forEachReachedEdge(territory, workspace, (edge, costAtFrom, costAtTo) => {
    if (firstSnap[edge] === firstSnap[edge + 1] || atOrigin.has(edge)) return;
    if (takesEdges) {
      const dearest =
        dearestPlace(costAtFrom, costAtTo, enteredAtFrom[edge]!, enteredAtTo[edge]!) +
        longestAccessCost(poles, measure, edge);
      if (dearest <= lastLimit) {
        const band = bandOf(limitCosts, Math.min(costAtFrom, costAtTo));
        if (dearest <= limitCosts[band]!) {
          visitor.wholeEdge!(edge, band);
          return;
        }
      }
    }
    single.visit(edge, costAtFrom, costAtTo, null);
  });
  for (const [edge, starts] of atOrigin.entries()) {
    const { fromNode, toNode } = territory.edges;
    single.visit(edge, workspace.cost(fromNode[edge]!), workspace.cost(toNode[edge]!), starts);
  }
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

/** Examines the poles of an edge one by one. */
class SinglePoles {
  readonly #sweep: Sweep;
  readonly #poles: PolesByEdge;
  readonly #visitor: PoleVisitor;
  readonly #snaps: SnapParts;

  constructor(sweep: Sweep, poles: PolesByEdge, visitor: PoleVisitor) {
    this.#sweep = sweep;
    this.#poles = poles;
    this.#visitor = visitor;
    this.#snaps = snapParts(sweep.territory, sweep.costs.mode);
  }

  visit(edge: number, costAtFrom: number, costAtTo: number, starts: readonly SnappedOrigin[] | null): void {
    const { costs, limitCosts, territory } = this.#sweep;
    const { pole, positionMillimeters, accessMillimeters } = this.#snaps;
    const length = territory.edges.lengthMillimeters[edge]!;
    const first = this.#poles.firstSnap[edge]!;
    const end = this.#poles.firstSnap[edge + 1]!;
    this.#snaps.need(first, end);
    for (let row = first; row < end; row++) {
      const toRoad = placeCost(costs, edge, costAtFrom, costAtTo, positionMillimeters[row]!, length, starts);
      const cost = toRoad + accessCost(costs.measure, accessMillimeters[row]!);
      const band = bandOf(limitCosts, cost);
      if (band < limitCosts.length) this.#visitor.pole(pole[row]!, cost, band);
    }
  }
}
