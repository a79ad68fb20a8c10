import {
  chooseJoin,
  JOIN_KINDS,
  JOIN_LIMITS,
  type JoinKind,
  type JoinLimits,
  MODES,
  type Mode,
} from '@hinterland/catalogue';
import { EARTH_RADIUS_METERS } from '@hinterland/geo';
import { NONE } from '@hinterland/territory';
import type { RoadGraph } from '../graph/roadGraph.ts';
import { ChunkTree, type Pieces, type PlaneBox } from './chunkTree.ts';
import { edgeKinds, kindBit, twoWayBit } from './edgeKinds.ts';
import { EdgeLines } from './edgeLines.ts';
import { type Foot, noFoot, offer, pieceFoot, resetFoot } from './foot.ts';
import type { PoleStreets } from './poleStreets.ts';

const MILLIMETERS_PER_MICRODEGREE = (EARTH_RADIUS_METERS * Math.PI) / 180e3;

/** Rows of a bundle's table `snaps-<mode>`, ordered by (edge, positionMillimeters, pole), and who is not in it. */
export interface PoleSnaps {
  readonly pole: Uint32Array;
  readonly edge: Uint32Array;
  readonly positionMillimeters: Uint32Array;
  readonly accessMillimeters: Uint32Array;
  /** Poles without an edge in reach, ascending. */
  readonly beyond: Uint32Array;
  /** Poles that join the street of their address and not a nearer street of another name. */
  readonly moved: number;
}

/** Poles that are searched for together: as many, within so many microdegrees each way. */
const GROUP_POLES = 32;
const GROUP_MICRODEGREES = 1500;
/** Straight pieces that are looked at for such a group; where there are more, each pole asks the tree. */
const GROUP_PIECES = 1024;
/** A guess farther than that is no good: the first pole of the group is searched for alone. */
const FAR_MILLIMETERS = 150_000;

/**
 * Fastens poles to the network of each mode: to the nearest place on an edge of the mode's main component, by straight
 * distance in a plane that is true at the pole's latitude (off by 0.1% at most within 1,600 m). Private edges, edges that
 * nobody joins from a door, and edges of lesser networks are taken only where no better one is near (`chooseJoin`). Where
 * that edge bears another street's name and the street of the pole's address is near, the pole joins its own street. Edges
 * of no length, which lead through gates, are never taken. Of equally near places (to the millimeter) one on a road open
 * both ways is taken, else one on the lowest edge.
 *
 * Poles that follow each other and stand close together, as they do in Hilbert order, are searched for together, and for
 * all modes at once: most roads are open to all of them.
 */
export function snapPoles(
  graph: RoadGraph,
  lngMicrodegrees: Int32Array,
  latMicrodegrees: Int32Array,
  streets: PoleStreets | null = null,
  limits: JoinLimits = JOIN_LIMITS,
): Record<Mode, PoleSnaps> {
  const lines = new EdgeLines(graph);
  const tree = new ChunkTree(lines, edgeKinds(graph));
  const group = new PoleGroup(tree, lngMicrodegrees, latMicrodegrees, Math.floor(limits.maxMeters * 1000));
  const count = lngMicrodegrees.length;
  const places = MODES.map(() => ({
    edge: new Uint32Array(count).fill(NONE),
    position: new Uint32Array(count),
    access: new Uint32Array(count),
    moved: 0,
  }));
  const feet = Object.fromEntries(JOIN_KINDS.map((kind) => [kind, noFoot()])) as Record<JoinKind, Foot>;
  const named = noFoot();
  for (let first = 0, end = 0; first < count; first = end) {
    end = group.search(first);
    for (let pole = first; pole < end; pole++) {
      const mmPerLng = MILLIMETERS_PER_MICRODEGREE * cosine(latMicrodegrees[pole]!);
      for (let mode = 0; mode < MODES.length; mode++) {
        const nearest = chooseJoin(limits, (kind, farthestMillimeters) => {
          const foot = kind === 'usual' ? group.feet[mode]![pole - first]! : feet[kind];
          if (kind !== 'usual') {
            resetFoot(foot, farthestMillimeters);
            group.nearest(pole, kindBit(mode, kind), mode, foot);
          }
          return foot.edge === -1 ? null : foot;
        });
        if (nearest === null) continue;
        const place = places[mode]!;
        let chosen = nearest;
        if (streets?.isOther(pole, nearest.edge) === true) {
          resetFoot(named, limits.namedStreetMeters * 1000);
          group.nearest(pole, openKinds(mode, tree.kinds[nearest.edge]!), mode, named, (edge) =>
            streets.isOwn(pole, edge),
          );
          if (named.edge !== -1) {
            chosen = named;
            place.moved++;
          }
        }
        place.edge[pole] = chosen.edge;
        place.position[pole] = positionOf(graph, lines, chosen, mmPerLng / MILLIMETERS_PER_MICRODEGREE);
        place.access[pole] = chosen.distanceMillimeters;
      }
    }
  }
  const snaps = MODES.map((mode, i) => {
    const { edge, position, access, moved } = places[i]!;
    return [mode, { ...ordered(edge, position, access, graph.edges.fromNode.length), moved }];
  });
  return Object.fromEntries(snaps) as Record<Mode, PoleSnaps>;
}

