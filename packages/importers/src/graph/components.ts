import { arcsByTail, strongComponents } from '@hinterland/geo';
import { NONE } from '@hinterland/territory';

/** Component of an edge: none that serves its places, the largest, another one. */
export const UNSERVED = 0;
const LARGEST = 1;
export const APART = 2;

/**
 * Marks the edges of strongly connected components that serve their places: LARGEST for the largest, APART for every other
 * of at least `leastNodes` nodes. An edge is marked where both ends lie in the component and it may be used at least one
 * way. Within a component everything can be reached from everywhere. Of equally large ones (by nodes) the one with the
 * lowest node is the largest. Time and memory grow with nodes and edges.
 *
 * `forward` and `backward` hold NONE where the edge may not be used that way.
 */
export function servedComponents(
  nodeCount: number,
  fromNode: Uint32Array,
  toNode: Uint32Array,
  forward: Uint32Array,
  backward: Uint32Array,
  leastNodes: number,
): { readonly served: Uint8Array; readonly apart: number } {
  const arcs = arcsByTail(nodeCount, (put) => {
    for (let edge = 0; edge < fromNode.length; edge++) {
      const [from, to] = [fromNode[edge]!, toNode[edge]!];
      if (forward[edge] !== NONE) put(from, to);
      if (backward[edge] !== NONE) put(to, from);
    }
  });
  const { componentOfNode, count } = strongComponents(arcs);
  const sizes = new Uint32Array(count);
  for (const component of componentOfNode) sizes[component]!++;
  let largest = 0;
  let largestSize = 0;
  for (const component of componentOfNode) {
    if (sizes[component]! <= largestSize) continue;
    largest = component;
    largestSize = sizes[component]!;
  }
  const served = new Uint8Array(fromNode.length);
  for (let edge = 0; edge < served.length; edge++) {
    if (forward[edge] === NONE && backward[edge] === NONE) continue;
    const component = componentOfNode[fromNode[edge]!]!;
    if (componentOfNode[toNode[edge]!] !== component) continue;
    if (component === largest) served[edge] = LARGEST;
    else if (sizes[component]! >= leastNodes) served[edge] = APART;
  }
  const apart = sizes.filter((size, component) => component !== largest && size >= leastNodes).length;
  return { served, apart };
}
