import { arcsByTail, strongComponents } from '@hinterland/geo';
import { NONE } from '@hinterland/territory';

/**
 * Marks the nodes that nobody passes through: 1 for those that are not in the core of their network, null where there are none. The
 * core of a network whose places all reach each other is its largest part in which they do so without the edges that are limited
 * to people with a reason to be there. What lies behind such edges is reached through them, so it is not passed either. A network
 * without any other edge has no inside.
 *
 * `forward` and `backward` hold NONE where the edge may not be used that way. Time and memory grow with nodes and edges.
 */
export function insideNodes(
  nodeCount: number,
  fromNode: Uint32Array,
  toNode: Uint32Array,
  forward: Uint32Array,
  backward: Uint32Array,
  isLimited: (edge: number) => boolean,
): Uint8Array | null {
  let limited = 0;
  for (let edge = 0; edge < fromNode.length; edge++) if (isLimited(edge)) limited++;
  if (limited === 0) return null;
  const componentsOf = (isUsed: (edge: number) => boolean) =>
    strongComponents(
      arcsByTail(nodeCount, (put) => {
        for (let edge = 0; edge < fromNode.length; edge++) {
          if (!isUsed(edge)) continue;
          if (forward[edge] !== NONE) put(fromNode[edge]!, toNode[edge]!);
          if (backward[edge] !== NONE) put(toNode[edge]!, fromNode[edge]!);
        }
      }),
    );
  const whole = componentsOf(() => true);
  const open = componentsOf((edge) => !isLimited(edge));
  const sizes = new Uint32Array(open.count);
  for (const part of open.componentOfNode) sizes[part]!++;
  /** Largest open part of each network; a single node is none. */
  const core = new Int32Array(whole.count).fill(-1);
  whole.componentOfNode.forEach((network, node) => {
    const part = open.componentOfNode[node]!;
    if (sizes[part]! > 1 && (core[network] === -1 || sizes[part]! > sizes[core[network]!]!)) core[network] = part;
  });
  const inside = new Uint8Array(nodeCount);
  whole.componentOfNode.forEach((network, node) => {
    if (core[network] !== -1 && core[network] !== open.componentOfNode[node]) inside[node] = 1;
  });
  return inside;
}
