import { EARTH_RADIUS_METERS, everyRow } from '@hinterland/geo';
import { MODE_BIT, type Mode, NONE } from '@hinterland/territory';
import { filled } from '../filled.ts';
import { SNAP } from '../graph/parameters.ts';
import type { RoadGraph } from '../graph/roadGraph.ts';
import { ChunkTree, type Pieces, type PlaneBox } from './chunkTree.ts';
import { EdgeLines } from './edgeLines.ts';
import { type Foot, noFoot, resetFoot, tryPiece } from './foot.ts';

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

/** Poles that are searched for together: as many, within so many microdegrees each way. */
const GROUP_POLES = 32;
const GROUP_MICRODEGREES = 1500;
/** Straight pieces that are looked at for such a group; where there are more, each pole asks the tree. */
const GROUP_PIECES = 1024;
/** A guess farther than that is no good: the first pole of the group is searched for alone. */
const FAR_MILLIMETERS = 150_000;

/**
 * Fastens poles to the network of one mode: each to the nearest place on an edge of the mode's main component, by
 * straight distance in a plane that is true at the pole's latitude (off by 0.1 % at most within 1,600 m). Private edges,
 * and edges that nobody joins from a door (`avoidSnap`), are taken only where no better one is near: SNAP in
 * parameters.ts says how near. Edges of no length, which lead through gates, are never taken. Of equally near places (to
 * the millimeter) one on a road open both ways is taken, else one on the lowest edge.
 *
 * Poles that follow each other and stand close together, as they do in Hilbert order, are searched for together.
 * `lines`: those of the graph, where they are at hand.
 */
export function snapPoles(
  graph: RoadGraph,
  lngMicrodegrees: Int32Array,
  latMicrodegrees: Int32Array,
  mode: Mode,
  limits: SnapLimits = SNAP,
  lines: EdgeLines = new EdgeLines(graph),
): PoleSnaps {
  const { usual, privates, avoided } = treesOf(graph, lines, mode);
  const group = new PoleGroup(usual, lngMicrodegrees, latMicrodegrees, Math.floor(limits.maxMeters * 1000));
  const count = lngMicrodegrees.length;
  const edgeOfPole = new Uint32Array(count).fill(NONE);
  const position = new Uint32Array(count);
  const access = new Uint32Array(count);
  const privateFoot = noFoot();
  const avoidedFoot = noFoot();
  for (let first = 0, end = 0; first < count; first = end) {
    end = group.search(first);
    for (let pole = first; pole < end; pole++) {
      let chosen = group.feet[pole - first]!;
      const mmPerLng = MILLIMETERS_PER_MICRODEGREE * cosine(latMicrodegrees[pole]!);
      for (const [tree, besideMeters, other] of [
        [privates, limits.privateMeters, privateFoot],
        [avoided, limits.avoidedMeters, avoidedFoot],
      ] as const) {
        if (chosen.edge !== -1 && chosen.distanceMillimeters <= besideMeters * 1000) break;
        // Farther than that it would not be taken.
        const farthest = chosen.edge === -1 ? limits.maxMeters * 1000 : chosen.distanceMillimeters / limits.factor;
        resetFoot(other, Math.floor(farthest));
        tree.nearest(lngMicrodegrees[pole]!, latMicrodegrees[pole]!, mmPerLng, MILLIMETERS_PER_MICRODEGREE, other);
        if (other.edge === -1) continue;
        if (chosen.edge === -1 || chosen.distanceMillimeters > limits.factor * other.distanceMillimeters) {
          chosen = other;
        }
      }
      if (chosen.edge === -1) continue;
      edgeOfPole[pole] = chosen.edge;
      position[pole] = positionOf(graph, lines, chosen, mmPerLng / MILLIMETERS_PER_MICRODEGREE);
      access[pole] = chosen.distanceMillimeters;
    }
  }
  return ordered(edgeOfPole, position, access, graph.edges.fromNode.length);
}

const cosine = (microdegrees: number) => Math.cos((microdegrees * Math.PI) / 180e6);

