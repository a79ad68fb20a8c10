import { growingFloat64 } from '@hinterland/geo';
import type { Heights } from '../inputs/heights.ts';
import type { RoadGraph } from './roadGraph.ts';
import type { Relief } from './way.ts';

/** The slopes along edges: rows `start[edge]` to `start[edge + 1]` of `slope`, one for each of so many equal pieces. */
export interface Profiles {
  readonly start: Uint32Array;
  /** Rise per length from `fromNode` to `toNode`. */
  readonly slope: Float64Array;
  /** Edges that follow the ground where no height is known; they count as level. */
  readonly unknown: number;
}

/** Pieces of an edge are no shorter than this, meters, and no shorter than a cell of the heights. */
const LEAST_PIECE_METERS = 20;

/**
 * Cuts edges that follow the ground into pieces as long as a cell of the heights and measures the slope of each. A bridge or
 * tunnel is one piece, level between its ends. Edges that are level by their relief have none.
 */
export function profilesOf(
  heights: Heights,
  { nodes, edges, shapes }: Pick<RoadGraph, 'nodes' | 'edges' | 'shapes'>,
  reliefOf: (edge: number) => Relief,
): Profiles {
  const count = edges.fromNode.length;
  const start = new Uint32Array(count + 1);
  const slope = growingFloat64();
  const pieceMeters = Math.max(LEAST_PIECE_METERS, heights.cellMeters);
  let unknown = 0;
  for (let edge = 0; edge < count; edge++) {
    start[edge] = slope.length;
    const meters = edges.lengthMillimeters[edge]! / 1000;
    const relief = reliefOf(edge);
    if (relief === 'level' || meters === 0) continue;
    const pieces = relief === 'span' ? 1 : Math.max(1, Math.round(meters / pieceMeters));
    const line = lineOf(edge);
    const ground = Array.from({ length: pieces + 1 }, (_, i) => heights.at(...placeOn(line, i / pieces)));
    if (ground.some(Number.isNaN)) unknown++;
    else for (let i = 0; i < pieces; i++) slope.push(((ground[i + 1]! - ground[i]!) * pieces) / meters);
  }
  start[count] = slope.length;
  return { start, slope: slope.toArray(), unknown };

  function lineOf(edge: number): [lng: number, lat: number][] {
    const [from, to] = [edges.fromNode[edge]!, edges.toNode[edge]!];
    const end = edges.shapeStart[edge + 1] ?? shapes.lngMicrodegrees.length;
    const line: [number, number][] = [[nodes.lngMicrodegrees[from]! / 1e6, nodes.latMicrodegrees[from]! / 1e6]];
    for (let i = edges.shapeStart[edge]!; i < end; i++) {
      line.push([shapes.lngMicrodegrees[i]! / 1e6, shapes.latMicrodegrees[i]! / 1e6]);
    }
    line.push([nodes.lngMicrodegrees[to]! / 1e6, nodes.latMicrodegrees[to]! / 1e6]);
    return line;
  }
}

/** Returns the place at a share of a line's length, 0 to 1. */
function placeOn(line: readonly (readonly [lng: number, lat: number])[], share: number): readonly [number, number] {
  if (share === 0) return line[0]!;
  if (share === 1) return line.at(-1)!;
  const lngScale = Math.cos((line[0]![1] * Math.PI) / 180);
  const lengths = line.slice(1).map(([lng, lat], i) => Math.hypot((lng - line[i]![0]) * lngScale, lat - line[i]![1]));
  let left = share * lengths.reduce((a, b) => a + b, 0);
  let at = 0;
  while (at + 1 < lengths.length && left > lengths[at]!) left -= lengths[at++]!;
  const part = lengths[at] === 0 ? 0 : left / lengths[at]!;
  const [a, b] = [line[at]!, line[at + 1]!];
  return [a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])];
}
