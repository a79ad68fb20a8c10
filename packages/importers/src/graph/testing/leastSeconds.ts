import type { Profile } from '@hinterland/catalogue';
import { NONE } from '@hinterland/territory';
import type { DrawnOsm } from '../../map/testing/drawOsm.ts';
import type { RoadGraph } from '../roadGraph.ts';

/**
 * Least time from one letter of a drawn map to another over its network, in seconds; Infinity where there is no way.
 * Plain relaxation until nothing changes, for tests.
 */
export function leastSeconds(graph: RoadGraph, drawn: DrawnOsm, profile: Profile, from: string, to: string): number {
  const { fromNode, toNode } = graph.edges;
  const { forwardMilliseconds, backwardMilliseconds } = graph.weights[profile];
  const times = Array.from(graph.nodes.lngMicrodegrees, () => Infinity);
  for (const node of nodesAt(graph, drawn.position(from))) times[node] = 0;
  for (let changed = true; changed; ) {
    changed = false;
    const relax = (a: number, b: number, milliseconds: number) => {
      if (milliseconds === NONE || times[a]! + milliseconds >= times[b]!) return;
      times[b] = times[a]! + milliseconds;
      changed = true;
    };
    for (let edge = 0; edge < fromNode.length; edge++) {
      relax(fromNode[edge]!, toNode[edge]!, forwardMilliseconds[edge]!);
      relax(toNode[edge]!, fromNode[edge]!, backwardMilliseconds[edge]!);
    }
  }
  return Math.min(...nodesAt(graph, drawn.position(to)).map((node) => times[node]!)) / 1000;
}

/** Nodes of the network at a position: none for an inner point of an edge, several at a barrier. */
export function nodesAt(graph: RoadGraph, [lng, lat]: readonly [number, number]): number[] {
  const { lngMicrodegrees, latMicrodegrees } = graph.nodes;
  return [...lngMicrodegrees.keys()].filter(
    (node) => lngMicrodegrees[node] === Math.round(lng * 1e6) && latMicrodegrees[node] === Math.round(lat * 1e6),
  );
}
