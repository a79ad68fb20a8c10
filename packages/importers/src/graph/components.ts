import { arcsByTail, strongComponents } from '@hinterland/geo';
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
  const inside = new Uint8Array(fromNode.length);
  for (let edge = 0; edge < inside.length; edge++) {
    if (forward[edge] === NONE && backward[edge] === NONE) continue;
    if (componentOfNode[fromNode[edge]!] === largest && componentOfNode[toNode[edge]!] === largest) inside[edge] = 1;
  }
  return inside;
}
