import { MODE_BIT, MODES, type Mode } from '@hinterland/catalogue';
import { haversineMeters, MinHeap } from '@hinterland/geo';
import { NONE } from '@hinterland/territory';
import type { OsmData, Tags } from '../../map/osmData.ts';
import { type Gate, gateOf } from '../barrier.ts';
import { BuiltUpAreas } from '../builtUp.ts';
import { ferryWays } from '../ferries.ts';
import { squareOutlines } from '../squares.ts';
import { namelessTravel, streetOf, type WaySurroundings, type WayTravel } from '../way.ts';

/** The map without any contraction: from each node row along each straight piece. */
export interface PlainNetwork {
  readonly arcs: ReadonlyMap<number, readonly PlainArc[]>;
  readonly gates: ReadonlyMap<number, Gate>;
  /** Per node row, modes for which a private and a public way meet. */
  readonly entrances: ReadonlyMap<number, number>;
  /** Node rows at which a ferry and a way on land meet. */
  readonly shores: ReadonlySet<number>;
  /** Times of boarding, seconds; 0 first, for ways on land. */
  readonly boardings: readonly number[];
}

interface PlainArc {
  readonly to: number;
  readonly meters: number;
  readonly speeds: Record<Mode, number>;
  readonly privateTo: number;
  readonly boardingSeconds: number;
}

export function plainNetwork(map: OsmData): PlainNetwork {
  const arcs = new Map<number, PlainArc[]>();
  const gates = new Map<number, Gate>();
  const meets = new Map<number, { privates: number; publics: number }>();
  const [atFerries, onLand] = [new Set<number>(), new Set<number>()];
  const boardings = new Set([0]);
  const at = (row: number) =>
    [Math.round(map.nodes.lngE7[row]! / 10) / 1e6, Math.round(map.nodes.latE7[row]! / 10) / 1e6] as const;
  // What relations lend to ways is tested above; here it is taken as it is.
  const [ferries, outlines, builtUp] = [ferryWays(map), squareOutlines(map), new BuiltUpAreas(map)];
  map.ways.ids.forEach((_, way) => {
    const ferry = ferries.get(way);
    const own = map.tags('way', way);
    const tags = ferry?.tags ?? outlines.get(way) ?? own;
    const isInTown = own.has('highway') && builtUp.has(way);
    const travel = wayTravel(tags, { ferrySpeed: ferry?.speedKmh, isInTown });
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
        const { privateTo, boardingSeconds } = travel;
        arcs.set(from, [...(arcs.get(from) ?? []), { to, meters, speeds, privateTo, boardingSeconds }]);
        boardings.add(boardingSeconds);
        (boardingSeconds > 0 ? atFerries : onLand).add(from);
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
  const shores = new Set([...atFerries].filter((row) => onLand.has(row)));
  return { arcs, gates, entrances, shores, boardings: [...boardings] };
}

/**
 * States are a node row and, of the way by which one came, the private modes and the ferry's time of boarding, as numbers
 * below 128.
 */
export function plainTimes(map: OsmData, plain: PlainNetwork, mode: Mode, start: number): Map<number, number> {
  const bit = MODE_BIT[mode];
  const aboard = (row: number, arc: PlainArc) =>
    plain.shores.has(row) ? plain.boardings.indexOf(arc.boardingSeconds) : 0;
  const times = dijkstra(map.nodes.ids.length * 128, 128 * start, (state) => {
    const [row, came, cameAboard] = [state >> 7, state & 7, (state >> 3) & 15];
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
        const goesAboard = aboard(row, arc);
        const boarding = goesAboard === cameAboard ? 0 : plain.boardings[goesAboard]!;
        const arrives = (arc.privateTo & plain.entrances.get(arc.to)!) + 8 * aboard(arc.to, arc);
        const passages = entries * 30_000 + boarding * 1000;
        return [128 * arc.to + arrives, (arc.meters * 3600) / arc.speeds[mode] + passages] as const;
      });
  });
  return new Map([...plain.arcs.keys()].map((row) => [row, times[128 * row]!]));
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

/** Returns the meaning of a way for travel with the street's name; null where nobody travels. */
export function wayTravel(tags: Tags, surroundings: WaySurroundings = {}): WayTravel | null {
  const travel = namelessTravel(tags, surroundings);
  return travel === null ? null : { ...travel, street: streetOf(tags) };
}
