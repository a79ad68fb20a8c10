import { MODE_BIT, MODES, type Mode } from '@hinterland/catalogue';
import { haversineMeters, MinHeap } from '@hinterland/geo';
import { NONE } from '@hinterland/territory';
import type { OsmData } from '../../map/osmData.ts';
import { type Gate, gateOf } from '../barrier.ts';
import { ferryWays } from '../ferries.ts';
import { squareOutlines } from '../squares.ts';
import { wayTravel } from '../way.ts';

/** The map without any contraction: from each node row along each straight piece. */
export interface PlainNetwork {
  readonly arcs: ReadonlyMap<number, readonly PlainArc[]>;
  readonly gates: ReadonlyMap<number, Gate>;
  /** Per node row, modes for which a private and a public way meet. */
  readonly entrances: ReadonlyMap<number, number>;
}

interface PlainArc {
  readonly to: number;
  readonly meters: number;
  readonly speeds: Record<Mode, number>;
  readonly privateTo: number;
}

export function plainNetwork(map: OsmData): PlainNetwork {
  const arcs = new Map<number, PlainArc[]>();
  const gates = new Map<number, Gate>();
  const meets = new Map<number, { privates: number; publics: number }>();
  const at = (row: number) =>
    [Math.round(map.nodes.lngE7[row]! / 10) / 1e6, Math.round(map.nodes.latE7[row]! / 10) / 1e6] as const;
  // What relations lend to ways is tested above; here it is taken as it is.
  const [ferries, outlines] = [ferryWays(map), squareOutlines(map)];
  map.ways.ids.forEach((_, way) => {
    const ferry = ferries.get(way);
    const own = map.tags('way', way);
    const isRoad = own.has('highway') || own.has('man_made');
    const travel = wayTravel(ferry?.tags ?? (isRoad ? own : (outlines.get(way) ?? own)), ferry?.speedKmh);
    if (travel === null) return;
    const rows = [...map.wayNodes(way)];
    for (let i = 1; i < rows.length; i++) {
      const [a, b] = [rows[i - 1]!, rows[i]!];
      if (a === NONE || b === NONE || a === b) continue;
      const meters = haversineMeters(...at(a), ...at(b));
      const add = (from: number, to: number, sense: 0 | 1) => {
        const speeds = {
          car: travel.speeds.car[sense],
          walk: travel.speeds.walk[sense],
          bicycle: travel.speeds.bicycle[sense],
        };
        arcs.set(from, [...(arcs.get(from) ?? []), { to, meters, speeds, privateTo: travel.privateTo }]);
      };
      add(a, b, 0);
      add(b, a, 1);
      for (const row of [a, b]) {
        const meet = meets.get(row) ?? { privates: 0, publics: 0 };
        for (const mode of MODES) {
          if (travel.speeds[mode][0] === 0 && travel.speeds[mode][1] === 0) continue;
          if ((travel.privateTo & MODE_BIT[mode]) === 0) meet.publics |= MODE_BIT[mode];
          else meet.privates |= MODE_BIT[mode];
        }
        meets.set(row, meet);
      }
    }
  });
  for (const row of arcs.keys()) {
    const gate = gateOf(map.tags('node', row));
    if (gate.stops !== 0 || gate.isPrivateTo !== 0) gates.set(row, gate);
  }
  const entrances = new Map([...meets].map(([row, { privates, publics }]) => [row, privates & publics]));
  return { arcs, gates, entrances };
}

/** States are a node row and the private modes (8 × row + bits) of the way by which one came. */
export function plainTimes(map: OsmData, plain: PlainNetwork, mode: Mode, start: number): Map<number, number> {
  const bit = MODE_BIT[mode];
  const times = dijkstra(map.nodes.ids.length * 8, 8 * start, (state) => {
    const [row, came] = [state >> 3, state & 7];
    const gate = plain.gates.get(row) ?? { stops: 0, isPrivateTo: 0 };
    // One may come to a barrier but not go on.
    if ((gate.stops & bit) !== 0) return [];
    return (plain.arcs.get(row) ?? [])
      .filter((arc) => arc.speeds[mode] > 0)
      .map((arc) => {
        const goes = arc.privateTo & plain.entrances.get(row)!;
        const crossed = came === goes ? 0 : (came & bit ? 1 : 0) + (goes & bit ? 1 : 0);
        const isGate = (gate.isPrivateTo & ~plain.entrances.get(row)! & bit) !== 0;
        const entries = isGate ? Math.max(1, crossed) : crossed;
        const arrives = arc.privateTo & plain.entrances.get(arc.to)!;
        return [8 * arc.to + arrives, (arc.meters * 3600) / arc.speeds[mode] + entries * 30_000] as const;
      });
  });
  return new Map([...plain.arcs.keys()].map((row) => [row, times[8 * row]!]));
}

export function dijkstra(
  count: number,
  start: number,
  arcsFrom: (node: number) => readonly [number, number][],
): Float64Array {
  const times = new Float64Array(count).fill(Infinity);
  times[start] = 0;
  const queue = new MinHeap();
  queue.push(0, start);
  for (let node = start; queue.size > 0; ) {
    const key = queue.minKey;
    node = queue.pop();
    if (key > times[node]!) continue;
    for (const [to, time] of arcsFrom(node)) {
      if (key + time >= times[to]!) continue;
      times[to] = key + time;
      queue.push(times[to]!, to);
    }
  }
  return times;
}
