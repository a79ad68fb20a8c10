import { NONE } from '@hinterland/territory';
import type { Hierarchy } from '../hierarchy/hierarchy.ts';
import type { Seeds } from '../search/bucketSearch.ts';
import type { RoadTable } from './roadTable.ts';
import { type SweepKernel, scalarKernel } from './scalarKernel.ts';
import { BLOCK, FOUND_CAPACITY, LANES, MAX_SEEDS, NO_SEED, type SweepMemory, sweepMemory } from './sweepMemory.ts';
import { isWasmSupported, wasmKernel, wasmMemory } from './wasmKernel.ts';

/** A limit is at most this many units, which leaves room above it for the steps of a leg. */
const MAX_LIMIT_UNITS = 60_000;

/** More units than any sum below the limit. */
const FAR_UNITS = 0xffff;

/** No cost within MAX_COST. */
const FAR_COST = 0x7fffffff;

/** Makes up for the rounding of a 32-bit float, so that a slack is never too small. */
const ROUNDED_UP = 1 + 2 ** -22;

export interface LaneSweepOptions {
  /** Which kernels run; default: WASM where the platform has it. Both give the same. */
  readonly kernel?: 'wasm' | 'scalar';
}

/**
 * Least costs from up to 32 stores to all positions of a hierarchy in one pass, side by side in lanes of 16 bits.
 *
 * **Units.** A cost in a lane is a whole number of units of `unitCost` milliseconds, the smallest unit in which the limit
 * is at most MAX_LIMIT_UNITS (60 ms for an hour). Every seed and every arc is rounded down, so a lane is never above the
 * true cost; and the true cost is less than a position's *slack* above the lane: the most that rounding took off any way
 * to it. Roads and poles between the two bounds are reported as open, and `exactCost` settles them: rounding never
 * decides.
 *
 * Method: PHAST (D. Delling, A. V. Goldberg, A. Nowatzyk, R. F. Werneck, J. Parallel Distrib. Comput. 73 (2013)), one pass
 * down a hierarchy per batch of sources, with the positions of nested dissection instead of levels: what an arc reads
 * has just been written or lies among a few hundred ancestors, and blocks that nothing leads into are passed over.
 *
 * One object serves one thread. It holds 64 bytes per position for the lanes, about 20 for the rest, and 32 per road.
 */
export class LaneSweep {
  readonly #hierarchy: Hierarchy;
  readonly #roads: RoadTable;
  readonly #memory: SweepMemory;
  readonly #kernel: SweepKernel;
  #limitCost = -1;
  /** 0 as long as no limit was set. */
  #unitCost = 0;
  #limitUnits = 0;
  #visitedCount = 0;

  /** By position, in units; see above. */
  readonly #slack: Float32Array;

  /** Row of `#seedCosts` by position, -1 for a position without a seed. */
  readonly #seedRow: Int32Array;
  #seedCosts = new Int32Array(0);
  #seedCount = 0;
  /** Costs on the way up from one store's seeds; FAR_COST elsewhere. */
  readonly #climbCosts: Int32Array;
  readonly #exact = new Map<number, number>();

  constructor(hierarchy: Hierarchy, roads: RoadTable, options: LaneSweepOptions = {}) {
    this.#hierarchy = hierarchy;
    this.#roads = roads;
    const kernel = options.kernel ?? (isWasmSupported() ? 'wasm' : 'scalar');
    if (kernel === 'wasm') {
      let wasm = wasmMemory(0);
      const { memory, layout } = sweepMemory(hierarchy, roads, (bytes) => {
        wasm = wasmMemory(bytes);
        return wasm.buffer;
      });
      this.#memory = memory;
      this.#kernel = wasmKernel(wasm, layout, hierarchy.positions);
    } else {
      this.#memory = sweepMemory(hierarchy, roads, (bytes) => new ArrayBuffer(bytes)).memory;
      this.#kernel = scalarKernel(this.#memory);
    }
    this.#slack = new Float32Array(hierarchy.positions);
    this.#seedRow = new Int32Array(hierarchy.positions).fill(-1);
    this.#climbCosts = new Int32Array(hierarchy.positions).fill(FAR_COST);
  }

  /** Milliseconds or millimetres per unit. */
  get unitCost(): number {
    return this.#unitCost;
  }

