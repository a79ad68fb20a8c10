import { BLOCK, LANES, type SweepMemory } from './sweepMemory.ts';

/** The two inner loops of a lane sweep, over one memory. */
export interface SweepKernel {
  /**
   * Fills `lanes` and `reached` from the seeds: the cost of a position is the smallest of its seed and of every arc that
   * descends to it, in each lane for itself. Positions come ancestors first, so one pass is enough. Blocks without a seed
   * whose borders are all beyond the limit are passed over. Sums stop at 0xffff. Out: blocks listed in `visited`.
   */
  sweep(limitUnits: number): number;
  /**
   * Looks at roads `start` to `end` and reports in `found` those that some lane may reach. Out: roads reported, at most
   * FOUND_CAPACITY, so `end - start` may not be more.
   */
  classify(start: number, end: number, limitUnits: number): number;
}

/** The kernels in plain TypeScript: the reference for the WASM ones, and what runs where there is no WASM with SIMD. */
export function scalarKernel(memory: SweepMemory): SweepKernel {
  return {
    sweep: (limitUnits) => sweep(memory, limitUnits),
    classify: (start, end, limitUnits) => classify(memory, start, end, limitUnits),
  };
}

const FAR = 0xffff;

function sweep(memory: SweepMemory, limitUnits: number): number {
  const { positions, lanes, reached, firstArc, arcEnds, arcUnits, firstBorder, borders, seeds, seedLanes } = memory;
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
        lanes.fill(FAR, at, at + LANES);
      }
      for (let arc = firstArc[position]!; arc < firstArc[position + 1]!; arc++) {
        if (reached[arcEnds[arc]!] === 0) continue;
        const from = arcEnds[arc]! * LANES;
        for (let lane = 0; lane < LANES; lane++) {
          const units = Math.min(FAR, lanes[from + lane]! + arcUnits[arc]!);
          if (units < lanes[at + lane]!) lanes[at + lane] = units;
        }
      }
      let mask = 0;
      for (let lane = 0; lane < LANES; lane++) if (lanes[at + lane]! <= limitUnits) mask |= 1 << lane;
      reached[position] = mask;
    }
  }
  return visitedCount;
}

function classify(memory: SweepMemory, start: number, end: number, limitUnits: number): number {
  const { lanes, reached, nearEnds, farEnds, legs, found } = memory;
  let count = 0;
  for (let road = start; road < end; road++) {
    const near = nearEnds[road]!;
    const far = farEnds[road]!;
    let sure = 0;
    let possible = 0;
    for (let lane = 0; lane < LANES; lane++) {
      const nearUnits = reached[near] === 0 ? FAR : lanes[near * LANES + lane]!;
      const farUnits = reached[far] === 0 ? FAR : lanes[far * LANES + lane]!;
      const sum = (units: number, leg: number) => Math.min(FAR, units + legs[4 * road + leg]!);
      if (Math.min(sum(nearUnits, 0), sum(farUnits, 2)) <= limitUnits) possible |= 1 << lane;
      if (Math.min(sum(nearUnits, 1), sum(farUnits, 3)) <= limitUnits) sure |= 1 << lane;
    }
    if (possible === 0) continue;
    found[3 * count] = road;
    found[3 * count + 1] = sure;
    found[3 * count + 2] = possible & ~sure;
    count++;
  }
  return count;
}
