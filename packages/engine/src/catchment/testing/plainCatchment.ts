import { MODE_BIT, type Profile } from '@hinterland/catalogue';
import { haversineMeters } from '@hinterland/geo';
import { NONE, type Territory } from '@hinterland/territory';
import type { CatchmentQuery } from '../../query/query.ts';
import { type PlainArc, plainSearch } from '../../search/testing/plainSearch.ts';
import type { SnappedOrigin } from '../../snap/snapOrigins.ts';

/**
 * Least cost of every pole within the last limit, in the plainest way, as the oracle of tests: one search per origin over
 * a list of arcs, then every pole on its own, then the smallest over the origins. Shares no code with the fast way but
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
  for (const origin of origins) costsFromOrigin(territory, query, origin, limit, offer);
  return least;
}

function costsFromOrigin(
  territory: Territory,
  query: CatchmentQuery,
  origin: SnappedOrigin,
  limit: number,
  offer: (pole: number, cost: number) => void,
): void {
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
  const start = access(origin.accessMillimeters);
  const at = origin.positionMillimeters;
  const ends = [
    { node: edges.fromNode[origin.edge]!, cost: start + reach(origin.edge, at, 0) },
    { node: edges.toNode[origin.edge]!, cost: start + reach(origin.edge, at, edges.lengthMillimeters[origin.edge]!) },
  ].filter(({ cost }) => cost < Infinity);
  const seeds = { nodes: ends.map(({ node }) => node), costs: ends.map(({ cost }) => cost) };
  const nodeCosts = plainSearch(arcs, seeds, limit);

  const snaps = territory.snaps[query.mode]!;
  for (let row = 0; row < snaps.rows; row++) {
    const edge = snaps.edge[row]!;
    const position = snaps.positionMillimeters[row]!;
    const overFrom = (nodeCosts.get(edges.fromNode[edge]!) ?? Infinity) + reach(edge, 0, position);
    const length = edges.lengthMillimeters[edge]!;
    const overTo = (nodeCosts.get(edges.toNode[edge]!) ?? Infinity) + reach(edge, length, position);
    const direct = edge === origin.edge ? start + reach(edge, at, position) : Infinity;
    offer(snaps.pole[row]!, Math.min(overFrom, overTo, direct) + access(snaps.accessMillimeters[row]!));
  }
}
