import { NONE, type Territory } from '@hinterland/territory';
import { accessCost, type EdgeCosts, partialCost } from '../graph/edgeCosts.ts';
import type { TransitQuery } from '../query/query.ts';
import type { RoadPlace } from '../snap/snapOrigins.ts';
import { legsOf } from '../transit/legs.ts';
import type { StopTimes } from '../transit/rangeRaptor.ts';
import { type StopPlaces, stopPlace, stopPlacesOf } from '../transit/stopPlaces.ts';
import { StopWalks } from '../transit/stopWalks.ts';
import type { Timetable } from '../transit/timetable.ts';
import { Departures } from './departures.ts';

/** Rides of a question that end at stops. */
export interface Rides {
  readonly timetable: Timetable;
  readonly stopTimes: StopTimes;
}

/**
 * Travel times to places by rides and the walk from the last stop, for every departure. Which stops lie within a walk of a
 * node is collected once per question; a place has the stops of both ends of its edge and those on the edge itself.
 *
 * Uses the workspace of the thread while it is made.
 */
export class TransitPlaces {
  /** Nodes to which people walk from a stop in time, in no order. */
  readonly nodes: Uint32Array;
  /** Rows of `stopTimes` by the edge on which the stop lies. */
  readonly stopsOnEdge: ReadonlyMap<number, readonly number[]>;
  readonly #territory: Territory;
  readonly #costs: EdgeCosts;
  readonly #rides: Rides;
  readonly #longestWalk: number;
  readonly #stopPlaces: StopPlaces;
  readonly #times: Departures;
  /** 1 + number of the node among `nodes`. */
  readonly #slot: Int32Array;
  /** Walks to `nodes[n]` are rows `#first[n]` to `#first[n + 1]` of the next two: from which row of `stopTimes`, and how long. */
  readonly #first: Uint32Array;
  readonly #row: Uint32Array;
  readonly #walk: Uint32Array;