/** Neighbouring poles and their nearest places: one walk through the tree for all of them. */
class PoleGroup {
  /** Of the last group, in the order of its poles. */
  readonly feet = Array.from({ length: GROUP_POLES }, () => noFoot());
  readonly #tree: ChunkTree;
  readonly #lng: Int32Array;
  readonly #lat: Int32Array;
  readonly #maxMillimeters: number;
  readonly #box: PlaneBox = { west: 0, south: 0, east: 0, north: 0 };
  readonly #pieces: Pieces = {
    count: 0,
    edge: new Uint32Array(GROUP_PIECES),
    piece: new Uint32Array(GROUP_PIECES),
    point: new Uint32Array(GROUP_PIECES),
    box: new Int32Array(4 * GROUP_PIECES),
  };

  constructor(tree: ChunkTree, lng: Int32Array, lat: Int32Array, maxMillimeters: number) {
    this.#tree = tree;
    this.#lng = lng;
    this.#lat = lat;
    this.#maxMillimeters = maxMillimeters;
  }

  /** Finds the nearest places of the group that begins with a pole. Returns the pole after the group. */
  search(first: number): number {
    const end = this.#gather(first);
    // The street of the poles before is a good guess: its distance says how far to look at most.
    const { edge, piece } = this.feet[0]!;
    let farthest = this.#tryOne(first, end, edge, piece);
    if (farthest > FAR_MILLIMETERS) {
      const foot = this.feet[0]!;
      this.#nearest(first, foot);
      if (end === first + 1) return end;
      farthest = this.#tryOne(first, end, foot.edge, foot.piece);
    }
    const { south, north } = this.#box;
    const leastMmPerLng = MILLIMETERS_PER_MICRODEGREE * Math.min(cosine(south), cosine(north));
    const pieces = this.#pieces;
    const fits = this.#tree.near(this.#box, farthest, leastMmPerLng, MILLIMETERS_PER_MICRODEGREE, pieces);
    for (let pole = first; pole < end; pole++) {
      const foot = this.feet[pole - first]!;
      if (!fits) {
        this.#nearest(pole, foot);
        continue;
      }
      this.#tryPieces(pole, foot);
    }
    return end;
  }

  /** Tries the pieces near the group. */
  #tryPieces(pole: number, foot: Foot): void {
    const { count, edge, piece, point, box } = this.#pieces;
    const [lng, lat] = [this.#lng[pole]!, this.#lat[pole]!];
    const mmPerLng = MILLIMETERS_PER_MICRODEGREE * cosine(lat);
    let reachLng = (foot.distanceMillimeters + 1) / mmPerLng;
    let reachLat = (foot.distanceMillimeters + 1) / MILLIMETERS_PER_MICRODEGREE;
    for (let i = 0; i < count; i++) {
      const at = 4 * i;
      if (box[at]! - lng > reachLng || lng - box[at + 2]! > reachLng) continue;
      if (box[at + 1]! - lat > reachLat || lat - box[at + 3]! > reachLat) continue;
      this.#try(pole, mmPerLng, foot, edge[i]!, piece[i]!, point[i]!);
      reachLng = (foot.distanceMillimeters + 1) / mmPerLng;
      reachLat = (foot.distanceMillimeters + 1) / MILLIMETERS_PER_MICRODEGREE;
    }
  }

  /** Sets the box of the group that begins with a pole. Returns the pole after it. */
  #gather(first: number): number {
    const box = this.#box;
    box.west = box.east = this.#lng[first]!;
    box.south = box.north = this.#lat[first]!;
    let pole = first + 1;
    for (; pole < this.#lng.length && pole < first + GROUP_POLES; pole++) {
      const [lng, lat] = [this.#lng[pole]!, this.#lat[pole]!];
      const [west, east] = [Math.min(box.west, lng), Math.max(box.east, lng)];
      const [south, north] = [Math.min(box.south, lat), Math.max(box.north, lat)];
      if (east - west > GROUP_MICRODEGREES || north - south > GROUP_MICRODEGREES) break;
      box.west = west;
      box.east = east;
      box.south = south;
      box.north = north;
    }
    return pole;
  }

  /** Sets the feet of a group to one straight piece, or to nothing where it is out of reach. Returns the farthest. */
  #tryOne(first: number, end: number, edge: number, piece: number): number {
    let farthest = 0;
    for (let pole = first; pole < end; pole++) {
      const foot = this.feet[pole - first]!;
      resetFoot(foot, this.#maxMillimeters);
      if (edge !== -1) {
        const mmPerLng = MILLIMETERS_PER_MICRODEGREE * cosine(this.#lat[pole]!);
        this.#try(pole, mmPerLng, foot, edge, piece, this.#tree.lines.first[edge]! + piece);
      }
      farthest = Math.max(farthest, foot.distanceMillimeters);
    }
    return farthest;
  }

  #nearest(pole: number, foot: Foot): void {
    const [lng, lat] = [this.#lng[pole]!, this.#lat[pole]!];
    this.#tree.nearest(lng, lat, MILLIMETERS_PER_MICRODEGREE * cosine(lat), MILLIMETERS_PER_MICRODEGREE, foot);
  }

  #try(pole: number, mmPerLng: number, foot: Foot, edge: number, piece: number, point: number): void {
    const { lines, isTwoWay } = this.#tree;
    const { lngs, lats } = lines;
    const [lng, lat] = [this.#lng[pole]!, this.#lat[pole]!];
    const ax = (lngs[point]! - lng) * mmPerLng;
    const ay = (lats[point]! - lat) * MILLIMETERS_PER_MICRODEGREE;
    const bx = (lngs[point + 1]! - lng) * mmPerLng;
    const by = (lats[point + 1]! - lat) * MILLIMETERS_PER_MICRODEGREE;
    tryPiece(foot, edge, piece, isTwoWay[edge] === 1, ax, ay, bx, by);
  }
}

