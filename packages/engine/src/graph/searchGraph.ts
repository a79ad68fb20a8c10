import { MODE_BIT } from '@hinterland/catalogue';
import { NONE, type Territory } from '@hinterland/territory';
import { int32Pages, uint32Pages } from '../memory/pages.ts';
import { PerTerritory } from '../memory/perTerritory.ts';
import { SharedBlocks } from '../memory/sharedBlocks.ts';
import { SharedPerTerritory } from '../memory/sharedPerTerritory.ts';
import { type EdgeCosts, MAX_COST } from './edgeCosts.ts';
import { edgesByNode } from './edgesByNode.ts';

/** Nodes of a block as a power of two. */
const BLOCK_BITS = 12;

/** Number of edges, evenly over the territory, that are sampled for the mean cost of an arc. */
const SAMPLED_EDGES = 1 << 12;

/**
 * The arcs that a search relaxes: by tail in the territory's Hilbert order of nodes, head and cost side by side so that
 * one cache line brings both. Only edges of the mode's main component are in it: nobody lives and no origin starts
 * elsewhere, so no least cost changes. Loops are left out.
 *
 * Arcs of node v: `arcs[2i]` = head, `arcs[2i + 1]` = cost, for i from `firstArc[v]` to `endArc[v]`, once `need(v)` was
 * called: blocks of 4,096 nodes are filled in when a search first comes there.
 */
export interface SearchGraph {
  readonly nodes: number;
  readonly firstArc: Uint32Array;
  readonly endArc: Uint32Array;
  readonly arcs: Int32Array;
  /**
   * Width of a bucket of the search as a power of two, about a quarter of the mean cost of an arc: of widths from 2 s to
   * 65 s the one of 4 to 8 s was fastest on the car network of Centre and Mifflin counties (0.11 against 0.19 ms).
   */
  readonly bucketShift: number;
  need(node: number): void;
}

interface Arcs {
  readonly firstArc: Uint32Array;
  readonly endArc: Uint32Array;
  readonly arcs: Int32Array;
  readonly filled: Uint8Array;
}

const keptArcs = new SharedPerTerritory<Arcs>('searchArcs');
const kept = new PerTerritory<SearchGraph>();

/** The graph of these costs, kept as long as the territory; threads share its arcs. */
export function searchGraph(territory: Territory, costs: EdgeCosts): SearchGraph {
  const name = `${costs.name}:${costs.direction}`;
  return kept.get(territory, name, () => {
    const nodes = territory.nodes.rows;
    const { firstFrom, firstTo, toEdges } = edgesByNode(territory);
    const columns = keptArcs.zeros(territory, name, () => ({
      firstArc: uint32Pages(nodes),
      endArc: uint32Pages(nodes),
      // Room for all edges at every node, so that each has its place whatever was filled in before.
      arcs: int32Pages(2 * (territory.edges.rows + toEdges.length)),
      filled: new Uint8Array((nodes >> BLOCK_BITS) + 1),
    }));
    const { firstArc, endArc, arcs, filled } = columns;
    const { fromNode, toNode } = territory.edges;
    const { enteredAtFrom, enteredAtTo } = costs;
    const fill = (block: number) => {
      const end = Math.min(nodes, (block + 1) << BLOCK_BITS);
      for (let node = block << BLOCK_BITS; node < end; node++) {
        let arc = firstFrom[node]! + firstTo[node]!;
        firstArc[node] = arc;
        const add = (head: number, cost: number) => {
          arcs[2 * arc] = head;
          arcs[2 * arc++ + 1] = cost;
        };
        for (let edge = firstFrom[node]!; edge < firstFrom[node + 1]!; edge++) {
          const isLoop = toNode[edge] === node;
          if (!isLoop && isArc(territory, costs, edge, enteredAtFrom[edge]!)) add(toNode[edge]!, enteredAtFrom[edge]!);
        }
        for (let i = firstTo[node]!; i < firstTo[node + 1]!; i++) {
          const edge = toEdges[i]!;
          if (isArc(territory, costs, edge, enteredAtTo[edge]!)) add(fromNode[edge]!, enteredAtTo[edge]!);
        }
        endArc[node] = arc;
      }
    };
    const blocks = new SharedBlocks(filled);
    const need = (node: number) => blocks.ensure(node >>> BLOCK_BITS, fill);
    return { nodes, firstArc, endArc, arcs, bucketShift: bucketShiftOf(territory, costs), need };
  });
}

/** Visits every arc of the graph once. */
export function forEachArc(
  territory: Territory,
  costs: EdgeCosts,
  visit: (tail: number, head: number, cost: number) => void,
): void {
  const { rows, fromNode, toNode } = territory.edges;
  const { enteredAtFrom, enteredAtTo } = costs;
  for (let edge = 0; edge < rows; edge++) {
    const [from, to] = [fromNode[edge]!, toNode[edge]!];
    if (from === to) continue;
    if (isArc(territory, costs, edge, enteredAtFrom[edge]!)) visit(from, to, enteredAtFrom[edge]!);
    if (isArc(territory, costs, edge, enteredAtTo[edge]!)) visit(to, from, enteredAtTo[edge]!);
  }
}

/** The mean is that of a sample of edges, evenly over the territory. */
function bucketShiftOf(territory: Territory, costs: EdgeCosts): number {
  const { rows, fromNode, toNode } = territory.edges;
  let [sum, count] = [0, 0];
  for (let edge = 0; edge < rows; edge += Math.ceil(rows / SAMPLED_EDGES)) {
    const cost = costs.enteredAtFrom[edge]!;
    if (fromNode[edge] === toNode[edge] || !isArc(territory, costs, edge, cost)) continue;
    sum += cost;
    count++;
  }
  const mean = count === 0 ? 1 : sum / count;
  return Math.min(24, Math.max(8, Math.round(Math.log2(mean + 1)) - 2));
}

function isArc({ edges }: Territory, { mode }: EdgeCosts, edge: number, cost: number): boolean {
  return (edges.mainComponent[edge]! & MODE_BIT[mode]) !== 0 && isUsable(cost);
}

/** An arc that costs more than any limit can never be run through to its end. */
function isUsable(cost: number): boolean {
  return cost !== NONE && cost <= MAX_COST;
}
