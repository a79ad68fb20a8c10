import { MODE_BIT } from '@hinterland/catalogue';
import { MinHeap } from '@hinterland/geo';
import { NONE, type Territory } from '@hinterland/territory';
import type { EdgeCosts } from '../graph/edgeCosts.ts';
import { edgesByNode } from '../graph/edgesByNode.ts';

/**
 * Returns the nodes to which limited ways lead (`Territory.limits`), each with its least cost from seeds that lie on them: where
 * journeys that begin there come out. Empty where no seed does. Plain search over the nodes inside, which are few.
 */
export function waysOut(
  territory: Territory,
  { withWaysOut, mode }: EdgeCosts,
  nodes: readonly number[],
  costs: readonly number[],
): Map<number, number> {
  const out = new Map<number, number>();
  const { limits, edges } = territory;
  if (limits === null) return out;
  const isInside = (node: number) => (limits.insideFor[node]! & MODE_BIT[mode]) !== 0;
  const least = new Map<number, number>();
  const queue = new MinHeap();
  const reach = (node: number, cost: number) => {
    const known = isInside(node) ? least : out;
    if (cost >= (known.get(node) ?? Infinity)) return;
    known.set(node, cost);
    if (known === least) queue.push(cost, node);
  };
  nodes.forEach((node, i) => {
    if (isInside(node)) reach(node, costs[i]!);
  });
  if (queue.size === 0) return out;
  const { firstFrom, firstTo, toEdges } = edgesByNode(territory);
  const { enteredAtFrom, enteredAtTo } = withWaysOut;
  while (queue.size > 0) {
    const cost = queue.minKey;
    const node = queue.pop();
    if (cost > least.get(node)!) continue;
    const go = (edge: number, weight: number, head: number) => {
      const isServed = (edges.mainComponent[edge]! & MODE_BIT[mode]) !== 0;
      if (isServed && weight !== NONE) reach(head, cost + weight);
    };
    for (let edge = firstFrom[node]!; edge < firstFrom[node + 1]!; edge++) {
      go(edge, enteredAtFrom[edge]!, edges.toNode[edge]!);
    }
    for (let i = firstTo[node]!; i < firstTo[node + 1]!; i++) {
      go(toEdges[i]!, enteredAtTo[toEdges[i]!]!, edges.fromNode[toEdges[i]!]!);
    }
  }
  return out;
}
