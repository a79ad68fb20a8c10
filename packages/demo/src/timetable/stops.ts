import { alongDistances, distance, type Point, placeAlong, smoothLine } from '../geometry/plane.ts';
import { MAIN } from '../streets/network.ts';
import type { World } from '../world.ts';

/** Where a bus may stop: on streets with houses, not on a motorway or under water. */
const STOPPING = new Set([...MAIN, 'residential', 'unclassified', 'living_street']);
const NOT_STOPPING = new Set(['motorway', 'motorway_link']);
/** Courses are read as smooth lines with a point about as often as this. */
const STEP_METERS = 50;

/** A stop at a junction. */
export interface StopPlace extends Point {
  /** Number of the junction in the network; lines that stop at the same one share the stop. */
  readonly node: number;
  readonly name: string;
}

/** Finds stops at the junctions of a network. */
export class Stops {
  readonly #nodes: readonly Point[];
  /** Names of the streets at each junction where a vehicle may stop. */
  readonly #streets = new Map<number, Set<string>>();
  /** Ends of piers. */
  readonly #all = new Map<number, Set<string>>();

  constructor({ network, streetNames }: World) {
    this.#nodes = network.nodes;
    for (const { from, to, highway, line, tags } of network.edges) {
      for (const node of [from, to]) {
        if (highway !== 'ferry') nameAt(this.#all, node, streetNames.get(line));
        const isOpen = tags.tunnel === undefined && tags.bridge === undefined && tags.access !== 'private';
        if (!isOpen || !STOPPING.has(highway) || NOT_STOPPING.has(highway)) continue;
        nameAt(this.#streets, node, streetNames.get(line));
      }
    }
  }

  /** Stops along a course: about every `stopMeters`, and at both ends; no junction twice in a row. */
  along(course: readonly Point[], stopMeters: number): StopPlace[] {
    const line = smoothLine(course, STEP_METERS);
    const along = alongDistances(line);
    const length = along.at(-1)!;
    const parts = Math.max(1, Math.round(length / stopMeters));
    const stops = Array.from({ length: parts + 1 }, (_, i) =>
      this.#nearest(placeAlong(line, along, (length * i) / parts).point, this.#streets),
    );
    return stops.filter((stop, i) => i === 0 || stop.node !== stops[i - 1]!.node);
  }

  /** The stop of a boat at the end of a pier. */
  pier(end: Point, name: string): StopPlace {
    return { ...this.#nearest(end, this.#all), name };
  }

  #nearest(place: Point, streets: ReadonlyMap<number, ReadonlySet<string>>): StopPlace {
    let best = -1;
    let least = Infinity;
    for (const node of streets.keys()) {
      const meters = distance(place, this.#nodes[node]!);
      if (meters < least || (meters === least && node < best)) [best, least] = [node, meters];
    }
    const names = [...streets.get(best)!].sort((a, b) => (a < b ? -1 : 1)).slice(0, 2);
    return { ...this.#nodes[best]!, node: best, name: names.join(' / ') || `Stop ${best}` };
  }
}

function nameAt(streets: Map<number, Set<string>>, node: number, name: string | undefined): void {
  const names = streets.get(node) ?? new Set();
  if (name !== undefined && name !== '') names.add(name);
  streets.set(node, names);
}
