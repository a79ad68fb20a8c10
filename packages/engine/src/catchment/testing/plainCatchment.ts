import { MODE_BIT, type Profile } from '@hinterland/catalogue';
import { haversineMeters } from '@hinterland/geo';
import { NONE, type Territory } from '@hinterland/territory';
import type { CatchmentQuery } from '../../query/query.ts';
import { type PlainArc, plainArcs, plainSearch } from '../../search/testing/plainSearch.ts';
import type { RoadPlace, SnappedOrigin } from '../../snap/snapOrigins.ts';

/**
 * Least cost of every pole within the last limit, in the plainest way, as the oracle of tests: one search per origin over
 * a list of arcs, then every pole on the streets that it met, then the smallest over the origins. Shares no code with the fast way but
 * the heap and the places to which origins were snapped. Out: whole milliseconds or millimeters by pole.
 */
export function plainCatchment(
  territory: Territory,
  query: CatchmentQuery,
  origins: readonly SnappedOrigin[],
): Map<number, number> {
  // Limits are whole milliseconds or millimeters; 0.29 s times 1000 is not.
  const limit = Math.round(query.limits[query.limits.length - 1]! * 1000);
  const least = new Map<number, number>();
  const offer = (pole: number, cost: number) => {
    if (cost <= limit && cost < (least.get(pole) ?? Infinity)) least.set(pole, cost);
  };
  if (query.measure === 'radius') {
    for (const { lat, lng } of query.origins) {
      for (let pole = 0; pole < territory.poles.rows; pole++) {
        const poleLng = territory.poles.lngMicrodegrees[pole]! / 1e6;
        const poleLat = territory.poles.latMicrodegrees[pole]! / 1e6;
        offer(pole, Math.round(haversineMeters(lng, lat, poleLng, poleLat) * 1000));
      }
    }
    return least;
  }
  const streets = plainStreets(territory, query);
  for (const origin of origins) streets(origin, limit, offer);
  return least;
}

/** Visits poles with the cost from a place, a pole now and then twice; the limit cuts the search and not the poles. */
export type PlainStreets = (place: RoadPlace, limit: number, visit: (pole: number, cost: number) => void) => void;

/** Returns a search from one place over the streets of a territory, whose arcs are listed once. */
export function plainStreets(
  territory: Territory,
  query: Pick<CatchmentQuery, 'measure' | 'mode' | 'traffic' | 'direction'>,
): PlainStreets {
  const { edges } = territory;
  const profile: Profile = query.mode === 'car' ? `car-${query.traffic}` : `${query.mode}-normal`;
  const weights = territory.weights[profile]!;
  /** Cost of travelling a stretch of an edge from one position to another, or Infinity. */
  const travel = (edge: number, start: number, end: number) => {
    if (start === end) return 0;
    const time = end > start ? weights.forwardMilliseconds[edge]! : weights.backwardMilliseconds[edge]!;
    if (time === NONE) return Infinity;
    const length = edges.lengthMillimeters[edge]!;
    const whole = query.measure === 'time' ? time : length;
    return Math.round((whole * Math.abs(end - start)) / length);
  };
  /** The same as seen from the origin: inbound travel runs the other way. */
  const reach = (edge: number, start: number, end: number) =>
    query.direction === 'outbound' ? travel(edge, start, end) : travel(edge, end, start);
  const wholeEdge = (edge: number, forward: boolean) => {
    const withTraffic = forward === (query.direction === 'outbound');
    const time = withTraffic ? weights.forwardMilliseconds[edge]! : weights.backwardMilliseconds[edge]!;
    if (time === NONE) return Infinity;
    return query.measure === 'time' ? time : edges.lengthMillimeters[edge]!;
  };
  const access = (millimeters: number) => (query.measure === 'time' ? Math.round(millimeters * 0.72) : millimeters);

  const arcs: PlainArc[] = [];
  for (let edge = 0; edge < edges.rows; edge++) {
    if ((edges.mainComponent[edge]! & MODE_BIT[query.mode]) === 0) continue;
    const [from, to] = [edges.fromNode[edge]!, edges.toNode[edge]!];
    const [out, back] = [wholeEdge(edge, true), wholeEdge(edge, false)];
    if (out < Infinity) arcs.push({ tail: from, head: to, cost: out });
    if (back < Infinity) arcs.push({ tail: to, head: from, cost: back });
  }
  const arcsFrom = plainArcs(arcs);
  const snaps = territory.snaps[query.mode]!;
  const rowsOfEdge = new Map<number, number[]>();
  snaps.edge.forEach((edge, row) => {
    rowsOfEdge.set(edge, [...(rowsOfEdge.get(edge) ?? []), row]);
  });
  const edgesOfNode = new Map<number, number[]>();
  for (const edge of rowsOfEdge.keys()) {
    for (const node of new Set([edges.fromNode[edge]!, edges.toNode[edge]!])) {
      edgesOfNode.set(node, [...(edgesOfNode.get(node) ?? []), edge]);
    }
  }
  return (origin, limit, visit) => {
    const start = access(origin.accessMillimeters);
    const at = origin.positionMillimeters;
    const ends = [
      { node: edges.fromNode[origin.edge]!, cost: start + reach(origin.edge, at, 0) },
      { node: edges.toNode[origin.edge]!, cost: start + reach(origin.edge, at, edges.lengthMillimeters[origin.edge]!) },
    ].filter(({ cost }) => cost < Infinity);
    const seeds = { nodes: ends.map(({ node }) => node), costs: ends.map(({ cost }) => cost) };
    const nodeCosts = plainSearch(arcsFrom, seeds, limit);

    const near = new Set([origin.edge, ...[...nodeCosts.keys()].flatMap((node) => edgesOfNode.get(node) ?? [])]);
    for (const edge of near) {
      const length = edges.lengthMillimeters[edge]!;
      const [from, to] = [edges.fromNode[edge]!, edges.toNode[edge]!].map((node) => nodeCosts.get(node) ?? Infinity);
      for (const row of rowsOfEdge.get(edge) ?? []) {
        const position = snaps.positionMillimeters[row]!;
        const overFrom = from! + reach(edge, 0, position);
        const overTo = to! + reach(edge, length, position);
        const direct = edge === origin.edge ? start + reach(edge, at, position) : Infinity;
        visit(snaps.pole[row]!, Math.min(overFrom, overTo, direct) + access(snaps.accessMillimeters[row]!));
      }
    }
  };
}