  constructor(territory: Territory, costs: EdgeCosts, rides: Rides, query: TransitQuery, limitCost: number) {
    this.#territory = territory;
    this.#costs = costs;
    this.#rides = rides;
    this.#longestWalk = legsOf(query, costs.direction).far.longestMilliseconds;
    this.#stopPlaces = stopPlacesOf(territory, rides.timetable, costs.mode);
    this.#times = new Departures(rides.stopTimes, query.percentile, limitCost);
    const { stops, least } = rides.stopTimes;
    const walks = new StopWalks(territory, rides.timetable, costs, this.#longestWalk);
    const longestFrom = (row: number) => Math.min(this.#longestWalk, limitCost - least[row]!);

    const slot = new Int32Array(territory.nodes.rows);
    const nodes: number[] = [];
    const counts: number[] = [];
    for (let row = 0; row < stops.length; row++) {
      walks.forEachNode(stops[row]!, longestFrom(row), (node) => {
        if (slot[node] === 0) {
          nodes.push(node);
          counts.push(0);
          slot[node] = nodes.length;
        }
        counts[slot[node]! - 1]!++;
      });
    }
    const first = new Uint32Array(nodes.length + 1);
    for (let n = 0; n < nodes.length; n++) first[n + 1] = first[n]! + counts[n]!;
    const next = first.slice();
    const total = first[nodes.length]!;
    this.#row = new Uint32Array(total);
    this.#walk = new Uint32Array(total);
    for (let row = 0; row < stops.length; row++) {
      walks.forEachNode(stops[row]!, longestFrom(row), (node, cost) => {
        const at = next[slot[node]! - 1]!++;
        this.#row[at] = row;
        this.#walk[at] = cost;
      });
    }
    this.#slot = slot;
    this.#first = first;
    this.nodes = Uint32Array.from(nodes);
    this.stopsOnEdge = byEdge(rides, this.#stopPlaces);
  }

  hasWalksTo(node: number): boolean {
    return this.#slot[node] !== 0;
  }

  /** Returns the times to a place that no stop leads to; they hold until the next call. In: the cost of going all the way. */
  withoutRides(cost: number): Departures {
    this.#times.start(cost);
    return this.#times;
  }

  /** Returns the times to a node; they hold until the next call. In: the cost of going all the way. */
  atNode(node: number, walkCost: number): Departures {
    this.#times.start(walkCost);
    this.#offerNodes(node, 0, -1, 0);
    return this.#times;
  }

  /** Returns the times to a place; they hold until the next call. In: the cost of going all the way. */
  at({ edge, positionMillimeters, accessMillimeters }: RoadPlace, walkCost: number): Departures {
    const { fromNode, toNode, lengthMillimeters } = this.#territory.edges;
    const { enteredAtFrom, enteredAtTo, measure } = this.#costs;
    const length = lengthMillimeters[edge]!;
    const access = accessCost(measure, accessMillimeters);
    const ahead = partialCost(enteredAtFrom[edge]!, positionMillimeters, length);
    const back = partialCost(enteredAtTo[edge]!, length - positionMillimeters, length);
    const times = this.#times;
    times.start(walkCost);
    const onEdge = this.stopsOnEdge.get(edge);
    if (onEdge !== undefined) {
      for (const row of onEdge) this.#offer(row, this.#alongEdge(row, edge, positionMillimeters, length) + access);
    }
    this.#offerNodes(ahead < 0 ? -1 : fromNode[edge]!, ahead + access, back < 0 ? -1 : toNode[edge]!, back + access);
    return times;
  }

  /** Offers the walks to one or two nodes, the most promising first so that most of the others need no look. */
  #offerNodes(nodeA: number, moreA: number, nodeB: number, moreB: number): void {
    const best = { row: -1, walk: 0, least: Infinity };
    this.#findBest(nodeA, moreA, best);
    this.#findBest(nodeB, moreB, best);
    if (best.row === -1) return;
    this.#times.offer(best.row, best.walk);
    this.#offerAll(nodeA, moreA);
    this.#offerAll(nodeB, moreB);
  }

  #findBest(node: number, more: number, best: { row: number; walk: number; least: number }): void {
    const slot = node === -1 ? 0 : this.#slot[node]!;
    if (slot === 0) return;
    const { least } = this.#rides.stopTimes;
    for (let i = this.#first[slot - 1]!; i < this.#first[slot]!; i++) {
      const walk = this.#walk[i]! + more;
      if (walk > this.#longestWalk || least[this.#row[i]!]! + walk >= best.least) continue;
      best.row = this.#row[i]!;
      best.walk = walk;
      best.least = least[best.row]! + walk;
    }
  }

  #offerAll(node: number, more: number): void {
    const slot = node === -1 ? 0 : this.#slot[node]!;
    if (slot === 0) return;
    for (let i = this.#first[slot - 1]!; i < this.#first[slot]!; i++) this.#offer(this.#row[i]!, this.#walk[i]! + more);
  }

  #offer(row: number, walk: number): void {
    if (walk <= this.#longestWalk && this.#rides.stopTimes.least[row]! + walk < this.#times.most)
      this.#times.offer(row, walk);
  }

  /** Cost of the walk from a stop along its own edge to a place on it. */
  #alongEdge(row: number, edge: number, positionMillimeters: number, length: number): number {
    const stop = stopPlace(this.#stopPlaces, this.#rides.stopTimes.stops[row]!);
    const ahead = positionMillimeters - stop.positionMillimeters;
    const whole = ahead >= 0 ? this.#costs.enteredAtFrom[edge]! : this.#costs.enteredAtTo[edge]!;
    const part = partialCost(whole, Math.abs(ahead), length);
    return part < 0 ? Infinity : part + accessCost(this.#costs.measure, stop.accessMillimeters);
  }
}

function byEdge({ stopTimes }: Rides, places: StopPlaces): Map<number, number[]> {
  const rows = new Map<number, number[]>();
  stopTimes.stops.forEach((stop, row) => {
    const edge = places.edge[stop]!;
    if (edge === NONE) return;
    const known = rows.get(edge);
    if (known === undefined) rows.set(edge, [row]);
    else known.push(row);
  });
  return rows;
}
