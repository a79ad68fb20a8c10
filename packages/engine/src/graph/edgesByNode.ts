import type { Territory } from '@hinterland/territory';
import { SharedPerTerritory } from './sharedPerTerritory.ts';

/** The edges at each node. Edges lie in order of `fromNode`, so only those that end at a node need a list of their own. */
export interface EdgesByNode {
  /** Edges that start at node v are rows `firstFrom[v]` to `firstFrom[v + 1]` of `edges`. */
  readonly firstFrom: Uint32Array;
  /** Edges that end at node v (loops left out) are `toEdges[i]`, i from `firstTo[v]` to `firstTo[v + 1]`. */
  readonly firstTo: Uint32Array;
  readonly toEdges: Uint32Array;
}

const kept = new SharedPerTerritory<EdgesByNode>('edgesByNode');

export function edgesByNode(territory: Territory): EdgesByNode {
  return kept.get(territory, '', () => build(territory));
}

function build(territory: Territory): EdgesByNode {
  const nodes = territory.nodes.rows;
  const { rows, fromNode, toNode } = territory.edges;
  const firstFrom = new Uint32Array(nodes + 1);
  const firstTo = new Uint32Array(nodes + 1);
  for (let edge = 0; edge < rows; edge++) {
    firstFrom[fromNode[edge]! + 1]!++;
    if (fromNode[edge] !== toNode[edge]) firstTo[toNode[edge]! + 1]!++;
  }
  for (let node = 0; node < nodes; node++) {
    firstFrom[node + 1]! += firstFrom[node]!;
    firstTo[node + 1]! += firstTo[node]!;
  }
  const toEdges = new Uint32Array(firstTo[nodes]!);
  const next = firstTo.slice(0, nodes);
  for (let edge = 0; edge < rows; edge++) {
    if (fromNode[edge] !== toNode[edge]) toEdges[next[toNode[edge]!]!++] = edge;
  }
  return { firstFrom, firstTo, toEdges };
}
