import { JOIN_LIMITS, type JoinLimits, MODES, type Mode } from '@hinterland/catalogue';
import { filled } from '@hinterland/geo';
import { NONE } from '@hinterland/territory';
import type { RoadGraph } from '../graph/roadGraph.ts';
import { ChunkTree } from './chunkTree.ts';
import { edgeKinds, kindBit } from './edgeKinds.ts';
import { EdgeLines } from './edgeLines.ts';
import { type Foot, noFoot, resetFoot } from './foot.ts';
import { cosine, PoleGroup } from './poleGroup.ts';
import { PoleJoin } from './poleJoin.ts';
import type { PoleStreets } from './poleStreets.ts';

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

/** What lies no farther than that is looked at for neighboring poles together. */
const REACH_MILLIMETERS = 100_000;

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
  const reach = Math.max(REACH_MILLIMETERS, limits.namedStreetMeters * 1000);
  const group = new PoleGroup(tree, lngMicrodegrees, latMicrodegrees, reach);
  const join = new PoleJoin(group, limits, reach, lngMicrodegrees, latMicrodegrees);
  const count = lngMicrodegrees.length;
  const places = MODES.map(() => ({
    edge: new Uint32Array(count).fill(NONE),
    position: new Uint32Array(count),
    access: new Uint32Array(count),
    moved: 0,
  }));
  const named = noFoot();
  const last = noFoot();
  for (let first = 0, end = 0; first < count; first = end) {
    end = group.goTo(first);
    for (let pole = first; pole < end; pole++) {
      group.usual(pole);
      const lngScale = cosine(latMicrodegrees[pole]!);
      last.edge = -1;
      let position = 0;
      for (let mode = 0; mode < MODES.length; mode++) {
        const nearest = join.choose(pole, mode);
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
        // Most poles join the same road in every mode.
        const isSame = chosen.edge === last.edge && chosen.piece === last.piece && chosen.fraction === last.fraction;
        if (!isSame) position = positionOf(graph, lines, chosen, lngScale);
        last.edge = chosen.edge;
        last.piece = chosen.piece;
        last.fraction = chosen.fraction;
        place.position[pole] = position;
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

/**
 * Puts the rows in the table's order: a counting sort by edge, then each edge's few poles by position. Uses the memory of its
 * columns for those that it returns.
 */
function ordered(
  edgeOfPole: Uint32Array,
  position: Uint32Array,
  access: Uint32Array,
  edgeCount: number,
): Omit<PoleSnaps, 'moved'> {
  const start = new Uint32Array(edgeCount + 1);
  const beyond: number[] = [];
  for (let pole = 0; pole < edgeOfPole.length; pole++) {
    const edge = edgeOfPole[pole]!;
    if (edge === NONE) beyond.push(pole);
    else start[edge + 1]!++;
  }
  for (let edge = 0; edge < edgeCount; edge++) start[edge + 1]! += start[edge]!;
  const rows = start[edgeCount]!;
  const pole = new Uint32Array(rows);
  const next = start.slice();
  for (let row = 0; row < edgeOfPole.length; row++) {
    const edge = edgeOfPole[row]!;
    if (edge !== NONE) pole[next[edge]!++] = row;
  }
  for (let edge = 0; edge < edgeCount; edge++) sortByPosition(pole, start[edge]!, start[edge + 1]!, position);
  const positionMillimeters = filled(new Uint32Array(rows), (row) => position[pole[row]!]!);
  const accessMillimeters = filled(position.subarray(0, rows), (row) => access[pole[row]!]!);
  for (let edge = 0; edge < edgeCount; edge++) edgeOfPole.fill(edge, start[edge], start[edge + 1]);
  const edge = edgeOfPole.subarray(0, rows);
  return { pole, edge, positionMillimeters, accessMillimeters, beyond: Uint32Array.from(beyond) };
}

/** Poles up to this many are put in order by insertion, which makes no garbage. */
const FEW_POLES = 32;

/** Orders the poles of one edge, which ascend, by position; those at the same place stay as they are. */
function sortByPosition(poles: Uint32Array, start: number, end: number, position: Uint32Array): void {
  if (end - start > FEW_POLES) {
    poles.subarray(start, end).sort((a, b) => position[a]! - position[b]! || a - b);
    return;
  }
  for (let i = start + 1; i < end; i++) {
    const pole = poles[i]!;
    let at = i;
    for (; at > start && position[poles[at - 1]!]! > position[pole]!; at--) poles[at] = poles[at - 1]!;
    poles[at] = pole;
  }
}
