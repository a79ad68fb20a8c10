import { MinHeap } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import type { EdgeCosts } from '../graph/edgeCosts.ts';
import { searchGraph } from '../graph/searchGraph.ts';
import { originSeeds } from '../search/seeds.ts';
import { SearchWorkspace } from '../search/workspace.ts';
import type { SnappedOrigin } from '../snap/snapOrigins.ts';

/** Entries between two calls of a checkpoint. */
const ENTRIES_PER_CHECKPOINT = 1 << 14;

/**
 * Returns for every node the cost to the second nearest of several places within the limit (inclusive), in a workspace of
 * its own. Shared ground is drawn from it.
 *
 * Method: Dijkstra's search in which a node may be settled twice, from two different places. A third arrival is dropped: it
 * cannot lie on a way that is first or second anywhere.
 */
export function secondCosts(
  territory: Territory,
  costs: EdgeCosts,
  origins: readonly SnappedOrigin[],
  limitCost: number,
  checkpoint?: () => void,
): SearchWorkspace {
  const graph = searchGraph(territory, costs);
  const { nodes, firstArc, endArc, arcs } = graph;
  const workspace = new SearchWorkspace(nodes);
  const { labels, reached } = workspace;
  const firstPlace = new Int16Array(nodes).fill(-1);
  const isDone = new Uint8Array(nodes);
  const heap = new MinHeap();
  const nodeOf: number[] = [];
  const placeOf: number[] = [];
  const costOf: number[] = [];
  const push = (node: number, place: number, cost: number) => {
    if (cost > limitCost || isDone[node] === 1 || firstPlace[node] === place) return;
    heap.push(cost, nodeOf.length);
    nodeOf.push(node);
    placeOf.push(place);
    costOf.push(cost);
  };
  origins.forEach((origin, place) => {
    const seeds = originSeeds(territory, costs, [origin]);
    seeds.nodes.forEach((node, i) => {
      push(node, place, seeds.costs[i]!);
    });
  });
  for (let popped = 0; heap.size > 0; popped++) {
    if (popped % ENTRIES_PER_CHECKPOINT === 0) checkpoint?.();
    const entry = heap.pop();
    const node = nodeOf[entry]!;
    const place = placeOf[entry]!;
    const cost = costOf[entry]!;
    if (isDone[node] === 1 || firstPlace[node] === place) continue;
    if (firstPlace[node] === -1) {
      firstPlace[node] = place;
    } else {
      isDone[node] = 1;
      labels[2 * node] = cost;
      reached[workspace.reachedCount++] = node;
    }
    graph.need(node);
    for (let arc = 2 * firstArc[node]!; arc < 2 * endArc[node]!; arc += 2) {
      push(arcs[arc]!, place, cost + arcs[arc + 1]!);
    }
  }
  workspace.sortReached();
  return workspace;
}
