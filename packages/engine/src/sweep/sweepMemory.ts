import type { Hierarchy } from '../hierarchy/hierarchy.ts';
import { NO_COST } from './costs.ts';
import type { RoadTable } from './roadTable.ts';

/** Stores that are swept side by side: one per bit of a mask. */
export const LANES = 32;

/** Positions that are passed over together when nothing near them is reached. */
export const BLOCK = 64;

/** Roads that one call of `classify` may report. */
export const FOUND_CAPACITY = 1 << 14;

/** Nodes at which the stores of one sweep may begin together: both ends of a road for each. */
export const MAX_SEEDS = 2 * LANES;

/** Ends the list of seed positions. */
export const NO_SEED = 0xffffffff;

/**
 * Everything that the kernels read and write, as views on one buffer, which is the memory of the WASM module where that
 * runs. Costs are milliseconds or millimetres, NO_COST for none.
 */
export interface SweepMemory {
  readonly buffer: ArrayBufferLike;
  readonly positions: number;
  /** Costs of a position in every lane, `lanes[32 p + lane]`; what stands where `reached[p]` is 0 means nothing. */
  readonly lanes: Uint32Array;
  /** Per position one bit per lane: its cost lies within the limit. */
  readonly reached: Uint32Array;
  /** Arcs of the hierarchy that descend to p. */
  readonly firstArc: Uint32Array;
  readonly arcEnds: Uint32Array;
  readonly arcCosts: Uint32Array;
  /** Positions before block b from which arcs or roads lead into it: `borders[i]`, i from `firstBorder[b]`. */
  readonly firstBorder: Uint32Array;
  readonly borders: Uint32Array;
  /** Positions with a cost of their own, ascending, NO_SEED after the last; and those costs, 32 for each. */
  readonly seeds: Uint32Array;
  readonly seedLanes: Uint32Array;
  /** Blocks in or beside which something may be reached, ascending. */
  readonly visited: Uint32Array;
  /** Roads, see RoadTable: the position of either end, and four bounds of legs per road. */
  readonly nearEnds: Uint32Array;
  readonly farEnds: Uint32Array;
  readonly legs: Uint32Array;
  /** Lanes of a position that nobody reaches. */
  readonly nobody: Uint32Array;
  /** Results of `classify`: road, lanes that reach all its poles, lanes that may reach some. */
  readonly found: Uint32Array;
}

/** Each part begins at a multiple of this many bytes, a cache line or two. */
const ALIGNMENT = 128;

/** Names of the parts of the memory. */
type Part = Exclude<keyof SweepMemory, 'buffer' | 'positions'>;

/** Where each part lies, in bytes. */
export type SweepLayout = Readonly<Record<Part, number>> & { readonly bytes: number };

/** Lays out the memory, has it made, and fills in what no search changes. */
export function sweepMemory<B extends ArrayBufferLike>(
  hierarchy: Hierarchy,
  roads: RoadTable,
  allocate: (bytes: number) => B,
): { memory: SweepMemory; layout: SweepLayout } {
  const { positions, down } = hierarchy;
  const blocks = Math.ceil(positions / BLOCK);
  const { firstBorder, borders } = bordersOf(hierarchy, roads, blocks);
  const seedCapacity = Math.min(positions, MAX_SEEDS * deepest(hierarchy));
  const lengths: Record<Part, number> = {
    lanes: LANES * positions,
    reached: positions,
    firstArc: positions + 1,
    arcEnds: down.ends.length,
    arcCosts: down.ends.length,
    firstBorder: blocks + 1,
    borders: borders.length,
    seeds: seedCapacity + 1,
    seedLanes: LANES * seedCapacity,
    visited: blocks,
    nearEnds: roads.rows,
    farEnds: roads.rows,
    legs: 4 * roads.rows,
    nobody: LANES,
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
  memory.firstArc.set(down.first);
  memory.arcEnds.set(down.ends);
  memory.arcCosts.set(down.costs);
  memory.firstBorder.set(firstBorder);
  memory.borders.set(borders);
  memory.nearEnds.set(roads.near);
  memory.farEnds.set(roads.far);
  memory.legs.set(roads.legs);
  memory.nobody.fill(NO_COST);
  return { memory, layout: { ...offsets, bytes } };
}

/**
 * Per block, the positions outside it from which an arc descends or a road leads into it. They lie before the block, so
 * when a pass comes to it their lanes are final: if none of them is reached and no seed lies in the block, no position of
 * the block and no pole of its roads can be reached. (Roads count on their own: a pole near the far end is reached
 * although the road takes longer than the limit, and such a road is no arc of any shortest path.)
 */
function bordersOf(
  hierarchy: Hierarchy,
  roads: RoadTable,
  blocks: number,
): { firstBorder: Uint32Array; borders: Uint32Array } {
  const { positions, down } = hierarchy;
  const firstBorder = new Uint32Array(blocks + 1);
  const borders = new Uint32Array(down.ends.length + roads.rows);
  const seenIn = new Int32Array(positions).fill(-1);
  let count = 0;
  const add = (border: number, block: number) => {
    if (border >= block * BLOCK || seenIn[border] === block) return;
    seenIn[border] = block;
    borders[count++] = border;
  };
  for (let block = 0; block < blocks; block++) {
    const start = block * BLOCK;
    const end = Math.min(start + BLOCK, positions);
    for (let arc = down.first[start]!; arc < down.first[end]!; arc++) add(down.ends[arc]!, block);
    for (let road = roads.firstRoad[start]!; road < roads.firstRoad[end]!; road++) add(roads.far[road]!, block);
    firstBorder[block + 1] = count;
  }
  return { firstBorder, borders: borders.slice(0, count) };
}

/** Positions on the longest way from a root of the tree to a leaf. */
function deepest({ positions, parent }: Hierarchy): number {
  const depth = new Uint16Array(positions);
  let most = 0;
  for (let position = 0; position < positions; position++) {
    depth[position] = parent[position]! < 0 ? 1 : depth[parent[position]!]! + 1;
    if (depth[position]! > most) most = depth[position]!;
  }
  return most;
}
