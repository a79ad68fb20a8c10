import { int32Pages } from '../memory/pages.ts';
import { wasmMemory } from '../memory/wasm.ts';
import type { Seeds } from '../search/bucketSearch.ts';
import { BLOCK } from './borders.ts';
import { NO_COST } from './costs.ts';
import { type SweepKernel, scalarKernel } from './scalarKernel.ts';
import { FOUND_CAPACITY, LANES, MAX_SEEDS, NO_SEED, type SweepMemory, sweepMemory } from './sweepMemory.ts';
import type { SweepTables } from './sweepTables.ts';
import { isWasmSupported, wasmKernel } from './wasmKernel.ts';

export interface LaneSweepOptions {
  /** Which kernels run; default: WASM where the platform has it. Both give the same. */
  readonly kernel?: 'wasm' | 'scalar';
}

/**
 * Least costs from up to 32 stores to all positions of a hierarchy in one pass, side by side in lanes of 32 bits, exact.
 *
 * Method: PHAST (D. Delling, A. V. Goldberg, A. Nowatzyk, R. F. Werneck, J. Parallel Distrib. Comput. 73 (2013)), one pass
 * down a hierarchy per batch of sources, with the positions of nested dissection instead of levels: what an arc reads
 * has just been written or lies among a few hundred ancestors, and blocks that nothing leads into are passed over.
 *
 * One object serves one thread. It holds about 30 bytes per position, 128 for the lanes of each that one sweep reaches
 * at most, and 36 per road.
 */
export class LaneSweep {
  readonly #tables: SweepTables;
  readonly #memory: SweepMemory;
  readonly #kernel: SweepKernel;
  #limitCost = 0;
  #visitedCount = 0;
  /** Costs on the way up from one store's seeds; NO_COST elsewhere. */
  readonly #climbCosts: Int32Array;
  /** Positions that the stores of a sweep have climbed to, store after store, and their costs; `#climbed` of them count. */
  #climbPositions = new Uint32Array(1 << 12);
  #climbPositionCosts = new Uint32Array(1 << 12);
  #climbed = 0;

  constructor(tables: SweepTables, options: LaneSweepOptions = {}) {
    this.#tables = tables;
    const kernel = options.kernel ?? (isWasmSupported() ? 'wasm' : 'scalar');
    if (kernel === 'wasm') {
      let wasm = wasmMemory(0, 0);
      const { memory, layout } = sweepMemory(tables, (bytes) => {
        wasm = wasmMemory(bytes, bytes);
        return wasm.buffer;
      });
      this.#memory = memory;
      this.#kernel = wasmKernel(wasm, layout, tables.positions);
    } else {
      this.#memory = sweepMemory(tables, (bytes) => new ArrayBuffer(bytes)).memory;
      this.#kernel = scalarKernel(this.#memory);
    }
    this.#climbCosts = int32Pages(tables.positions).fill(NO_COST);
  }

  /** The memory after a sweep, for tests that look at single lanes. */
  get memory(): SweepMemory {
    return this.#memory;
  }

  /**
   * Sweeps up to 32 stores, one per lane. In: where each begins; the limit in milliseconds or millimeters, inclusive.
   * Costs of an earlier sweep are gone.
   */
  run(stores: readonly Seeds[], limitCost: number): void {
    if (stores.length > LANES) throw new RangeError(`A sweep takes at most ${LANES} stores, not ${stores.length}.`);
    const seeds = stores.reduce((sum, { nodes }) => sum + nodes.length, 0);
    if (seeds > MAX_SEEDS) throw new RangeError(`A sweep takes at most ${MAX_SEEDS} seeds, not ${seeds}.`);
    this.#limitCost = limitCost;
    this.#placeSeeds(stores);
    this.#visitedCount = this.#kernel.sweep(limitCost, this.#visitedCount);
  }

