import { NO_COST } from './costs.ts';
import { BLOCK, LANES, type SweepMemory } from './sweepMemory.ts';

/** The two inner loops of a lane sweep, over one memory. */
export interface SweepKernel {
  /**
   * Fills `lanes` and `reached` from the seeds: the cost of a position is the smallest of its seed and of every arc that
   * descends to it, in each lane for itself. Positions come ancestors first, so one pass is enough. Blocks without a seed
   * whose borders are all beyond the limit are passed over. Out: blocks listed in `visited`.
   */
  sweep(limitCost: number): number;
  /**
   * Looks at roads `start` to `end` and reports in `found` those that some lane may reach. Out: roads reported, at most
   * FOUND_CAPACITY, so `end - start` may not be more.
   */
  classify(start: number, end: number, limitCost: number): number;
}

/** The kernels in plain TypeScript: the reference for the WASM ones, and what runs where there is no WASM with SIMD. */
export function scalarKernel(memory: SweepMemory): SweepKernel {
  return {
    sweep: (limitCost) => sweep(memory, limitCost),
    classify: (start, end, limitCost) => classify(memory, start, end, limitCost),
  };
}

function sweep(memory: SweepMemory, limitCost: number): number {
  const { positions, lanes, reached, firstArc, arcEnds, arcCosts, firstBorder, borders, seeds, seedLanes } = memory;
  let visitedCount = 0;
  let nextSeed = 0;
  for (let block = 0; block * BLOCK < positions; block++) {
    const start = block * BLOCK;
    const end = Math.min(start + BLOCK, positions);
    if (seeds[nextSeed]! >= end) {
      let isAlive = false;
      for (let i = firstBorder[block]!; i < firstBorder[block + 1]!; i++)
        if (reached[borders[i]!] !== 0) isAlive = true;
      if (!isAlive) {
        reached.fill(0, start, end);
        continue;
      }
    }
    memory.visited[visitedCount++] = block;
    for (let position = start; position < end; position++) {
      const at = position * LANES;
      if (seeds[nextSeed] === position) {
        for (let lane = 0; lane < LANES; lane++) lanes[at + lane] = seedLanes[nextSeed * LANES + lane]!;
        nextSeed++;
      } else {
        lanes.fill(NO_COST, at, at + LANES);
      }
      for (let arc = firstArc[position]!; arc < firstArc[position + 1]!; arc++) {
        if (reached[arcEnds[arc]!] === 0) continue;
        const from = arcEnds[arc]! * LANES;
        for (let lane = 0; lane < LANES; lane++) {
          const cost = lanes[from + lane]! + arcCosts[arc]!;
          if (cost < lanes[at + lane]!) lanes[at + lane] = cost;
        }
      }
      let mask = 0;
      for (let lane = 0; lane < LANES; lane++) if (lanes[at + lane]! <= limitCost) mask |= 1 << lane;
      reached[position] = mask;
    }
  }
  return visitedCount;
}

function classify(memory: SweepMemory, start: number, end: number, limitCost: number): number {
  const { lanes, reached, nearEnds, farEnds, legs, found } = memory;
  let count = 0;
  for (let road = start; road < end; road++) {
    const near = nearEnds[road]!;
    const far = farEnds[road]!;
    let sure = 0;
    let possible = 0;
    for (let lane = 0; lane < LANES; lane++) {
      const nearCost = reached[near] === 0 ? NO_COST : lanes[near * LANES + lane]!;
      const farCost = reached[far] === 0 ? NO_COST : lanes[far * LANES + lane]!;
      if (Math.min(nearCost + legs[4 * road]!, farCost + legs[4 * road + 2]!) <= limitCost) possible |= 1 << lane;
      if (Math.min(nearCost + legs[4 * road + 1]!, farCost + legs[4 * road + 3]!) <= limitCost) sure |= 1 << lane;
    }
    if (possible === 0) continue;
    found[3 * count] = road;
    found[3 * count + 1] = sure;
    found[3 * count + 2] = possible & ~sure;
    count++;
  }
  return count;
}
