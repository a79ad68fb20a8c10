import { nearestOnSegment } from '@hinterland/geo';
import type { RoadGraph } from '../graph/roadGraph.ts';

/** Straight pieces per chunk of an edge, so that the box of a long road is not as long as the road. */
const CHUNK_SEGMENTS = 8;
/** Boxes per box of the next level. */
const BRANCHING = 16;

/** The best place found so far; `distance` in the tree's plane, `edge` -1 for none. */
export interface Foot {
  edge: number;
  /** Whole millimeters: nearer by less than that is not nearer. */
  distanceMillimeters: number;
  isTwoWay: boolean;
  segment: number;
  fraction: number;
}

/** Points of an edge in microdegrees: node, inner points, node. */
export class EdgeLines {
  readonly #graph: RoadGraph;

  constructor(graph: RoadGraph) {
    this.#graph = graph;
  }

  /** Straight pieces of an edge. */
  segments(edge: number): number {
    return this.#shapeEnd(edge) - this.#graph.edges.shapeStart[edge]! + 1;
  }

  /** Microdegrees of the point that begins straight piece `index`; `segments(edge)` gives the last point. */
  lng(edge: number, index: number): number {
    return this.#at(this.#graph.nodes.lngMicrodegrees, this.#graph.shapes.lngMicrodegrees, edge, index);
  }

  lat(edge: number, index: number): number {
    return this.#at(this.#graph.nodes.latMicrodegrees, this.#graph.shapes.latMicrodegrees, edge, index);
  }

  #at(nodes: Int32Array, shapes: Int32Array, edge: number, index: number): number {
    const { fromNode, toNode, shapeStart } = this.#graph.edges;
    if (index === 0) return nodes[fromNode[edge]!]!;
    const at = shapeStart[edge]! + index - 1;
    return at < this.#shapeEnd(edge) ? shapes[at]! : nodes[toNode[edge]!]!;
  }

  #shapeEnd(edge: number): number {
    const { shapeStart } = this.#graph.edges;
    return edge + 1 < shapeStart.length ? shapeStart[edge + 1]! : this.#graph.shapes.lngMicrodegrees.length;
  }
}

/**
 * Some edges of a network, for finding the nearest one: boxes around runs of their straight pieces in a packed tree.
 * The edges' own order keeps neighbours together, so nothing is sorted.
 */
export class ChunkTree {
  readonly #lines: EdgeLines;
  readonly #isTwoWay: (edge: number) => boolean;
  readonly #chunkEdge: Uint32Array;
  readonly #chunkSegment: Uint32Array;
  /** Points of all chunks one after the other, in microdegrees: those of chunk c begin at `#chunkPoint[c]`. */
  readonly #chunkPoint: Uint32Array;
  readonly #lngs: Int32Array;
  readonly #lats: Int32Array;
  /** From the lowest level up to a single box: west, south, east, north in microdegrees. */
  readonly #levels: Int32Array[];
  readonly #stackLevel = new Int32Array(BRANCHING * 16);
  readonly #stackIndex = new Int32Array(BRANCHING * 16);

  constructor(lines: EdgeLines, edges: readonly number[] | Uint32Array, isTwoWay: (edge: number) => boolean) {
    this.#lines = lines;
    this.#isTwoWay = isTwoWay;
    const chunkEdge: number[] = [];
    const chunkSegment: number[] = [];
    for (const edge of edges) {
      for (let segment = 0; segment < lines.segments(edge); segment += CHUNK_SEGMENTS) {
        chunkEdge.push(edge);
        chunkSegment.push(segment);
      }
    }
    this.#chunkEdge = Uint32Array.from(chunkEdge);
    this.#chunkSegment = Uint32Array.from(chunkSegment);
    this.#chunkPoint = new Uint32Array(chunkEdge.length + 1);
    for (let chunk = 0; chunk < chunkEdge.length; chunk++) {
      this.#chunkPoint[chunk + 1] = this.#chunkPoint[chunk]! + this.#segmentsOf(chunk) + 1;
    }
    this.#lngs = new Int32Array(this.#chunkPoint[chunkEdge.length]!);
    this.#lats = new Int32Array(this.#lngs.length);
    for (let chunk = 0; chunk < chunkEdge.length; chunk++) {
      const point = this.#chunkPoint[chunk]!;
      for (let i = 0; i <= this.#segmentsOf(chunk); i++) {
        this.#lngs[point + i] = lines.lng(chunkEdge[chunk]!, chunkSegment[chunk]! + i);
        this.#lats[point + i] = lines.lat(chunkEdge[chunk]!, chunkSegment[chunk]! + i);
      }
    }
    this.#levels = this.#buildLevels();
  }

