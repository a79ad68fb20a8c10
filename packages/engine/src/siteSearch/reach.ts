import { MODE_BIT } from '@hinterland/catalogue';
import type { Territory } from '@hinterland/territory';
import { placeCost } from '../catchment/sweep.ts';
import { accessCost, type EdgeCosts, partialCost, travelTimes } from '../graph/edgeCosts.ts';
import type { RoadTravel } from '../query/query.ts';
import { UNREACHED } from '../search/workspace.ts';
import type { RoadPlace } from '../snap/snapOrigins.ts';
import { snapStarts } from '../snap/snapStarts.ts';
import { NO_COST } from '../sweep/costs.ts';
import { PoleLegs } from '../sweep/poleLegs.ts';
import { LANES } from '../sweep/sweepMemory.ts';
import { type LaneCosts, searchedCosts, sweptCosts } from './laneCosts.ts';

/** Places that are searched side by side, at most. */
export const PLACES_AT_ONCE = LANES;

/** Two parts of a road may each be a millisecond longer than their share of the whole. */
const ROUNDING_MILLISECONDS = 4;

/**
 * The poles that reach up to 32 places at a time, as people come to them (inbound), access legs included. Holds the last
 * search only. Times are milliseconds, by lane: the position of a place in the search.
 */
export class Reach {
  readonly territory: Territory;
  /** Inbound travel times. */
  readonly costs: EdgeCosts;
  /** Called now and then; may throw to stop. */
  readonly checkpoint: () => void;
  /** Searches so far. */
  searches = 0;
  readonly #lanes: LaneCosts;
  readonly #legs: PoleLegs;
  readonly #firstSnap: Uint32Array;
  /** Shortest legs of the poles at an edge over its `fromNode` and its `toNode`; 0 and 0 before they are looked at, else 1 more. */
  readonly #shortestLegs: Uint32Array;
  readonly #times = new Uint32Array(LANES);
  #places: readonly RoadPlace[] = [];
  #limitCost = 0;
  /** Lanes of the places that lie on an edge. */
  readonly #lanesOnEdge = new Map<number, number[]>();

  /** `checkpoint` is called now and then and may throw to stop. */
  constructor(territory: Territory, travel: RoadTravel, checkpoint: () => void = () => {}) {
    this.territory = territory;
    this.checkpoint = checkpoint;
    this.costs = travelTimes(territory, travel, 'inbound');
    this.#lanes = (travel.mode === 'walk' ? searchedCosts : sweptCosts)(territory, this.costs, checkpoint);
    this.#legs = new PoleLegs(territory, this.costs);
    this.#firstSnap = snapStarts(territory, this.costs.mode);
    this.#shortestLegs = new Uint32Array(2 * territory.edges.rows);
  }

  /** Finds every pole within a limit of each place, milliseconds, inclusive. */
  search(places: readonly RoadPlace[], limitCost: number): void {
    this.#places = places;
    this.#limitCost = limitCost;
    this.#lanes.run(places, limitCost);
    this.#lanesOnEdge.clear();
    places.forEach(({ edge }, lane) => {
      const lanes = this.#lanesOnEdge.get(edge);
      if (lanes === undefined) this.#lanesOnEdge.set(edge, [lane]);
      else lanes.push(lane);
    });
    this.searches++;
  }

