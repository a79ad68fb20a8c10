import { MinHeap } from '@hinterland/geo';
import { NONE, type Territory } from '@hinterland/territory';
import type { EdgeTimes } from './routerTimes.ts';

/** The arcs of a network by the node at which they begin. */
export interface Arcs {
  readonly start: Uint32Array;
  readonly head: Uint32Array;
  readonly edge: Uint32Array;
  readonly isForward: Uint8Array;
}

export function arcsOf({ nodes, edges }: Territory): Arcs {
  const start = new Uint32Array(nodes.rows + 1);
  for (let edge = 0; edge < edges.rows; edge++) {
    start[edges.fromNode[edge]! + 1]!++;
    start[edges.toNode[edge]! + 1]!++;
  }
  for (let node = 0; node < nodes.rows; node++) start[node + 1]! += start[node]!;
  const next = start.slice();
  const head = new Uint32Array(2 * edges.rows);
  const edge = new Uint32Array(2 * edges.rows);
  const isForward = new Uint8Array(2 * edges.rows);
  for (let row = 0; row < edges.rows; row++) {
    const [from, to] = [edges.fromNode[row]!, edges.toNode[row]!];
    for (const [tail, other, forward] of [
      [from, to, 1],
      [to, from, 0],
    ] as const) {
      const at = next[tail]!++;
      [head[at], edge[at], isForward[at]] = [other, row, forward];
    }
  }
  return { start, head, edge, isForward };
}

/** Least times from a node to all others within a limit, milliseconds; Infinity for the rest. E. W. Dijkstra (1959). */
export function plainTimes(arcs: Arcs, times: EdgeTimes, from: number, limit: number): Float64Array {
  const least = new Float64Array(arcs.start.length - 1).fill(Infinity);
  const open = new MinHeap();
  least[from] = 0;
  open.push(0, from);
  while (open.size > 0 && open.minKey <= limit) {
    const time = open.minKey;
    const node = open.pop();
    if (time > least[node]!) continue;
    for (let at = arcs.start[node]!; at < arcs.start[node + 1]!; at++) {
      const own = (arcs.isForward[at] === 1 ? times.forward : times.backward)[arcs.edge[at]!]!;
      const there = arcs.head[at]!;
      if (own === NONE || time + own >= least[there]!) continue;
      least[there] = time + own;
      open.push(least[there], there);
    }
  }
  return least;
}
