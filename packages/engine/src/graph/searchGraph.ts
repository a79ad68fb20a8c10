import { MODE_BIT, NONE, type Territory } from '@hinterland/territory';
import { type EdgeCosts, MAX_COST } from './edgeCosts.ts';
import { SharedPerTerritory } from './sharedPerTerritory.ts';

/**
 * The arcs that a search relaxes: compressed sparse rows in the territory's Hilbert order of nodes, head and cost side by
 * side so that one cache line brings both. Only edges of the mode's main component are in it: nobody lives and no origin
 * starts elsewhere, so no least cost changes. Loops are left out.
 *
 * Arcs of node v: `arcs[2i]` = head, `arcs[2i + 1]` = cost, for i from `firstArc[v]` to `firstArc[v + 1]`.
 */
export interface SearchGraph {
  readonly nodes: number;
  readonly firstArc: Uint32Array;
  readonly arcs: Int32Array;
  /**
   * Width of a bucket of the search as a power of two, about a quarter of the mean cost of an arc: of widths from 2 s to
   * 65 s the one of 4 to 8 s was fastest on the car network of Centre and Mifflin counties (0.11 against 0.19 ms).
   */
  readonly bucketShift: number;
}

const kept = new SharedPerTerritory<SearchGraph>('searchGraph');

/** The graph of these costs; built at the first use and kept as long as the territory. */
export function searchGraph(territory: Territory, costs: EdgeCosts): SearchGraph {
  return kept.get(territory, `${costs.name}:${costs.direction}`, () => build(territory, costs));
}

function build(territory: Territory, costs: EdgeCosts): SearchGraph {
  const nodes = territory.nodes.rows;
  const { rows, fromNode, toNode, mainComponent } = territory.edges;
  const { enteredAtFrom, enteredAtTo } = costs;
  const bit = MODE_BIT[costs.mode];
  const isArc = (edge: number) => (mainComponent[edge]! & bit) !== 0 && fromNode[edge] !== toNode[edge];

  const firstArc = new Uint32Array(nodes + 1);
  for (let edge = 0; edge < rows; edge++) {
    if (!isArc(edge)) continue;
    if (isUsable(enteredAtFrom[edge]!)) firstArc[fromNode[edge]! + 1]!++;
    if (isUsable(enteredAtTo[edge]!)) firstArc[toNode[edge]! + 1]!++;
  }
  for (let node = 0; node < nodes; node++) firstArc[node + 1]! += firstArc[node]!;

  const arcs = new Int32Array(2 * firstArc[nodes]!);
  const next = firstArc.slice(0, nodes);
  let sum = 0;
  const add = (tail: number, head: number, cost: number) => {
    const at = 2 * next[tail]!++;
    arcs[at] = head;
    arcs[at + 1] = cost;
    sum += cost;
  };
  for (let edge = 0; edge < rows; edge++) {
    if (!isArc(edge)) continue;
    const from = fromNode[edge]!;
    const to = toNode[edge]!;
    if (isUsable(enteredAtFrom[edge]!)) add(from, to, enteredAtFrom[edge]!);
    if (isUsable(enteredAtTo[edge]!)) add(to, from, enteredAtTo[edge]!);
  }
  const mean = arcs.length === 0 ? 1 : sum / (arcs.length / 2);
  return { nodes, firstArc, arcs, bucketShift: Math.min(24, Math.max(8, Math.round(Math.log2(mean + 1)) - 2)) };
}

/** An arc that costs more than any limit can never be run through to its end. */
function isUsable(cost: number): boolean {
  return cost !== NONE && cost <= MAX_COST;
}
