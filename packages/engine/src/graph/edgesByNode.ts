import { nodeEdges, type Territory } from '@hinterland/territory';
import { SharedPerTerritory } from '../memory/sharedPerTerritory.ts';

/** The edges at each node. Edges are sorted by `fromNode`, so only those that end at a node need a list. */
export interface EdgesByNode {
  /** Edges that start at node v are rows `firstFrom[v]` to `firstFrom[v + 1]` of `edges`. */
  readonly firstFrom: Uint32Array;
  /** Edges that end at node v (loops left out) are `toEdges[i]`, i from `firstTo[v]` to `firstTo[v + 1]`. */
  readonly firstTo: Uint32Array;
  readonly toEdges: Uint32Array;
}

const kept = new SharedPerTerritory<EdgesByNode>('edgesByNode');

/** Stored with the territory, else made at the first use. */
export function edgesByNode(territory: Territory): EdgesByNode {
  const { nodes, edges, derived } = territory;
  if (derived === null) return kept.get(territory, '', () => nodeEdges(nodes.rows, edges));
  const { nodeEdges: stored, edgesTo } = derived;
  return { firstFrom: stored.firstFrom, firstTo: stored.firstTo, toEdges: edgesTo.edge };
}
