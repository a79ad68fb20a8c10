import type { SearchGraph } from '@hinterland/engine/graph';
import type { Seeds } from '@hinterland/engine/search';
import { MinHeap } from '@hinterland/geo';

/**
 * The plain twin of the engine's search on the same arcs: Dijkstra with a binary heap that keeps outdated entries, typed
 * arrays throughout. Returns the number of settled nodes; `costs` must hold 2^31 - 1 everywhere, and does so afterwards.
 */
export function heapSearch(graph: SearchGraph, seeds: Seeds, limitCost: number, costs: Int32Array): number {
  const { firstArc, endArc, arcs } = graph;
  const heap = new MinHeap();
  const reached: number[] = [];
  const visit = (node: number, cost: number) => {
    if (cost > limitCost || cost >= costs[node]!) return;
    if (costs[node] === UNKNOWN) reached.push(node);
    costs[node] = cost;
    heap.push(cost, node);
  };
  seeds.nodes.forEach((node, i) => {
    visit(node, seeds.costs[i]!);
  });
  while (heap.size > 0) {
    const cost = heap.minKey;
    const node = heap.pop();
    if (cost !== costs[node]) continue;
    graph.need(node);
    const end = 2 * endArc[node]!;
    for (let arc = 2 * firstArc[node]!; arc < end; arc += 2) visit(arcs[arc]!, cost + arcs[arc + 1]!);
  }
  for (const node of reached) costs[node] = UNKNOWN;
  return reached.length;
}

export const UNKNOWN = 0x7fffffff;