  /**
   * Visits every edge with poles that may be reached. `times`: per lane, no pole at the edge is nearer; above the limit
   * where none is reached. The array is used again.
   */
  forEachEdge(visit: (edge: number, times: Uint32Array) => void): void {
    const times = this.#times;
    const count = this.#places.length;
    const { costs } = this.#lanes;
    const visitOne = (edge: number, fromStart: number, toStart: number) => {
      const [overFrom, overTo] = [this.#shortestLeg(edge, 0), this.#shortestLeg(edge, 1)];
      for (let lane = 0; lane < count; lane++) {
        const from = (costs[fromStart + lane]! + overFrom) >>> 0;
        const to = (costs[toStart + lane]! + overTo) >>> 0;
        times[lane] = from < to ? from : to;
      }
      const straight = this.#lanesOnEdge.get(edge);
      if (straight !== undefined) {
        for (const lane of straight) {
          for (let row = this.#firstSnap[edge]!; row < this.#firstSnap[edge + 1]!; row++)
            times[lane] = Math.min(times[lane]!, this.#straight(lane, edge, row));
        }
      }
      visit(edge, times);
    };
    this.#forEachEdgeStart(visitOne);
  }

  /** Visits every pole that one of these lanes reaches, with its times; above the limit where it is not reached. */
  forEachPole(lanes: readonly number[], visit: (pole: number, times: Uint32Array) => void): void {
    const times = this.#times;
    const { costs } = this.#lanes;
    const { pole } = this.territory.snaps[this.costs.mode]!;
    const limitCost = this.#limitCost;
    const laneCount = lanes.length;
    const legs = this.#legs;
    this.#forEachEdgeStart((edge, fromStart, toStart) => {
      const straight = this.#lanesOnEdge.get(edge);
      const [shortestFrom, shortestTo] = [this.#shortestLeg(edge, 0), this.#shortestLeg(edge, 1)];
      let [leastFrom, leastTo] = [NO_COST, NO_COST];
      for (let i = 0; i < laneCount; i++) {
        const lane = lanes[i]!;
        if (costs[fromStart + lane]! < leastFrom) leastFrom = costs[fromStart + lane]!;
        if (costs[toStart + lane]! < leastTo) leastTo = costs[toStart + lane]!;
      }
      if (leastFrom + shortestFrom > limitCost && leastTo + shortestTo > limitCost && straight === undefined) return;
      for (let row = this.#firstSnap[edge]!; row < this.#firstSnap[edge + 1]!; row++) {
        const overFrom = leastFrom > limitCost ? NO_COST : legs.overFrom(edge, row);
        const overTo = leastTo > limitCost ? NO_COST : legs.overTo(edge, row);
        for (let i = 0; i < laneCount; i++) {
          const lane = lanes[i]!;
          const from = (costs[fromStart + lane]! + overFrom) >>> 0;
          const to = (costs[toStart + lane]! + overTo) >>> 0;
          times[lane] = from < to ? from : to;
        }
        if (straight !== undefined)
          for (const lane of straight) times[lane] = Math.min(times[lane]!, this.#straight(lane, edge, row));
        visit(pole[row]!, times);
      }
    });
  }

  /**
   * Returns by how much, in milliseconds, a place is nearer than a lane's to any pole at most: time(pole → place) ≥
   * time(pole → the lane's place) − this. From the triangle inequality over the road in front of the place, so that its own access leg
   * works for the bound. Infinity where the search did not come to the place, and on ways that are not driven through: the way over such a
   * place is no way to the other.
   */
  lead(lane: number, place: RoadPlace): number {
    if (this.#isOnLimitedWay(place.edge)) return Infinity;
    const access = accessCost(this.costs.measure, place.accessMillimeters);
    return Math.max(0, this.timeFrom(lane, place) - 2 * access + ROUNDING_MILLISECONDS);
  }

  /** Returns the travel time from a place to a lane's place, milliseconds; Infinity where the search did not come to it. */
  timeFrom(lane: number, { edge, positionMillimeters, accessMillimeters }: RoadPlace): number {
    const { edges } = this.territory;
    const center = this.#places[lane]!;
    const toCenter = placeCost(
      this.costs,
      edge,
      this.#costOf(edges.fromNode[edge]!, lane),
      this.#costOf(edges.toNode[edge]!, lane),
      positionMillimeters,
      edges.lengthMillimeters[edge]!,
      center.edge === edge ? [center] : null,
    );
    if (toCenter >= UNREACHED) return Infinity;
    return toCenter + accessCost(this.costs.measure, accessMillimeters);
  }

  /** The poles of an edge. */
  forEachPoleOfEdge(edge: number, visit: (pole: number) => void): void {
    const { pole } = this.territory.snaps[this.costs.mode]!;
    for (let row = this.#firstSnap[edge]!; row < this.#firstSnap[edge + 1]!; row++) visit(pole[row]!);
  }

  /** Edges on which places lie come last if nothing leads to them over their ends. */
  #forEachEdgeStart(visit: (edge: number, fromStart: number, toStart: number) => void): void {
    const own = new Set(this.#lanesOnEdge.keys());
    this.#lanes.forEachEdge((edge, fromStart, toStart) => {
      if (own.size > 0) own.delete(edge);
      visit(edge, fromStart, toStart);
    });
    const { fromNode, toNode } = this.territory.edges;
    for (const edge of own) visit(edge, this.#lanes.startOf(fromNode[edge]!), this.#lanes.startOf(toNode[edge]!));
  }

  #costOf(node: number, lane: number): number {
    const cost = this.#lanes.costs[this.#lanes.startOf(node) + lane]!;
    return cost > this.#limitCost ? UNREACHED : cost;
  }

  #shortestLeg(edge: number, end: 0 | 1): number {
    const shortest = this.#shortestLegs;
    if (shortest[2 * edge] === 0) {
      let [from, to] = [NO_COST - 1, NO_COST - 1];
      for (let row = this.#firstSnap[edge]!; row < this.#firstSnap[edge + 1]!; row++) {
        from = Math.min(from, this.#legs.overFrom(edge, row));
        to = Math.min(to, this.#legs.overTo(edge, row));
      }
      shortest[2 * edge] = from + 1;
      shortest[2 * edge + 1] = to + 1;
    }
    return shortest[2 * edge + end]! - 1;
  }

  /** Time of a pole straight along the edge to a lane's place on it. */
  #straight(lane: number, edge: number, row: number): number {
    const { positionMillimeters, accessMillimeters } = this.territory.snaps[this.costs.mode]!;
    const { enteredAtFrom, enteredAtTo, measure } = this.costs;
    const place = this.#places[lane]!;
    const ahead = positionMillimeters[row]! - place.positionMillimeters;
    const length = this.territory.edges.lengthMillimeters[edge]!;
    const part = partialCost((ahead >= 0 ? enteredAtFrom : enteredAtTo)[edge]!, Math.abs(ahead), length);
    if (part < 0) return NO_COST;
    return accessCost(measure, place.accessMillimeters) + part + accessCost(measure, accessMillimeters[row]!);
  }

  #isOnLimitedWay(edge: number): boolean {
    const { edges, limits } = this.territory;
    if (limits === null) return false;
    const { insideFor } = limits;
    const inside = insideFor[edges.fromNode[edge]!]! | insideFor[edges.toNode[edge]!]!;
    return (inside & MODE_BIT[this.costs.mode]) !== 0;
  }
}
