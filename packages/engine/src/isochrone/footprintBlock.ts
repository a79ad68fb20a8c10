/** The finest class of cells (about 25 m) that footprints are made of. */
export const FOOTPRINT_CLASS = 1;

/**
 * Edges of a block as a power of two. Blocks are small, so that the first drawing of a region makes little more than it
 * reaches.
 */
export const BLOCK_BITS = 9;

/** Number of the last place of an edge; the first is 0. */
export const PLACES = 255;

/** Access code of the line of a road, which leads to no pole. */
export const ROAD = 254;

/** Marks an entry that covers no cell and only moves on: its first place is 255 and its last 0, as in no other entry. */
export const STEP = PLACES;

/** Lengths of access legs by code, millimeters, ascending: steps of 25 cm up to 32 m, then of 3.2% up to 1,600 m. */
export const ACCESS_MILLIMETERS = Float64Array.from({ length: ROAD }, (_, code) =>
  code < 128 ? 250 * code : 32_000 * 50 ** ((code - 128) / (ROAD - 1 - 128)),
);

/**
 * The cells that 512 edges of a mode cover with their lines, their poles and the access legs of these: enough to draw on
 * cells of 25 m and more without reading shape points or poles. An entry is a cell, the stretch of the edge from which it
 * is reached and the access leg from there. The entries of row r, which is edge r of the block, are numbered
 * `firstEntry[r]` to `firstEntry[r + 1]`, 5 bytes each.
 *
 * Invariant, on which recall rests: stretches and legs are rounded outward. The cost of a cell as read from an entry is
 * never above the cost of what lies in it, and below it by less than half a percent of the edge and of the leg. Poles in
 * one cell are the exception: they all cost as much as the cheapest.
 */
export interface FootprintBlock {
  readonly firstEntry: Uint32Array;
  /** Access code of the longest leg of each edge. */
  readonly longestAccess: Uint8Array;
  /**
   * Bytes from the lowest: steps east and north from the cell of the entry before (at first from that of `fromNode`),
   * numbers of the first and the last place.
   */
  readonly cells: Uint32Array;
  /** Access code, of a length rounded down; ROAD for the line. */
  readonly access: Uint8Array;
  /** All cells of a group of edges: those of group r of the block lie in tiles `firstTile[r]` to `firstTile[r + 1]`. */
  readonly firstTile: Uint32Array;
  readonly tileColumn: Int32Array;
  readonly tileRow: Int32Array;
  /** Words of tile t, as `ReachedCells` has them, are entries `firstWord[t]` to `firstWord[t + 1]`: place and bits. */
  readonly firstWord: Uint32Array;
  readonly wordAt: Uint8Array;
  readonly wordBits: Int32Array;
}
