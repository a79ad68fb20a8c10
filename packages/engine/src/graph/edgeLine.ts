import type { Territory } from '@hinterland/territory';
import { shapeParts } from '../memory/parts.ts';

/** The points of an edge's line in microdegrees, from `fromNode` over its inner points to `toNode`. */
export interface EdgeLine {
  /** Points in use; the arrays may be longer. */
  points: number;
  lngs: Int32Array;
  lats: Int32Array;
}

export function emptyLine(): EdgeLine {
  return { points: 0, lngs: new Int32Array(64), lats: new Int32Array(64) };
}

/** Fills `line` with an edge's points, so that a loop over many edges makes no arrays. */
export function readEdgeLine(territory: Territory, edge: number, line: EdgeLine): void {
  const { edges, nodes } = territory;
  const start = edges.shapeStart[edge]!;
  const end = edge + 1 < edges.rows ? edges.shapeStart[edge + 1]! : territory.shapes.rows;
  const points = end - start + 2;
  if (points > line.lngs.length) {
    line.lngs = new Int32Array(2 * points);
    line.lats = new Int32Array(2 * points);
  }
  const { lngs, lats } = line;
  line.points = points;
  const from = edges.fromNode[edge]!;
  const to = edges.toNode[edge]!;
  lngs[0] = nodes.lngMicrodegrees[from]!;
  lats[0] = nodes.latMicrodegrees[from]!;
  if (start < end) {
    const { lngMicrodegrees, latMicrodegrees } = shapesBetween(territory, start, end);
    for (let i = start; i < end; i++) {
      lngs[i - start + 1] = lngMicrodegrees[i]!;
      lats[i - start + 1] = latMicrodegrees[i]!;
    }
  }
  lngs[points - 1] = nodes.lngMicrodegrees[to]!;
  lats[points - 1] = nodes.latMicrodegrees[to]!;
}

function shapesBetween(territory: Territory, start: number, end: number) {
  const shapes = shapeParts(territory);
  shapes.need(start, end);
  return shapes;
}