  /**
   * Visits every road that may hold a reached pole: `sure` has a bit for each lane that reaches all of its poles, `open`
   * for each lane that may reach some.
   */
  forEachRoad(visit: (road: number, sure: number, open: number) => void): void {
    const { visited, found, positions } = this.#memory;
    const { firstRoad } = this.#tables;
    for (let i = 0; i < this.#visitedCount; ) {
      const first = visited[i]!;
      let last = first;
      for (i++; i < this.#visitedCount && visited[i] === last + 1; i++) last++;
      const end = firstRoad[Math.min((last + 1) * BLOCK, positions)]!;
      for (let start = firstRoad[first * BLOCK]!; start < end; start += FOUND_CAPACITY) {
        const count = this.#kernel.classify(start, Math.min(end, start + FOUND_CAPACITY), this.#limitCost);
        for (let k = 0; k < 3 * count; k += 3) visit(found[k]!, found[k + 1]!, found[k + 2]!);
      }
    }
  }

  /** Least cost of a position in a lane where that is within the limit, else something above the limit. */
  cost(position: number, lane: number): number {
    return this.#memory.lanes[this.#memory.rowOf[position]! * LANES + lane]!;
  }

  /** Costs of all ancestors of the stores' seeds, by position. */
  #placeSeeds(stores: readonly Seeds[]): void {
    const { seeds, seedLanes } = this.#memory;
    this.#climbed = 0;
    const ends = stores.map((store) => this.#climb(store));
    const climbed = this.#climbPositions.subarray(0, this.#climbed);
    const sorted = climbed.slice().sort();
    // Rows of positions stand where costs of the next climb will.
    const rowOf = this.#climbCosts;
    let rows = 0;
    for (let i = 0; i < sorted.length; i++) {
      if (i > 0 && sorted[i] === sorted[i - 1]) continue;
      rowOf[sorted[i]!] = rows;
      seeds[rows++] = sorted[i]!;
    }
    seeds[rows] = NO_SEED;
    seedLanes.fill(NO_COST, 0, LANES * rows);
    let i = 0;
    ends.forEach((end, lane) => {
      for (; i < end; i++) seedLanes[LANES * rowOf[climbed[i]!]! + lane] = this.#climbPositionCosts[i]!;
    });
    for (let row = 0; row < rows; row++) rowOf[seeds[row]!] = NO_COST;
  }

  /**
   * Appends the positions that a store's seeds lead up to within the limit, with their costs. Deepest first, so that a
   * position's cost is final when its arcs are climbed: the next is the deepest among those that the ways from the seeds to
   * the root have come to. Out: number of positions so far.
   */
  #climb(seeds: Seeds): number {
    const { parent, positionOf, firstUp, upEnds, upCosts } = this.#tables;
    const costs = this.#climbCosts;
    const ways = seeds.nodes.map((node) => positionOf[node]!);
    ways.forEach((start, i) => {
      costs[start] = Math.min(costs[start]!, seeds.costs[i]!);
    });
    for (;;) {
      let position = -1;
      for (let i = 0; i < ways.length; i++) if (ways[i]! > position) position = ways[i]!;
      if (position < 0) return this.#climbed;
      const above = parent[position]!;
      for (let i = 0; i < ways.length; i++) if (ways[i] === position) ways[i] = above;
      const cost = costs[position]!;
      costs[position] = NO_COST;
      if (cost > this.#limitCost) continue;
      this.#append(position, cost);
      for (let arc = firstUp[position]!; arc < firstUp[position + 1]!; arc++) {
        const end = upEnds[arc]!;
        const over = cost + upCosts[arc]!;
        if (over < costs[end]!) costs[end] = over;
      }
    }
  }

  #append(position: number, cost: number): void {
    if (this.#climbed === this.#climbPositions.length) {
      const [positions, costs] = [this.#climbPositions, this.#climbPositionCosts];
      this.#climbPositions = new Uint32Array(2 * positions.length);
      this.#climbPositions.set(positions);
      this.#climbPositionCosts = new Uint32Array(2 * positions.length);
      this.#climbPositionCosts.set(costs);
    }
    this.#climbPositions[this.#climbed] = position;
    this.#climbPositionCosts[this.#climbed++] = cost;
  }
}
