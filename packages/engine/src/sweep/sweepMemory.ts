import { BLOCK } from './borders.ts';
import { NO_COST } from './costs.ts';
import type { SweepTables } from './sweepTables.ts';

/** Stores that are swept side by side: one per bit of a mask. */
export const LANES = 32;

/** Roads that one call of `classify` may report. */
export const FOUND_CAPACITY = 1 << 14;

/** Nodes at which the stores of one sweep may begin together: both ends of a road for each, and the ways out of limited ways. */
export const MAX_SEEDS = 16 * LANES;

/** Ends the list of seed positions. */
export const NO_SEED = 0xffffffff;

/**
 * Everything that the kernels read and write, as views on one buffer, which is the memory of the WASM module where that
 * runs. Costs are milliseconds or millimeters, NO_COST for none.
 */
export interface SweepMemory {
  readonly buffer: ArrayBufferLike;
  readonly positions: number;
  /**
   * Costs in every lane by row, `lanes[32 row + lane]`. Only positions that some lane reaches have a row, so that what a
   * sweep touches is contiguous; row 0 belongs to no position and has NO_COST in all lanes.
   */
  readonly lanes: Uint32Array;
  /** Row of a position, 0 where no lane's cost lies within the limit. Zeros but for the blocks in `visited`. */
  readonly rowOf: Uint32Array;
  /** Arcs of the hierarchy that descend to p. */
  readonly firstArc: Uint32Array;
  readonly arcEnds: Uint32Array;
  readonly arcCosts: Uint32Array;
  /** Positions before block b from which arcs or roads lead into it: `borders[i]`, i from `firstBorder[b]`. */
  readonly firstBorder: Uint32Array;
  readonly borders: Uint32Array;
  /** The same for groups of blocks. */
  readonly firstGroupBorder: Uint32Array;
  readonly groupBorders: Uint32Array;
  /** Positions with a cost of their own, ascending, NO_SEED after the last; and those costs, 32 for each. */
  readonly seeds: Uint32Array;
  readonly seedLanes: Uint32Array;
  /** Blocks in or beside which something may be reached, ascending. */
  readonly visited: Uint32Array;
  /** Roads, see RoadColumns: the position of either end, and four bounds of legs per road. */
  readonly nearEnds: Uint32Array;
  readonly farEnds: Uint32Array;
  readonly legs: Uint32Array;
  /** Results of `classify`: road, lanes that reach all its poles, lanes that may reach some. */
  readonly found: Uint32Array;
}

/** Each part begins at a multiple of this many bytes, a cache line or two. */
const ALIGNMENT = 128;

/** Names of the parts of the memory. */
type Part = Exclude<keyof SweepMemory, 'buffer' | 'positions'>;

/** Position of each part, in bytes. */
export type SweepLayout = Readonly<Record<Part, number>> & { readonly bytes: number };

/** Lays out the memory, has it made, and fills in what no search changes. */
export function sweepMemory<B extends ArrayBufferLike>(
  tables: SweepTables,
  allocate: (bytes: number) => B,
): { memory: SweepMemory; layout: SweepLayout } {
  const { positions, firstBorder, borders, firstGroupBorder, groupBorders, legs } = tables;
  const blocks = Math.ceil(positions / BLOCK);
  const seedCapacity = Math.min(positions, MAX_SEEDS * deepest(tables));
  const lengths: Record<Part, number> = {
    lanes: LANES * (positions + 2),
    rowOf: positions,
    firstArc: positions + 1,
    arcEnds: tables.downEnds.length,
    arcCosts: tables.downCosts.length,
    firstBorder: blocks + 1,
    borders: borders.length,
    firstGroupBorder: firstGroupBorder.length,
    groupBorders: groupBorders.length,
    seeds: seedCapacity + 1,
    seedLanes: LANES * seedCapacity,
    visited: blocks,
    nearEnds: tables.rows,
    farEnds: tables.rows,
    legs: legs.length,
    found: 3 * FOUND_CAPACITY,
  };
  const offsets = {} as Record<Part, number>;
  let bytes = 0;
  for (const part of Object.keys(lengths) as Part[]) {
    offsets[part] = bytes;
    bytes += Math.ceil((lengths[part] * 4) / ALIGNMENT) * ALIGNMENT;
  }
  const buffer = allocate(bytes);
  const words = Object.fromEntries(
    (Object.keys(lengths) as Part[]).map((part) => [part, new Uint32Array(buffer, offsets[part], lengths[part])]),
  ) as unknown as Record<Part, Uint32Array>;
  const memory: SweepMemory = { buffer, positions, ...words };
  memory.firstArc.set(tables.firstDown);
  memory.arcEnds.set(tables.downEnds);
  memory.arcCosts.set(tables.downCosts);
  memory.firstBorder.set(firstBorder);
  memory.borders.set(borders);
  memory.firstGroupBorder.set(firstGroupBorder);
  memory.groupBorders.set(groupBorders);
  memory.nearEnds.set(tables.near);
  memory.farEnds.set(tables.far);
  memory.legs.set(legs);
  memory.lanes.fill(NO_COST, 0, LANES);
  return { memory, layout: { ...offsets, bytes } };
}

/** Positions on the longest way from a root of the tree to a leaf. */
function deepest({ positions, parent }: SweepTables): number {
  const depth = new Uint16Array(positions);
  let most = 0;
  for (let position = 0; position < positions; position++) {
    depth[position] = parent[position]! < 0 ? 1 : depth[parent[position]!]! + 1;
    if (depth[position]! > most) most = depth[position]!;
  }
  return most;
}
