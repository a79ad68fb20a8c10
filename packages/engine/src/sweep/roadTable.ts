import type { Territory } from '@hinterland/territory';
import { snapStarts } from '../catchment/snapStarts.ts';
import type { EdgeCosts } from '../graph/edgeCosts.ts';
import type { Hierarchy } from '../hierarchy/hierarchy.ts';
import { NO_COST } from './costs.ts';
import { PoleLegs } from './poleLegs.ts';

/**
 * The edges that have poles, in the order in which a sweep comes to them: by the deeper of their two ends. Next to that
 * end's costs, those of the other end (an ancestor) have just been read as well.
 *
 * A pole's *leg* is what it costs beyond an end of its road (PoleLegs).
 */
export interface RoadTable {
  readonly rows: number;
  /** Row of `edges`. */
  readonly edge: Uint32Array;
  /** Position of the deeper end, and of the other one (the same for a loop). */
  readonly near: Uint32Array;
  readonly far: Uint32Array;
  /** 1 where the deeper end is the edge's `toNode`. */
  readonly isNearTo: Uint8Array;
  /**
   * Bounds of the legs of a road's poles, four per road: shortest and longest over the near end, shortest and longest
   * over the far end. NO_COST where no pole (shortest) or some pole (longest) cannot be reached over that end.
   */
  readonly legs: Uint32Array;
  /** Roads whose near end is position p are rows `firstRoad[p]` to `firstRoad[p + 1]`. */
  readonly firstRoad: Uint32Array;
  /** Row of an edge, -1 for one without poles. */
  roadOfEdge(edge: number): number;
}

export function roadTable(territory: Territory, costs: EdgeCosts, hierarchy: Hierarchy): RoadTable {
  const { positionOf, positions } = hierarchy;
  const { rows: edges, fromNode, toNode } = territory.edges;
  const firstSnap = snapStarts(territory, costs.mode);
  const nearOf = (edge: number) => Math.max(positionOf[fromNode[edge]!]!, positionOf[toNode[edge]!]!);

  const firstRoad = new Uint32Array(positions + 1);
  let rows = 0;
  for (let e = 0; e < edges; e++) {
    if (firstSnap[e] === firstSnap[e + 1]) continue;
    firstRoad[nearOf(e) + 1]!++;
    rows++;
  }
  for (let position = 0; position < positions; position++) firstRoad[position + 1]! += firstRoad[position]!;

  const edge = new Uint32Array(rows);
  const near = new Uint32Array(rows);
  const far = new Uint32Array(rows);
  const isNearTo = new Uint8Array(rows);
  const legs = new Uint32Array(4 * rows);
  const next = firstRoad.slice(0, positions);
  const poleLegs = new PoleLegs(territory, costs);
  const over = { from: { shortest: 0, longest: 0 }, to: { shortest: 0, longest: 0 } };
  for (let e = 0; e < edges; e++) {
    if (firstSnap[e] === firstSnap[e + 1]) continue;
    const fromPosition = positionOf[fromNode[e]!]!;
    const toPosition = positionOf[toNode[e]!]!;
    const road = next[Math.max(fromPosition, toPosition)]!++;
    edge[road] = e;
    near[road] = Math.max(fromPosition, toPosition);
    far[road] = Math.min(fromPosition, toPosition);
    isNearTo[road] = toPosition > fromPosition ? 1 : 0;
    legBounds(e, firstSnap[e]!, firstSnap[e + 1]!);
    const [nearLegs, farLegs] = isNearTo[road] === 1 ? [over.to, over.from] : [over.from, over.to];
    legs[4 * road] = nearLegs.shortest;
    legs[4 * road + 1] = nearLegs.longest;
    legs[4 * road + 2] = farLegs.shortest;
    legs[4 * road + 3] = farLegs.longest;
  }
  const roadOfEdge = (e: number) => {
    const position = nearOf(e);
    for (let road = firstRoad[position]!; road < firstRoad[position + 1]!; road++) if (edge[road] === e) return road;
    return -1;
  };
  return { rows, edge, near, far, isNearTo, legs, firstRoad, roadOfEdge };

  function legBounds(e: number, start: number, end: number): void {
    over.from.shortest = over.to.shortest = NO_COST;
    over.from.longest = over.to.longest = 0;
    for (let row = start; row < end; row++) {
      const fromLeg = poleLegs.overFrom(e, row);
      const toLeg = poleLegs.overTo(e, row);
      over.from.shortest = Math.min(over.from.shortest, fromLeg);
      over.from.longest = Math.max(over.from.longest, fromLeg);
      over.to.shortest = Math.min(over.to.shortest, toLeg);
      over.to.longest = Math.max(over.to.longest, toLeg);
    }
  }
}
