import { BLOCK, GROUP } from './borders.ts';
import { NO_COST } from './costs.ts';
import { LANES, type SweepMemory } from './sweepMemory.ts';

/** The two inner loops of a lane sweep, over one memory. */
export interface SweepKernel {
  /**
   * Fills `rowOf` and `lanes` from the seeds: the cost of a position is the smallest of its seed and of every arc that
   * descends to it, in each lane for itself. Positions come ancestors first, so one pass is enough. Blocks, and groups of
   * them, without a seed whose borders are all beyond the limit are passed over. In: blocks that the sweep before listed
   * in `visited`. Out: blocks listed there now.
   */
  sweep(limitCost: number, visitedBefore: number): number;
  /**
   * Looks at roads `start` to `end` and reports in `found` those that some lane may reach. Out: roads reported, at most
   * FOUND_CAPACITY, so `end - start` may not be more.
   */
  classify(start: number, end: number, limitCost: number): number;
}

/** The kernels in TypeScript: the reference for the WASM ones, and the fallback without WASM SIMD. */
export function scalarKernel(memory: SweepMemory): SweepKernel {
  return {
    sweep: (limitCost, visitedBefore) => sweep(memory, limitCost, visitedBefore),
    classify: (start, end, limitCost) => classify(memory, start, end, limitCost),
  };
}

function sweep(memory: SweepMemory, limitCost: number, visitedBefore: number): number {
  const { positions, lanes, rowOf, firstArc, arcEnds, arcCosts, seeds, seedLanes, visited } = memory;
  const { firstBorder, borders, firstGroupBorder, groupBorders } = memory;
  for (let i = 0; i < visitedBefore; i++) rowOf.fill(0, visited[i]! * BLOCK, (visited[i]! + 1) * BLOCK);
  let visitedCount = 0;
  let row = 1;
  let nextSeed = 0;
  for (let block = 0; block * BLOCK < positions; block++) {
    const start = block * BLOCK;
    const end = Math.min(start + BLOCK, positions);
    const isGroup = block % GROUP === 0 && seeds[nextSeed]! >= start + GROUP * BLOCK;
    if (isGroup && !isAnyReached(firstGroupBorder, groupBorders, block / GROUP, rowOf)) {
      block += GROUP - 1;
      continue;
    }
    if (seeds[nextSeed]! >= end && !isAnyReached(firstBorder, borders, block, rowOf)) continue;
    visited[visitedCount++] = block;
    for (let position = start; position < end; position++) {
      const at = row * LANES;
      if (seeds[nextSeed] === position) {
        for (let lane = 0; lane < LANES; lane++) lanes[at + lane] = seedLanes[nextSeed * LANES + lane]!;
        nextSeed++;
      } else {
        lanes.fill(NO_COST, at, at + LANES);
      }
      for (let arc = firstArc[position]!; arc < firstArc[position + 1]!; arc++) {
        const from = rowOf[arcEnds[arc]!]! * LANES;
        if (from === 0) continue;
        for (let lane = 0; lane < LANES; lane++) {
          const cost = lanes[from + lane]! + arcCosts[arc]!;
          if (cost < lanes[at + lane]!) lanes[at + lane] = cost;
        }
      }
      let isReached = false;
      for (let lane = 0; lane < LANES; lane++) if (lanes[at + lane]! <= limitCost) isReached = true;
      if (isReached) rowOf[position] = row++;
    }
  }
  return visitedCount;
}

/** Whether one of the positions of list i is reached. */
function isAnyReached(first: Uint32Array, list: Uint32Array, i: number, rowOf: Uint32Array): boolean {
  for (let at = first[i]!; at < first[i + 1]!; at++) if (rowOf[list[at]!] !== 0) return true;
  return false;
}

function classify(memory: SweepMemory, start: number, end: number, limitCost: number): number {
  const { lanes, rowOf, nearEnds, farEnds, legs, found } = memory;
  let count = 0;
  for (let road = start; road < end; road++) {
    const near = rowOf[nearEnds[road]!]! * LANES;
    const far = rowOf[farEnds[road]!]! * LANES;
    if (near === 0 && far === 0) continue;
    let sure = 0;
    let possible = 0;
    for (let lane = 0; lane < LANES; lane++) {
      const nearCost = lanes[near + lane]!;
      const farCost = lanes[far + lane]!;
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
