import { Buckets } from '../geometry/buckets.ts';
import { alongDistances, distance, distanceToSegment, type Point, placeAlong } from '../geometry/plane.ts';
import { eachCrossing } from './eachCrossing.ts';
import type { Line } from './line.ts';
import type { Edge, Network } from './network.ts';

/** Junctions nearer than this are one. */
const MERGE_METERS = 9;
/** An end that sticks out beyond its last junction by less than this is cut off. */
const STUB_METERS = 38;

interface Cut {
  readonly meters: number;
  readonly node: number;
}

/** Cuts lines where they cross on the same level and where they are tied. */
export function buildNetwork(lines: readonly Line[]): Network {
  const along = lines.map(({ points }) => alongDistances(points));
  const places: Point[] = [];
  const levels: number[] = [];
  const cuts: { meters: number; place: number }[][] = lines.map(() => []);
  const place = (point: Point, level: number) => {
    levels.push(level);
    return places.push(point) - 1;
  };

  const tied = new Map<string, number>();
  for (const [index, road] of lines.entries()) {
    for (const { key, point, level } of road.ties) {
      const node = tied.get(key) ?? place(point, level);
      tied.set(key, node);
      cuts[index]!.push({ meters: nearestAlong(road.points, along[index]!, point), place: node });
    }
    for (const span of road.spans) {
      for (const meters of [span.fromMeters, span.toMeters]) {
        const node = place(placeAlong(road.points, along[index]!, meters).point, Number.NaN);
        cuts[index]!.push({ meters, place: node });
      }
    }
  }
  eachCrossing(lines, along, (first, firstMeters, second, secondMeters, point) => {
    const node = place(point, lines[first]!.level);
    cuts[first]!.push({ meters: firstMeters, place: node });
    cuts[second]!.push({ meters: secondMeters, place: node });
  });
  const merged = mergePlaces(places, levels);

  const nodes: Point[] = [];
  const nodeOf = new Map<number, number>();
  const numberOf = (placeNumber: number) => {
    const root = merged[placeNumber]!;
    let node = nodeOf.get(root);
    if (node === undefined) {
      node = nodes.push(places[root]!) - 1;
      nodeOf.set(root, node);
    }
    return node;
  };

  const edges: Edge[] = [];
  for (const [index, road] of lines.entries()) {
    const sorted: Cut[] = cuts[index]!.map((cut) => ({ meters: cut.meters, node: numberOf(cut.place) })).sort(
      (a, b) => a.meters - b.meters || a.node - b.node,
    );
    const length = along[index]!.at(-1)!;
    const first = sorted[0];
    if (first === undefined || first.meters > STUB_METERS)
      sorted.unshift({ meters: 0, node: nodes.push(road.points[0]!) - 1 });
    if (length - sorted.at(-1)!.meters > STUB_METERS)
      sorted.push({ meters: length, node: nodes.push(road.points.at(-1)!) - 1 });
    for (let i = 1; i < sorted.length; i++) {
      const from = sorted[i - 1]!;
      const to = sorted[i]!;
      if (from.node === to.node && to.meters - from.meters < 60) continue;
      const shape = shapeBetween(road.points, along[index]!, from, to, nodes);
      const middle = (from.meters + to.meters) / 2;
      const span = road.spans.find(({ fromMeters, toMeters }) => middle > fromMeters && middle < toMeters);
      edges.push({
        from: from.node,
        to: to.node,
        shape,
        lengthMeters: alongDistances(shape).at(-1)!,
        line: road,
        startMeters: from.meters,
        highway: road.highway,
        tags: { ...road.tags, ...span?.tags },
      });
    }
  }
  return { nodes, edges: withoutTwins(edges) };
}

function shapeBetween(
  points: readonly Point[],
  along: readonly number[],
  from: Cut,
  to: Cut,
  nodes: readonly Point[],
): Point[] {
  const shape = [nodes[from.node]!];
  for (let i = 0; i < points.length; i++) {
    // Inner points next to a junction would make a kink once the junction has moved by a few meters.
    if (along[i]! > from.meters + 4 && along[i]! < to.meters - 4) shape.push(points[i]!);
  }
  shape.push(nodes[to.node]!);
  return shape;
}

/** For every place the number of the place that stands for it: the first of those within a few meters on its level. */
function mergePlaces(places: readonly Point[], levels: readonly number[]): number[] {
  const root = places.map((_, i) => i);
  const kept = new Buckets<number>(MERGE_METERS * 2);
  for (const [index, point] of places.entries()) {
    let nearest = MERGE_METERS;
    kept.near(point, MERGE_METERS, (other) => {
      const meters = distance(point, places[other]!);
      if (levels[other] === levels[index] && meters < nearest) {
        nearest = meters;
        root[index] = other;
      }
    });
    if (root[index] === index) kept.add(point, index);
  }
  return root;
}

function nearestAlong(points: readonly Point[], along: readonly number[], point: Point): number {
  let least = Number.POSITIVE_INFINITY;
  let meters = 0;
  for (let i = 1; i < points.length; i++) {
    const near = distanceToSegment(point, points[i - 1]!, points[i]!);
    if (near.meters < least) {
      least = near.meters;
      meters = along[i - 1]! + near.fraction * (along[i]! - along[i - 1]!);
    }
  }
  return meters;
}

/** Where two edges join the same nodes on almost the same way, the one drawn first stays. */
function withoutTwins(edges: readonly Edge[]): Edge[] {
  const byEnds = new Map<number, Edge[]>();
  return edges.filter((edge) => {
    const key = Math.min(edge.from, edge.to) * 1e6 + Math.max(edge.from, edge.to);
    const others = byEnds.get(key) ?? [];
    byEnds.set(key, others);
    if (others.some((other) => Math.abs(other.lengthMeters - edge.lengthMeters) < 0.12 * edge.lengthMeters + 4))
      return false;
    others.push(edge);
    return true;
  });
}
