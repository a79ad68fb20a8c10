import { NONE } from '@hinterland/territory';

/**
 * Marks the edges of the largest strongly connected component: 1 where both ends lie in it and the edge may be used at
 * least one way. Within the component everything can be reached from everywhere. Of equally large ones (by nodes) the
 * one with the lowest node is taken. Time and memory grow with nodes and edges.
 *
 * `forward` and `backward` hold NONE where the edge may not be used that way.
 */
export function largestComponent(
  nodeCount: number,
  fromNode: Uint32Array,
  toNode: Uint32Array,
  forward: Uint32Array,
  backward: Uint32Array,
): Uint8Array {
  const { componentOfNode, componentCount } = components(
    nodeCount,
    arcsOf(nodeCount, fromNode, toNode, forward, backward),
  );
  const sizes = new Uint32Array(componentCount);
  for (const component of componentOfNode) sizes[component]!++;
  let largest = 0;
  let largestSize = 0;
  for (const component of componentOfNode) {
    if (sizes[component]! <= largestSize) continue;
    largest = component;
    largestSize = sizes[component]!;
  }
  const inside = new Uint8Array(fromNode.length);
  for (let edge = 0; edge < inside.length; edge++) {
    if (forward[edge] === NONE && backward[edge] === NONE) continue;
    if (componentOfNode[fromNode[edge]!] === largest && componentOfNode[toNode[edge]!] === largest) inside[edge] = 1;
  }
  return inside;
}

interface Arcs {
  /** Heads of node n's arcs are arcHead[arcStart[n]] up to arcHead[arcStart[n + 1]]. */
  readonly arcStart: Uint32Array;
  readonly arcHead: Uint32Array;
}

function arcsOf(
  nodeCount: number,
  fromNode: Uint32Array,
  toNode: Uint32Array,
  forward: Uint32Array,
  backward: Uint32Array,
): Arcs {
  const arcStart = new Uint32Array(nodeCount + 1);
  for (let edge = 0; edge < fromNode.length; edge++) {
    if (forward[edge] !== NONE) arcStart[fromNode[edge]! + 1]!++;
    if (backward[edge] !== NONE) arcStart[toNode[edge]! + 1]!++;
  }
  for (let node = 0; node < nodeCount; node++) arcStart[node + 1]! += arcStart[node]!;
  const arcHead = new Uint32Array(arcStart[nodeCount]!);
  const next = arcStart.slice();
  for (let edge = 0; edge < fromNode.length; edge++) {
    const [from, to] = [fromNode[edge]!, toNode[edge]!];
    if (forward[edge] !== NONE) arcHead[next[from]!++] = to;
    if (backward[edge] !== NONE) arcHead[next[to]!++] = from;
  }
  return { arcStart, arcHead };
}

/** R. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1 (1972), without recursion. */
function components(nodeCount: number, arcs: Arcs): { componentOfNode: Uint32Array; componentCount: number } {
  const { arcStart, arcHead } = arcs;
  const componentOfNode = new Uint32Array(nodeCount).fill(NONE);
  const order = new Uint32Array(nodeCount).fill(NONE);
  const low = new Uint32Array(nodeCount);
  const nextArc = arcStart.slice();
  const path = new Uint32Array(nodeCount);
  const open = new Uint32Array(nodeCount);
  let openCount = 0;
  let visited = 0;
  let componentCount = 0;
  for (let start = 0; start < nodeCount; start++) {
    if (order[start] !== NONE) continue;
    let depth = 0;
    const enter = (node: number) => {
      order[node] = visited;
      low[node] = visited;
      visited++;
      open[openCount++] = node;
      path[depth++] = node;
    };
    enter(start);
    while (depth > 0) {
      const node = path[depth - 1]!;
      if (nextArc[node]! < arcStart[node + 1]!) {
        const head = arcHead[nextArc[node]!++]!;
        if (order[head] === NONE) enter(head);
        else if (componentOfNode[head] === NONE && order[head]! < low[node]!) low[node] = order[head]!;
        continue;
      }
      depth--;
      if (depth > 0 && low[node]! < low[path[depth - 1]!]!) low[path[depth - 1]!] = low[node]!;
      if (low[node] !== order[node]) continue;
      // The node is the first of its component that was seen; all that came after it and is still open belongs to it.
      for (let member = NONE; member !== node; ) {
        member = open[--openCount]!;
        componentOfNode[member] = componentCount;
      }
      componentCount++;
    }
  }
  return { componentOfNode, componentCount };
}