  /** The memory after a sweep, for tests that look at single lanes. */
  get memory(): SweepMemory {
    return this.#memory;
  }

  /**
   * Sweeps up to 32 stores, one per lane. In: where each begins; the limit in milliseconds or millimetres, inclusive.
   * Costs of an earlier sweep are gone.
   */
  run(stores: readonly Seeds[], limitCost: number): void {
    if (stores.length > LANES) throw new RangeError(`A sweep takes at most ${LANES} stores, not ${stores.length}.`);
    const seeds = stores.reduce((sum, { nodes }) => sum + nodes.length, 0);
    if (seeds > MAX_SEEDS) throw new RangeError(`A sweep takes at most ${MAX_SEEDS} seeds, not ${seeds}.`);
    if (limitCost !== this.#limitCost) this.#quantize(limitCost);
    this.#exact.clear();
    this.#placeSeeds(stores);
    this.#visitedCount = this.#kernel.sweep(this.#limitUnits);
  }

  /**
   * Visits every road that may hold a reached pole: `sure` has a bit for each lane that reaches all of its poles, `open`
   * for each lane that may reach some.
   */
  forEachRoad(visit: (road: number, sure: number, open: number) => void): void {
    const { visited, found, positions } = this.#memory;
    const { firstRoad } = this.#roads;
    for (let i = 0; i < this.#visitedCount; ) {
      const first = visited[i]!;
      let last = first;
      for (i++; i < this.#visitedCount && visited[i] === last + 1; i++) last++;
      const end = firstRoad[Math.min((last + 1) * BLOCK, positions)]!;
      for (let start = firstRoad[first * BLOCK]!; start < end; start += FOUND_CAPACITY) {
        const count = this.#kernel.classify(start, Math.min(end, start + FOUND_CAPACITY), this.#limitUnits);
        for (let k = 0; k < 3 * count; k += 3) visit(found[k]!, found[k + 1]!, found[k + 2]!);
      }
    }
  }

  /** Bounds of a position's cost in a lane: not below the first, below the second. Beyond the limit both are infinite. */
  lowestCost(position: number, lane: number): number {
    if ((this.#memory.reached[position]! & (1 << lane)) === 0) return Infinity;
    return this.#memory.lanes[position * LANES + lane]! * this.#unitCost;
  }

  highestCost(position: number, lane: number): number {
    return this.lowestCost(position, lane) + this.#slack[position]! * this.#unitCost;
  }

  /**
   * The least cost of a position in a lane, exactly, where that is within the limit; else something above the limit.
   *
   * It follows the arcs that descend to the position back to the seeds, in whole milliseconds, and leaves out every arc
   * whose lower bound cannot beat what is found already. Costs are kept until the next sweep, since neighbours share
   * most of their way.
   */
  exactCost(position: number, lane: number): number {
    if ((this.#memory.reached[position]! & (1 << lane)) === 0) return FAR_COST;
    const key = position * LANES + lane;
    const known = this.#exact.get(key);
    if (known !== undefined) return known;
    const { first, ends, costs } = this.#hierarchy.down;
    const { lanes, reached } = this.#memory;
    const row = this.#seedRow[position]!;
    let best = row < 0 ? FAR_COST : this.#seedCosts[row * LANES + lane]!;
    // The arc that the lane itself came over is tried first: it leaves little for the others.
    let likeliest = -1;
    let lowest = FAR_COST;
    for (let arc = first[position]!; arc < first[position + 1]!; arc++) {
      const end = ends[arc]!;
      if ((reached[end]! & (1 << lane)) === 0) continue;
      const lower = lanes[end * LANES + lane]! * this.#unitCost + costs[arc]!;
      if (lower >= lowest) continue;
      lowest = lower;
      likeliest = arc;
    }
    if (lowest < best) best = Math.min(best, this.exactCost(ends[likeliest]!, lane) + costs[likeliest]!);
    for (let arc = first[position]!; arc < first[position + 1]!; arc++) {
      const end = ends[arc]!;
      if (arc === likeliest || (reached[end]! & (1 << lane)) === 0) continue;
      if (lanes[end * LANES + lane]! * this.#unitCost + costs[arc]! >= best) continue;
      best = Math.min(best, this.exactCost(end, lane) + costs[arc]!);
    }
    this.#exact.set(key, best);
    return best;
  }

  /** Chooses the unit for a limit and rounds arcs down to it, and legs to either side. */
  #quantize(limitCost: number): void {
    const unit = Math.max(1, Math.ceil(limitCost / MAX_LIMIT_UNITS));
    this.#limitCost = limitCost;
    this.#limitUnits = Math.floor(limitCost / unit);
    if (unit === this.#unitCost) return;
    this.#unitCost = unit;
    const { positions, down } = this.#hierarchy;
    const { arcUnits, legs } = this.#memory;
    const slack = this.#slack;
    for (let position = 0; position < positions; position++) {
      // A seed loses less than one unit.
      let most = 1;
      for (let arc = down.first[position]!; arc < down.first[position + 1]!; arc++) {
        const exactUnits = down.costs[arc]! / unit;
        const units = Math.floor(exactUnits);
        arcUnits[arc] = Math.min(FAR_UNITS, units);
        most = Math.max(most, slack[down.ends[arc]!]! + exactUnits - units);
      }
      slack[position] = most * ROUNDED_UP;
    }
    const { rows, near, far, legs: legCosts } = this.#roads;
    const shortest = (cost: number) => (cost === NONE ? FAR_UNITS : Math.min(FAR_UNITS, Math.floor(cost / unit)));
    const longest = (cost: number, end: number) =>
      cost === NONE ? FAR_UNITS : Math.min(FAR_UNITS, Math.ceil(cost / unit + slack[end]!));
    for (let road = 0; road < rows; road++) {
      const at = 4 * road;
      legs[at] = shortest(legCosts[at]!);
      legs[at + 1] = longest(legCosts[at + 1]!, near[road]!);
      legs[at + 2] = shortest(legCosts[at + 2]!);
      legs[at + 3] = longest(legCosts[at + 3]!, far[road]!);
    }
  }

  /** Exact costs of all ancestors of the stores' seeds, into the table of seeds. */
  #placeSeeds(stores: readonly Seeds[]): void {
    const { positions, lanes } = { positions: this.#memory.seeds, lanes: this.#memory.seedLanes };
    for (let i = 0; i < this.#seedCount; i++) this.#seedRow[positions[i]!] = -1;
    const climbs = stores.map((seeds) => this.#climb(seeds));
    const all = new Set<number>();
    for (const climb of climbs) for (const position of climb.positions) all.add(position);
    const sorted = Uint32Array.from(all).sort();
    this.#seedCount = sorted.length;
    positions.set(sorted);
    positions[sorted.length] = NO_SEED;
    if (this.#seedCosts.length < LANES * sorted.length) this.#seedCosts = new Int32Array(LANES * sorted.length);
    this.#seedCosts.fill(FAR_COST, 0, LANES * sorted.length);
    lanes.fill(FAR_UNITS, 0, LANES * sorted.length);
    for (let i = 0; i < sorted.length; i++) this.#seedRow[sorted[i]!] = i;
    climbs.forEach(({ positions: climbed, costs }, lane) => {
      climbed.forEach((position, i) => {
        const at = this.#seedRow[position]! * LANES + lane;
        this.#seedCosts[at] = costs[i]!;
        lanes[at] = Math.floor(costs[i]! / this.#unitCost);
      });
    });
  }

  /** Positions that a store's seeds lead up to within the limit, with their costs. */
  #climb(seeds: Seeds): { positions: number[]; costs: number[] } {
    const { parent, positionOf, up } = this.#hierarchy;
    const costs = this.#climbCosts;
    const path: number[] = [];
    for (let i = 0; i < seeds.nodes.length; i++) {
      const start = positionOf[seeds.nodes[i]!]!;
      costs[start] = Math.min(costs[start]!, seeds.costs[i]!);
      for (let position = start; position >= 0; position = parent[position]!) path.push(position);
    }
    const deepestFirst = Int32Array.from(new Set(path)).sort().reverse();
    const result = { positions: [] as number[], costs: [] as number[] };
    for (const position of deepestFirst) {
      const cost = costs[position]!;
      costs[position] = FAR_COST;
      if (cost > this.#limitCost) continue;
      result.positions.push(position);
      result.costs.push(cost);
      for (let arc = up.first[position]!; arc < up.first[position + 1]!; arc++) {
        const end = up.ends[arc]!;
        const over = cost + up.costs[arc]!;
        if (over < costs[end]!) costs[end] = over;
      }
    }
    return result;
  }
}
