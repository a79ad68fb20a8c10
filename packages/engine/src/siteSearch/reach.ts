import { MODE_BIT } from '@hinterland/catalogue';
import { lengthened } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import { placeCost } from '../catchment/sweep.ts';
import { sweepPoles } from '../catchment/sweepPoles.ts';
import { accessCost, type EdgeCosts, travelTimes } from '../graph/edgeCosts.ts';
import { searchGraph } from '../graph/searchGraph.ts';
import type { RoadTravel } from '../query/query.ts';
import { bucketSearch } from '../search/bucketSearch.ts';
import { originSeeds } from '../search/seeds.ts';
import { UNREACHED, workspaceOf } from '../search/workspace.ts';
import type { RoadPlace, SnappedOrigin } from '../snap/snapOrigins.ts';

/** Two parts of a road may each be a millisecond longer than their share of the whole. */
const ROUNDING_MILLISECONDS = 4;

/**
 * The poles that reach one place at a time, as people come to it (inbound), access legs included. Holds the last search
 * only; `poles` and `times` count up to `count`.
 */
export class Reach {
  readonly territory: Territory;
  /** Inbound travel times. */
  readonly costs: EdgeCosts;
  readonly #checkpoint: (() => void) | undefined;
  poles = new Uint32Array(4096);
  /** Milliseconds. */
  times = new Uint32Array(4096);
  count = 0;
  /** Searches so far. */
  searches = 0;
  #center: SnappedOrigin | null = null;

  /** `checkpoint` is called now and then and may throw to stop. */
  constructor(territory: Territory, travel: RoadTravel, checkpoint?: () => void) {
    this.territory = territory;
    this.costs = travelTimes(territory, travel, 'inbound');
    this.#checkpoint = checkpoint;
  }

  /** Finds every pole within a limit of a place, milliseconds, inclusive. */
  search(center: SnappedOrigin, limitCost: number): void {
    const { territory, costs } = this;
    const workspace = workspaceOf(territory);
    workspace.clear();
    const seeds = originSeeds(territory, costs, [center]);
    bucketSearch(searchGraph(territory, costs), seeds, limitCost, workspace, this.#checkpoint);
    this.count = 0;
    sweepPoles(
      { territory, costs, origins: [center], workspace, limitCosts: [limitCost] },
      { pole: (pole, cost) => this.#add(pole, cost) },
    );
    this.#center = center;
    this.searches++;
  }

  /**
   * Returns by how much, in milliseconds, a place is nearer than the last center to any pole at most: time(pole → place) ≥
   * time(pole → center) − this. From the triangle inequality over the road in front of the place, so that its own access leg
   * works for the bound. Infinity where the search did not come to the place, and on ways that are not driven through: the way over such a
   * place is no way to the center. Call before another search runs.
   */
  lead({ edge, positionMillimeters, accessMillimeters }: RoadPlace): number {
    const { costs } = this;
    const { edges } = this.territory;
    const workspace = workspaceOf(this.territory);
    const center = this.#center!;
    if (this.#isOnLimitedWay(edge)) return Infinity;
    const toCenter = placeCost(
      costs,
      edge,
      workspace.cost(edges.fromNode[edge]!),
      workspace.cost(edges.toNode[edge]!),
      positionMillimeters,
      edges.lengthMillimeters[edge]!,
      center.edge === edge ? [center] : null,
    );
    if (toCenter >= UNREACHED) return Infinity;
    return Math.max(0, toCenter - accessCost(costs.measure, accessMillimeters) + ROUNDING_MILLISECONDS);
  }

  #isOnLimitedWay(edge: number): boolean {
    const { edges, limits } = this.territory;
    if (limits === null) return false;
    const { insideFor } = limits;
    const inside = insideFor[edges.fromNode[edge]!]! | insideFor[edges.toNode[edge]!]!;
    return (inside & MODE_BIT[this.costs.mode]) !== 0;
  }

  #add(pole: number, cost: number): void {
    if (this.count === this.poles.length) {
      this.poles = lengthened(this.poles);
      this.times = lengthened(this.times);
    }
    this.poles[this.count] = pole;
    this.times[this.count++] = cost;
  }
}
