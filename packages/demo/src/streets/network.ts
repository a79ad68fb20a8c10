import type { Point } from '../geometry/plane.ts';
import type { Line } from './line.ts';

export interface Edge {
  /** Numbers of nodes. */
  from: number;
  to: number;
  /** Whole line of the edge, from `from` to `to`. */
  shape: Point[];
  readonly lengthMeters: number;
  readonly line: Line;
  /** Where it begins on its line, to keep the edges of a street in order. */
  readonly startMeters: number;
  highway: string;
  tags: Record<string, string>;
}

/** Roads cut at their junctions: a planar graph but for bridges, tunnels and the motorway. */
export interface Network {
  readonly nodes: Point[];
  edges: Edge[];
}

/** The edges of every line, in the order in which they lie along it. */
export function edgesByLine(edges: Iterable<Edge>): Map<Line, Edge[]> {
  const byLine = new Map<Line, Edge[]>();
  for (const edge of edges) {
    const own = byLine.get(edge.line);
    if (own === undefined) byLine.set(edge.line, [edge]);
    else own.push(edge);
  }
  for (const own of byLine.values()) own.sort((a, b) => a.startMeters - b.startMeters);
  return byLine;
}

/** Ways that cars may not use. */
const CARLESS = new Set(['footway', 'path', 'cycleway', 'steps', 'pedestrian', 'bridleway']);
/** Classes of main roads. */
export const MAIN = new Set(['motorway', 'motorway_link', 'trunk', 'primary', 'secondary', 'tertiary']);

/** Whether the public may drive on an edge. */
export function isForCars(edge: Edge): boolean {
  return !CARLESS.has(edge.highway) && edge.tags.motor_vehicle !== 'no' && edge.tags.access !== 'private';
}

/** Number of edges at every node. */
export function degrees(network: Network): Int32Array {
  const degree = new Int32Array(network.nodes.length);
  for (const { from, to } of network.edges) {
    degree[from]!++;
    degree[to]!++;
  }
  return degree;
}
