import { accessCost } from '../graph/edgeCosts.ts';
import { type SnapParts, snapParts } from '../memory/parts.ts';
import type { SnappedOrigin } from '../snap/snapOrigins.ts';
import { longestAccessCost, type PolesByEdge, polesByEdge } from './polesByEdge.ts';
import { reachedEdges } from './reachedEdges.ts';
import { bandOf, dearestPlace, forEachReachedEdge, originsByEdge, placeCost, type Sweep } from './sweep.ts';

/** Receives the poles of a sweep; every reached pole once, alone or with its whole edge. */
export interface PoleVisitor {
  /** All poles of the edge lie in one band. Absent: they come one by one. */
  wholeEdge?(edge: number, band: number): void;
  /** The same of all edges of a group, for a sweep whose reached nodes are sorted. Absent: they come edge by edge. */
  wholeGroup?(group: number, band: number): void;
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

  const visit = (edge: number, costAtFrom: number, costAtTo: number) => {
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
  };
  if (visitor.wholeGroup === undefined) {
    forEachReachedEdge(territory, workspace, visit);
  } else {
    const { groups, groupBands, groupCount, edges, costsAtFrom, costsAtTo, edgeCount } = reachedEdges(sweep);
    for (let i = 0; i < groupCount; i++) visitor.wholeGroup(groups[i]!, groupBands[i]!);
    for (let i = 0; i < edgeCount; i++) visit(edges[i]!, costsAtFrom[i]!, costsAtTo[i]!);
  }
  for (const [edge, starts] of atOrigin.entries()) {
    const { fromNode, toNode } = territory.edges;
    single.visit(edge, workspace.cost(fromNode[edge]!), workspace.cost(toNode[edge]!), starts);
  }
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
