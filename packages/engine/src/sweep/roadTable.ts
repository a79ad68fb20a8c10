import type { Territory } from '@hinterland/territory';
import type { EdgeCosts } from '../graph/edgeCosts.ts';
import { uint8Pages, uint32Pages } from '../memory/pages.ts';
import { snapStarts } from '../snap/snapStarts.ts';
import { NO_COST } from './costs.ts';
import { PoleLegs } from './poleLegs.ts';

/**
 * The edges that have poles, in the order in which a sweep comes to them: by the deeper of their two ends. Next to that
 * end's costs, those of the other end (an ancestor) have just been read as well.
 *
 * A pole's *leg* is what it costs beyond an end of its road (PoleLegs).
 */
export interface RoadColumns {
  readonly rows: number;
  /** Row of `edges`. */
  readonly edge: Uint32Array;
  /** Position of the deeper end, and of the other one (the same for a loop). */
  readonly near: Uint32Array;
  readonly far: Uint32Array;
  /** 1 where the deeper end is the edge's `toNode`. */
  readonly isNearTo: Uint8Array;
  /** Roads whose near end is position p are rows `firstRoad[p]` to `firstRoad[p + 1]`. */
  readonly firstRoad: Uint32Array;
}

/** In: position by node, and the number of positions. */
export function roadColumns(
  territory: Territory,
  costs: EdgeCosts,
  positionOf: Uint32Array,
  positions: number,
): RoadColumns {
  const { rows: edges, fromNode, toNode } = territory.edges;
  const firstSnap = snapStarts(territory, costs.mode);
  const firstRoad = uint32Pages(positions + 1);
  let rows = 0;
  for (let e = 0; e < edges; e++) {
    if (firstSnap[e] === firstSnap[e + 1]) continue;
    firstRoad[Math.max(positionOf[fromNode[e]!]!, positionOf[toNode[e]!]!) + 1]!++;
    rows++;
  }
  for (let position = 0; position < positions; position++) firstRoad[position + 1]! += firstRoad[position]!;

  const edge = uint32Pages(rows);
  const near = uint32Pages(rows);
  const far = uint32Pages(rows);
  const isNearTo = uint8Pages(rows);
  const next = uint32Pages(positions);
  next.set(firstRoad.subarray(0, positions));
  for (let e = 0; e < edges; e++) {
    if (firstSnap[e] === firstSnap[e + 1]) continue;
    const fromPosition = positionOf[fromNode[e]!]!;
    const toPosition = positionOf[toNode[e]!]!;
    const road = next[Math.max(fromPosition, toPosition)]!++;
    edge[road] = e;
    near[road] = Math.max(fromPosition, toPosition);
    far[road] = Math.min(fromPosition, toPosition);
    isNearTo[road] = toPosition > fromPosition ? 1 : 0;
  }
  return { rows, edge, near, far, isNearTo, firstRoad };
}

/** Roads between two calls of a checkpoint. */
const ROADS_PER_CHECKPOINT = 1 << 15;

/**
 * Bounds of the legs of every road's poles, four per road: shortest and longest over the near end, shortest and longest
 * over the far end. NO_COST where no pole (shortest) or some pole (longest) cannot be reached over that end.
 */
export function writeLegs(
  territory: Territory,
  costs: EdgeCosts,
  roads: RoadColumns,
  checkpoint?: () => void,
): Uint32Array {
  const firstSnap = snapStarts(territory, costs.mode);
  const poleLegs = new PoleLegs(territory, costs);
  const { rows, edge, isNearTo } = roads;
  const legs = uint32Pages(4 * rows);
  for (let road = 0; road < rows; road++) {
    if (road % ROADS_PER_CHECKPOINT === 0) checkpoint?.();
    const e = edge[road]!;
    let [shortestFrom, longestFrom, shortestTo, longestTo] = [NO_COST, 0, NO_COST, 0];
    for (let row = firstSnap[e]!; row < firstSnap[e + 1]!; row++) {
      const fromLeg = poleLegs.overFrom(e, row);
      const toLeg = poleLegs.overTo(e, row);
      if (fromLeg < shortestFrom) shortestFrom = fromLeg;
      if (fromLeg > longestFrom) longestFrom = fromLeg;
      if (toLeg < shortestTo) shortestTo = toLeg;
      if (toLeg > longestTo) longestTo = toLeg;
    }
    const [from, to] = isNearTo[road] === 1 ? [4 * road + 2, 4 * road] : [4 * road, 4 * road + 2];
    legs[from] = shortestFrom;
    legs[from + 1] = longestFrom;
    legs[to] = shortestTo;
    legs[to + 1] = longestTo;
  }
  return legs;
}