  /**
   * Improves `foot` by what lies nearer to the point (microdegrees); of equally near places one on a road open both
   * ways, else on the lowest edge, is taken. `mmPerLng` and `mmPerLat` are millimeters per microdegree at the point.
   */
  nearest(lng: number, lat: number, mmPerLng: number, mmPerLat: number, foot: Foot): void {
    if (this.#chunkEdge.length === 0) return;
    const levels = this.#levels;
    const [stackLevel, stackIndex] = [this.#stackLevel, this.#stackIndex];
    let depth = 0;
    stackLevel[0] = levels.length - 1;
    stackIndex[0] = 0;
    depth = 1;
    while (depth > 0) {
      const level = stackLevel[--depth]!;
      const index = stackIndex[depth]!;
      const boxes = levels[level]!;
      const at = 4 * index;
      const dx = Math.max(boxes[at]! - lng, 0, lng - boxes[at + 2]!) * mmPerLng;
      const dy = Math.max(boxes[at + 1]! - lat, 0, lat - boxes[at + 3]!) * mmPerLat;
      const limit = foot.distanceMillimeters + 1;
      if (dx * dx + dy * dy > limit * limit) continue;
      if (level === 0) {
        this.#tryChunk(index, lng, lat, mmPerLng, mmPerLat, foot);
        continue;
      }
      const first = index * BRANCHING;
      const end = Math.min(first + BRANCHING, levels[level - 1]!.length / 4);
      for (let child = end - 1; child >= first; child--) {
        stackLevel[depth] = level - 1;
        stackIndex[depth++] = child;
      }
    }
  }

  /** Tries the edge that another point was fastened to: a good first guess makes the search short. */
  tryEdge(edge: number, lng: number, lat: number, mmPerLng: number, mmPerLat: number, foot: Foot): void {
    let [low, high] = [0, this.#chunkEdge.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#chunkEdge[middle]! < edge) low = middle + 1;
      else high = middle;
    }
    for (let chunk = low; this.#chunkEdge[chunk] === edge; chunk++) {
      this.#tryChunk(chunk, lng, lat, mmPerLng, mmPerLat, foot);
    }
  }

  #tryChunk(chunk: number, lng: number, lat: number, mmPerLng: number, mmPerLat: number, foot: Foot): void {
    const [lngs, lats] = [this.#lngs, this.#lats];
    const edge = this.#chunkEdge[chunk]!;
    const firstPoint = this.#chunkPoint[chunk]!;
    const lastPoint = this.#chunkPoint[chunk + 1]! - 1;
    let ax = (lngs[firstPoint]! - lng) * mmPerLng;
    let ay = (lats[firstPoint]! - lat) * mmPerLat;
    for (let point = firstPoint; point < lastPoint; point++) {
      const bx = (lngs[point + 1]! - lng) * mmPerLng;
      const by = (lats[point + 1]! - lat) * mmPerLat;
      // Wholly on one side, too far away: most pieces.
      const limit = foot.distanceMillimeters + 1;
      const isFar =
        (ax > limit && bx > limit) ||
        (ay > limit && by > limit) ||
        (ax < -limit && bx < -limit) ||
        (ay < -limit && by < -limit);
      if (!isFar) this.#tryPiece(edge, this.#chunkSegment[chunk]! + point - firstPoint, ax, ay, bx, by, foot);
      ax = bx;
      ay = by;
    }
  }

  /** A straight piece from a to b, in millimeters from the point. */
  #tryPiece(edge: number, segment: number, ax: number, ay: number, bx: number, by: number, foot: Foot): void {
    const { fraction, distance } = nearestOnSegment(0, 0, ax, ay, bx, by);
    const millimeters = Math.round(distance);
    if (millimeters > foot.distanceMillimeters) return;
    const isTwoWay = this.#isTwoWay(edge);
    if (!isBetter(millimeters, isTwoWay, edge, segment, foot)) return;
    foot.edge = edge;
    foot.distanceMillimeters = millimeters;
    foot.isTwoWay = isTwoWay;
    foot.segment = segment;
    foot.fraction = fraction;
  }

  #segmentsOf(chunk: number): number {
    return Math.min(CHUNK_SEGMENTS, this.#lines.segments(this.#chunkEdge[chunk]!) - this.#chunkSegment[chunk]!);
  }

  #buildLevels(): Int32Array[] {
    const count = this.#chunkEdge.length;
    const lowest = new Int32Array(4 * count);
    for (let chunk = 0; chunk < count; chunk++) {
      let [west, south, east, north] = [0x7fffffff, 0x7fffffff, -0x80000000, -0x80000000];
      for (let point = this.#chunkPoint[chunk]!; point < this.#chunkPoint[chunk + 1]!; point++) {
        west = Math.min(west, this.#lngs[point]!);
        south = Math.min(south, this.#lats[point]!);
        east = Math.max(east, this.#lngs[point]!);
        north = Math.max(north, this.#lats[point]!);
      }
      lowest.set([west, south, east, north], 4 * chunk);
    }
    const levels = [lowest];
    for (let lower = lowest; lower.length > 4; ) {
      const upper = new Int32Array(4 * Math.ceil(lower.length / 4 / BRANCHING));
      for (let i = 0; i < upper.length / 4; i++) {
        let [west, south, east, north] = [0x7fffffff, 0x7fffffff, -0x80000000, -0x80000000];
        for (let at = 4 * i * BRANCHING; at < Math.min(lower.length, 4 * (i + 1) * BRANCHING); at += 4) {
          west = Math.min(west, lower[at]!);
          south = Math.min(south, lower[at + 1]!);
          east = Math.max(east, lower[at + 2]!);
          north = Math.max(north, lower[at + 3]!);
        }
        upper.set([west, south, east, north], 4 * i);
      }
      levels.push(upper);
      lower = upper;
    }
    return levels;
  }
}

function isBetter(millimeters: number, isTwoWay: boolean, edge: number, segment: number, foot: Foot): boolean {
  if (millimeters !== foot.distanceMillimeters || foot.edge === -1) return true;
  if (isTwoWay !== foot.isTwoWay) return isTwoWay;
  return edge < foot.edge || (edge === foot.edge && segment < foot.segment);
}
