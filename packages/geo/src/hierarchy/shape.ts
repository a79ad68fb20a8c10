import { adjacencyOfPairs } from './adjacency.ts';
import { dissect } from './dissection.ts';
import { type EliminationTree, eliminate } from './elimination.ts';
import { eliminateLowDegrees } from './lowDegree.ts';

/** The roads of one mode as pairs of nodes, whatever their direction and cost, and where the nodes lie. */
interface RoadPairs {
  readonly nodes: number;
  readonly tails: Uint32Array;
  readonly heads: Uint32Array;
  /** Row = node. */
  readonly lngMicrodegrees: Int32Array;
  readonly latMicrodegrees: Int32Array;
}

/** The part of a hierarchy that holds for every profile of a mode: an order of its nodes and the links that follow. */
export interface HierarchyShape extends Omit<EliminationTree, 'subtreeEnd'> {
  /** Node of the network by position; nodes without roads have no position. */
  readonly nodeOf: Uint32Array;
  /** Position by node of the network, NO_POSITION for a node without roads. */
  readonly positionOf: Uint32Array;
}

export const NO_POSITION = 0xffffffff;

/**
 * Orders a network and eliminates it: nodes of low degree first, then the rest by nested dissection. Depends on the
 * input alone, so the same roads give the same shape everywhere. `checkpoint` is called now and then and may throw to
 * stop.
 */
export function buildShape(roads: RoadPairs, checkpoint?: () => void): HierarchyShape {
  const { nodes, tails, heads, lngMicrodegrees, latMicrodegrees } = roads;
  const joined = joinedNodes(nodes, tails, heads);
  const localOf = new Uint32Array(nodes).fill(NO_POSITION);
  joined.forEach((node, local) => {
    localOf[node] = local;
  });
  const local = (ends: Uint32Array) => ends.map((node) => localOf[node]!);
  const adjacency = adjacencyOfPairs(joined.length, local(tails), local(heads));

  const core = eliminateLowDegrees(adjacency);
  const narrowing = joined.length === 0 ? 1 : Math.cos((latMicrodegrees[joined[0]!]! / 1e6) * (Math.PI / 180));
  const x = Float64Array.from(core.nodeOf, (node) => lngMicrodegrees[joined[node]!]! * narrowing);
  const y = Float64Array.from(core.nodeOf, (node) => latMicrodegrees[joined[node]!]!);
  const order = new Uint32Array(joined.length);
  order.set(core.eliminated);
  order.set(
    dissect(core.adjacency, x, y, checkpoint).map((node) => core.nodeOf[node]!),
    core.eliminated.length,
  );

  const tree = eliminate(adjacency, order);
  const nodeOf = tree.nodeOf.map((node) => joined[node]!);
  const positionOf = new Uint32Array(nodes).fill(NO_POSITION);
  for (let position = 0; position < nodeOf.length; position++) positionOf[nodeOf[position]!] = position;
  return { ...tree, nodeOf, positionOf };
}

/** Nodes at an end of some road, ascending: footpaths' junctions would only lengthen the lists of a network of cars. */
function joinedNodes(nodes: number, tails: Uint32Array, heads: Uint32Array): Uint32Array {
  const isJoined = new Uint8Array(nodes);
  for (const node of tails) isJoined[node] = 1;
  for (const node of heads) isJoined[node] = 1;
  let count = 0;
  const joined = new Uint32Array(nodes);
  for (let node = 0; node < nodes; node++) if (isJoined[node] === 1) joined[count++] = node;
  return joined.slice(0, count);
}
