import { EARTH_RADIUS_METERS } from '@hinterland/geo';
import { MODE_BIT, type Mode, NONE } from '@hinterland/territory';
import { SNAP } from '../graph/parameters.ts';
import type { RoadGraph } from '../graph/roadGraph.ts';
import { ChunkTree, EdgeLines, type Foot } from './chunkTree.ts';

const MILLIMETERS_PER_MICRODEGREE = (EARTH_RADIUS_METERS * Math.PI) / 180e3;

/** Rows of a bundle's table `snaps-<mode>`, ordered by (edge, positionMillimeters, pole), and who is not in it. */
export interface PoleSnaps {
  readonly pole: Uint32Array;
  readonly edge: Uint32Array;
  readonly positionMillimeters: Uint32Array;
  readonly accessMillimeters: Uint32Array;
  /** Poles without an edge in reach, ascending. */
  readonly beyond: Uint32Array;
}

export interface SnapLimits {
  /** A pole farther than this from every edge is not fastened. */
  readonly maxMeters: number;
  /** See SNAP in parameters.ts. */
  readonly privateMeters: number;
  readonly avoidedMeters: number;
  readonly factor: number;
}

/**
 * Fastens poles to the network of one mode: each to the nearest place on an edge of the mode's main component, by
 * straight distance in a plane that is true at the pole's latitude (off by 0.1 % at most within 1,600 m). Private edges,
 * and edges that nobody joins from a door (`avoidSnap`), are taken only where no better one is near: SNAP in
 * parameters.ts says how near. Edges of no length, which lead through gates, are never taken. Of equally near places (to
 * the millimeter) one on a road open both ways is taken, else one on the lowest edge.
 */
export function snapPoles(
  graph: RoadGraph,
  lngMicrodegrees: Int32Array,
  latMicrodegrees: Int32Array,
  mode: Mode,
  limits: SnapLimits = SNAP,
): PoleSnaps {
  const lines = new EdgeLines(graph);
  const { usual, privates, avoided } = treesOf(graph, lines, mode);
  const count = lngMicrodegrees.length;
  const edgeOfPole = new Uint32Array(count).fill(NONE);
  const position = new Uint32Array(count);
  const access = new Uint32Array(count);
  const foot: Foot = { edge: -1, distanceMillimeters: 0, isTwoWay: false, segment: 0, fraction: 0 };
  const privateFoot: Foot = { ...foot };
  const avoidedFoot: Foot = { ...foot };
  let previousEdge = -1;
  for (let pole = 0; pole < count; pole++) {
    const [lng, lat] = [lngMicrodegrees[pole]!, latMicrodegrees[pole]!];
    const mmPerLng = MILLIMETERS_PER_MICRODEGREE * Math.cos((lat * Math.PI) / 180e6);
    const mmPerLat = MILLIMETERS_PER_MICRODEGREE;
    reset(foot, limits.maxMeters);
    // Poles come in Hilbert order: the street of the last one is a good guess for this one.
    if (previousEdge !== -1) usual.tryEdge(previousEdge, lng, lat, mmPerLng, mmPerLat, foot);
    usual.nearest(lng, lat, mmPerLng, mmPerLat, foot);
    if (foot.edge !== -1) previousEdge = foot.edge;
    let chosen = foot;
    for (const [tree, besideMeters, other] of [
      [privates, limits.privateMeters, privateFoot],
      [avoided, limits.avoidedMeters, avoidedFoot],
    ] as const) {
      if (chosen.edge !== -1 && chosen.distanceMillimeters <= besideMeters * 1000) break;
      reset(other, limits.maxMeters);
      tree.nearest(lng, lat, mmPerLng, mmPerLat, other);
      if (other.edge === -1) continue;
      if (chosen.edge === -1 || chosen.distanceMillimeters > limits.factor * other.distanceMillimeters) chosen = other;
    }
    if (chosen.edge === -1) continue;
    edgeOfPole[pole] = chosen.edge;
    position[pole] = positionOf(graph, lines, chosen, mmPerLng / mmPerLat);
    access[pole] = chosen.distanceMillimeters;
  }
  return ordered(edgeOfPole, position, access, graph.edges.fromNode.length);
}

function reset(foot: Foot, maxMeters: number): void {
  foot.edge = -1;
  foot.distanceMillimeters = Math.floor(maxMeters * 1000);
}

function treesOf(graph: RoadGraph, lines: EdgeLines, mode: Mode): Record<'usual' | 'privates' | 'avoided', ChunkTree> {
  const { mainComponent, lengthMillimeters } = graph.edges;
  const { forwardMilliseconds, backwardMilliseconds } = graph.weights[`${mode}-normal`];
  const bit = MODE_BIT[mode];
  const usual: number[] = [];
  const privates: number[] = [];
  const avoided: number[] = [];
  for (let edge = 0; edge < mainComponent.length; edge++) {
    if ((mainComponent[edge]! & bit) === 0 || lengthMillimeters[edge] === 0) continue;
    const isPrivate = (graph.privateTo[edge]! & bit) !== 0;
    ((graph.avoidSnap[edge]! & bit) !== 0 ? avoided : isPrivate ? privates : usual).push(edge);
  }
  const isTwoWay = (edge: number) => forwardMilliseconds[edge] !== NONE && backwardMilliseconds[edge] !== NONE;
  const tree = (edges: number[]) => new ChunkTree(lines, edges, isTwoWay);
  return { usual: tree(usual), privates: tree(privates), avoided: tree(avoided) };
}

/** The share of the drawn line that lies before the foot, of the edge's own length. */
function positionOf(graph: RoadGraph, lines: EdgeLines, foot: Foot, lngScale: number): number {
  let before = 0;
  let whole = 0;
  const { edge, segment, fraction } = foot;
  for (let i = 0; i < lines.segments(edge); i++) {
    const dx = (lines.lng(edge, i + 1) - lines.lng(edge, i)) * lngScale;
    const dy = lines.lat(edge, i + 1) - lines.lat(edge, i);
    const length = Math.sqrt(dx * dx + dy * dy);
    if (i < segment) before += length;
    else if (i === segment) before += length * fraction;
    whole += length;
  }
  const lengthMillimeters = graph.edges.lengthMillimeters[edge]!;
  return Math.min(lengthMillimeters, Math.round((before / whole) * lengthMillimeters));
}

/** Puts the rows in the table's order: a counting sort by edge, then each edge's few poles by position. */
function ordered(edgeOfPole: Uint32Array, position: Uint32Array, access: Uint32Array, edgeCount: number): PoleSnaps {
  const start = new Uint32Array(edgeCount + 1);
  const beyond: number[] = [];
  edgeOfPole.forEach((edge, pole) => {
    if (edge === NONE) beyond.push(pole);
    else start[edge + 1]!++;
  });
  for (let edge = 0; edge < edgeCount; edge++) start[edge + 1]! += start[edge]!;
  const pole = new Uint32Array(start[edgeCount]!);
  const next = start.slice();
  edgeOfPole.forEach((edge, row) => {
    if (edge !== NONE) pole[next[edge]!++] = row;
  });
  for (let edge = 0; edge < edgeCount; edge++) {
    if (start[edge + 1]! - start[edge]! < 2) continue;
    pole.subarray(start[edge], start[edge + 1]).sort((a, b) => position[a]! - position[b]! || a - b);
  }
  return {
    pole,
    edge: pole.map((row) => edgeOfPole[row]!),
    positionMillimeters: pole.map((row) => position[row]!),
    accessMillimeters: pole.map((row) => access[row]!),
    beyond: Uint32Array.from(beyond),
  };
}