function treesOf(graph: RoadGraph, lines: EdgeLines, mode: Mode): Record<'usual' | 'privates' | 'avoided', ChunkTree> {
  const { mainComponent, lengthMillimeters } = graph.edges;
  const { forwardMilliseconds, backwardMilliseconds } = graph.weights[`${mode}-normal`];
  const bit = MODE_BIT[mode];
  const isTwoWay = filled(new Uint8Array(mainComponent.length), (edge) =>
    forwardMilliseconds[edge] !== NONE && backwardMilliseconds[edge] !== NONE ? 1 : 0,
  );
  const kindOf = (edge: number): 'none' | 'usual' | 'privates' | 'avoided' => {
    if ((mainComponent[edge]! & bit) === 0 || lengthMillimeters[edge] === 0) return 'none';
    if ((graph.avoidSnap[edge]! & bit) !== 0) return 'avoided';
    return (graph.privateTo[edge]! & bit) !== 0 ? 'privates' : 'usual';
  };
  const all = everyRow(mainComponent.length);
  const tree = (kind: 'usual' | 'privates' | 'avoided') =>
    new ChunkTree(
      lines,
      all.filter((edge) => kindOf(edge) === kind),
      isTwoWay,
    );
  return { usual: tree('usual'), privates: tree('privates'), avoided: tree('avoided') };
}

/** The share of the drawn line that lies before the foot, of the edge's own length. */
function positionOf(graph: RoadGraph, { first, lngs, lats }: EdgeLines, foot: Foot, lngScale: number): number {
  let before = 0;
  let whole = 0;
  const { edge, piece, fraction } = foot;
  const start = first[edge]!;
  for (let point = start; point + 1 < first[edge + 1]!; point++) {
    const dx = (lngs[point + 1]! - lngs[point]!) * lngScale;
    const dy = lats[point + 1]! - lats[point]!;
    const length = Math.sqrt(dx * dx + dy * dy);
    if (point < start + piece) before += length;
    else if (point === start + piece) before += length * fraction;
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