/** Kinds of edges that a named street may be of, in the same network as the edge with the given bits: no tunnel, no ramp. */
function openKinds(mode: number, bits: number): number {
  const apart = kindBit(mode, 'apart') | kindBit(mode, 'apartPrivate');
  const isApart = (bits & (apart | kindBit(mode, 'apartAvoided'))) !== 0;
  return isApart ? apart : kindBit(mode, 'usual') | kindBit(mode, 'private');
}

const cosine = (microdegrees: number) => Math.cos((microdegrees * Math.PI) / 180e6);

/** Neighboring poles and their nearest usual places per mode: one walk through the tree for all of them. */
class PoleGroup {
  /** Per mode, of the last group in the order of its poles. */
  readonly feet = MODES.map(() => Array.from({ length: GROUP_POLES }, () => noFoot()));
  readonly #tree: ChunkTree;
  readonly #lng: Int32Array;
  readonly #lat: Int32Array;
  readonly #maxMillimeters: number;
  readonly #box: PlaneBox = { west: 0, south: 0, east: 0, north: 0 };
  readonly #found = { distanceMillimeters: 0, fraction: 0 };
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
    /** Bits of the modes that are searched for together, and how far they have to look. */
    let kinds = 0;
    let farthest = 0;
    for (let mode = 0; mode < MODES.length; mode++) {
      const feet = this.feet[mode]!;
      const usual = kindBit(mode, 'usual');
      // The street of the poles before is a good guess: its distance says how far to look at most.
      let reach = this.#guess(mode, first, end, feet[0]!.edge, feet[0]!.piece);
      if (reach > FAR_MILLIMETERS) {
        this.nearest(first, usual, mode, feet[0]!);
        reach = this.#guess(mode, first, end, feet[0]!.edge, feet[0]!.piece);
      }
      if (reach > FAR_MILLIMETERS) {
        for (let pole = first; pole < end; pole++) this.nearest(pole, usual, mode, feet[pole - first]!);
        continue;
      }
      kinds |= usual;
      farthest = Math.max(farthest, reach);
    }
    if (kinds !== 0) this.#searchTogether(first, end, kinds, farthest);
    return end;
  }

  /** Improves a foot of a pole by edges with any of the bits `kinds`, if need be by those that are wanted alone. */
  nearest(pole: number, kinds: number, mode: number, foot: Foot, isWanted?: (edge: number) => boolean): void {
    const [lng, lat] = [this.#lng[pole]!, this.#lat[pole]!];
    const mmPerLng = MILLIMETERS_PER_MICRODEGREE * cosine(lat);
    this.#tree.nearest(lng, lat, mmPerLng, MILLIMETERS_PER_MICRODEGREE, kinds, twoWayBit(mode), foot, isWanted);
  }

  #searchTogether(first: number, end: number, kinds: number, farthest: number): void {
    const { south, north } = this.#box;
    const leastMmPerLng = MILLIMETERS_PER_MICRODEGREE * Math.min(cosine(south), cosine(north));
    const mmPerLat = MILLIMETERS_PER_MICRODEGREE;
    if (this.#tree.near(this.#box, farthest, leastMmPerLng, mmPerLat, kinds, this.#pieces)) {
      for (let pole = first; pole < end; pole++) this.#tryPieces(pole, pole - first, kinds);
      return;
    }
    for (let mode = 0; mode < MODES.length; mode++) {
      const usual = kindBit(mode, 'usual');
      if ((kinds & usual) === 0) continue;
      for (let pole = first; pole < end; pole++) this.nearest(pole, usual, mode, this.feet[mode]![pole - first]!);
    }
  }

  /** Tries the pieces near the group for one of its poles. */
  #tryPieces(pole: number, member: number, kinds: number): void {
    const { count, edge, piece, point, box } = this.#pieces;
    const { lines, kinds: edgeKinds } = this.#tree;
    const { lngs, lats } = lines;
    const found = this.#found;
    const [lng, lat] = [this.#lng[pole]!, this.#lat[pole]!];
    const mmPerLng = MILLIMETERS_PER_MICRODEGREE * cosine(lat);
    const mmPerLat = MILLIMETERS_PER_MICRODEGREE;
    let limit = this.#farthest(member, kinds);
    for (let i = 0; i < count; i++) {
      const at = 4 * i;
      const reach = limit + 1;
      if ((box[at]! - lng) * mmPerLng > reach || (lng - box[at + 2]!) * mmPerLng > reach) continue;
      if ((box[at + 1]! - lat) * mmPerLat > reach || (lat - box[at + 3]!) * mmPerLat > reach) continue;
      const from = point[i]!;
      const ax = (lngs[from]! - lng) * mmPerLng;
      const ay = (lats[from]! - lat) * mmPerLat;
      const bx = (lngs[from + 1]! - lng) * mmPerLng;
      const by = (lats[from + 1]! - lat) * mmPerLat;
      if (!pieceFoot(limit, ax, ay, bx, by, found)) continue;
      const bits = edgeKinds[edge[i]!]!;
      for (let mode = 0; mode < MODES.length; mode++) {
        if ((bits & kinds & kindBit(mode, 'usual')) === 0) continue;
        offer(this.feet[mode]![member]!, edge[i]!, piece[i]!, (bits & twoWayBit(mode)) !== 0, found);
      }
      limit = this.#farthest(member, kinds);
    }
  }

  /** How far a pole has to look for the modes that are searched for together. */
  #farthest(member: number, kinds: number): number {
    let farthest = 0;
    for (let mode = 0; mode < MODES.length; mode++) {
      if ((kinds & kindBit(mode, 'usual')) === 0) continue;
      farthest = Math.max(farthest, this.feet[mode]![member]!.distanceMillimeters);
    }
    return farthest;
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
  #guess(mode: number, first: number, end: number, edge: number, piece: number): number {
    const { lines, kinds } = this.#tree;
    const { lngs, lats } = lines;
    const feet = this.feet[mode]!;
    if (edge === -1) {
      for (let pole = first; pole < end; pole++) resetFoot(feet[pole - first]!, this.#maxMillimeters);
      return this.#maxMillimeters;
    }
    const from = lines.first[edge]! + piece;
    const isTwoWay = (kinds[edge]! & twoWayBit(mode)) !== 0;
    let farthest = 0;
    for (let pole = first; pole < end; pole++) {
      const foot = feet[pole - first]!;
      const [lng, lat] = [this.#lng[pole]!, this.#lat[pole]!];
      const mmPerLng = MILLIMETERS_PER_MICRODEGREE * cosine(lat);
      const ax = (lngs[from]! - lng) * mmPerLng;
      const ay = (lats[from]! - lat) * MILLIMETERS_PER_MICRODEGREE;
      const bx = (lngs[from + 1]! - lng) * mmPerLng;
      const by = (lats[from + 1]! - lat) * MILLIMETERS_PER_MICRODEGREE;
      resetFoot(foot, this.#maxMillimeters);
      if (pieceFoot(this.#maxMillimeters, ax, ay, bx, by, this.#found)) {
        offer(foot, edge, piece, isTwoWay, this.#found);
      }
      farthest = Math.max(farthest, foot.distanceMillimeters);
    }
    return farthest;
  }
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
function ordered(
  edgeOfPole: Uint32Array,
  position: Uint32Array,
  access: Uint32Array,
  edgeCount: number,
): Omit<PoleSnaps, 'moved'> {
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
