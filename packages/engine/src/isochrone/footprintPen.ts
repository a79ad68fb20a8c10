import type { Mode } from '@hinterland/catalogue';
import { NONE, type Territory } from '@hinterland/territory';
import { GROUP_BITS } from '../catchment/edgeGroup.ts';
import { dearestPlace } from '../catchment/sweep.ts';
import { accessCost, type EdgeCosts } from '../graph/edgeCosts.ts';
import { PerTerritory } from '../memory/perTerritory.ts';
import { SharedPerTerritory } from '../memory/sharedPerTerritory.ts';
import { UNREACHED } from '../search/workspace.ts';
import { NO_WAY } from './drawLine.ts';
import { ACCESS_MILLIMETERS, BLOCK_BITS, type FootprintBlock, PLACES, ROAD, STEP } from './footprintBlock.ts';
import { FootprintMaker } from './footprintMaker.ts';
import { type Lattice, latticeOf } from './lattice.ts';
import type { ReachedCells } from './reachedCells.ts';

const keptBlocks = new SharedPerTerritory<FootprintBlock>('footprints');
const makers = new PerTerritory<FootprintMaker>();
const kept = new PerTerritory<(FootprintBlock | undefined)[]>();

/**
 * Returns the footprints of a block and puts them into `blocks`. A block is made when its first edge is reached: edges near
 * each other are in the same blocks, so the first isochrone of a country waits for its own region alone.
 */
function footprintBlock(
  territory: Territory,
  mode: Mode,
  cellClass: number,
  block: number,
  blocks: (FootprintBlock | undefined)[],
): FootprintBlock {
  const made = keptBlocks.get(territory, `${mode}:${cellClass}:${block}`, () => {
    const first = block << BLOCK_BITS;
    const end = Math.min(territory.edges.rows, first + (1 << BLOCK_BITS));
    const lattice = latticeOf(territory, cellClass);
    const key = `${mode}:${cellClass}`;
    return makers.get(territory, key, () => new FootprintMaker(territory, mode, lattice)).make(first, end);
  });
  blocks[block] = made;
  return made;
}

/** Makes the footprints of edges in a class of cells, so that no drawing has to; `firstEdge` begins a block. */
export function makeFootprints(
  territory: Territory,
  mode: Mode,
  cellClass: number,
  firstEdge: number,
  endEdge: number,
): void {
  for (let block = firstEdge >> BLOCK_BITS; block << BLOCK_BITS < endEdge; block++) {
    footprintBlock(territory, mode, cellClass, block, []);
  }
}

/** Marks the cells of reached edges, one edge after another. */
export class FootprintPen {
  readonly #territory: Territory;
  readonly #costs: EdgeCosts;
  readonly #lattice: Lattice;
  readonly #reached: ReachedCells;
  readonly #blocks: (FootprintBlock | undefined)[];
  /** Cost of the leg by access code. */
  readonly #accessCosts: Float64Array;

  /** In: a lattice of FOOTPRINT_CLASS or coarser; `beside`, the cost that is added to the line of a road. */
  constructor(territory: Territory, costs: EdgeCosts, lattice: Lattice, reached: ReachedCells, beside: number) {
    this.#territory = territory;
    this.#costs = costs;
    this.#lattice = lattice;
    this.#reached = reached;
    this.#blocks = kept.get(territory, `${costs.mode}:${lattice.cellClass}`, () => []);
    this.#accessCosts = new Float64Array(ROAD + 1);
    ACCESS_MILLIMETERS.forEach((millimeters, code) => {
      // 1 for the roundings of the part of an edge and of the leg.
      this.#accessCosts[code] = Math.floor(accessCost(costs.measure, Math.floor(millimeters))) - 1;
    });
    this.#accessCosts[ROAD] = beside - 1;
  }

  /** Marks the cells of all edges of a group as reached within the limit of this number. */
  drawGroup(group: number, limit: number): void {
    const block = group >> (BLOCK_BITS - GROUP_BITS);
    const { firstTile, tileColumn, tileRow, firstWord, wordAt, wordBits } = this.#blockAt(block);
    const row = group - (block << (BLOCK_BITS - GROUP_BITS));
    const endTile = firstTile[row + 1]!;
    for (let tile = firstTile[row]!; tile < endTile; tile++) {
      const [first, end] = [firstWord[tile]!, firstWord[tile + 1]!];
      this.#reached.markWords(tileColumn[tile]!, tileRow[tile]!, limit, wordAt, wordBits, first, end);
    }
  }

  /** Marks the cells of one edge. In: costs at its ends as `forEachReachedEdge` gives them. */
  draw(edge: number, costAtFrom: number, costAtTo: number): void {
    const reached = this.#reached;
    const { limitCosts } = reached;
    const least = costAtFrom < costAtTo ? costAtFrom : costAtTo;
    let limit = 0;
    while (limit < limitCosts.length && least > limitCosts[limit]!) limit++;
    if (limit === limitCosts.length) return;
    const block = edge >> BLOCK_BITS;
    const { firstEntry, longestAccess, cells, access } = this.#blockAt(block);
    const row = edge - (block << BLOCK_BITS);
    const end = firstEntry[row + 1]!;
    let entry = firstEntry[row]!;
    if (entry === end) return;
    const { nodes, edges } = this.#territory;
    const node = edges.fromNode[edge]!;
    let x = Math.floor(nodes.lngMicrodegrees[node]! / this.#lattice.cellLng);
    let y = Math.floor(nodes.latMicrodegrees[node]! / this.#lattice.cellLat);
    const throughFrom = this.#costs.enteredAtFrom[edge]!;
    const throughTo = this.#costs.enteredAtTo[edge]!;
    const accessCosts = this.#accessCosts;
    const longest = Math.max(accessCosts[longestAccess[row]!]!, accessCosts[ROAD]!);
    if (dearestPlace(costAtFrom, costAtTo, throughFrom, throughTo) + longest <= limitCosts[limit]!) {
      // The whole edge lies within the first limit that its cheaper end does not pass.
      for (; entry < end; entry++) {
        const cell = cells[entry]!;
        x += (cell << 24) >> 24;
        y += (cell << 16) >> 24;
        if (cell >>> 16 !== STEP) reached.mark(x, y, limit);
      }
      return;
    }
    // Cost at place i over either end: a + i · perA, b + (PLACES - i) · perB. In a closed direction only the end is reached.
    const a = costAtFrom === UNREACHED ? NO_WAY : costAtFrom;
    const b = costAtTo === UNREACHED ? NO_WAY : costAtTo;
    const perA = throughFrom === NONE ? NO_WAY : throughFrom / PLACES;
    const perB = throughTo === NONE ? NO_WAY : throughTo / PLACES;
    for (; entry < end; entry++) {
      const cell = cells[entry]!;
      x += (cell << 24) >> 24;
      y += (cell << 16) >> 24;
      if (cell >>> 16 === STEP) continue;
      const overFrom = a + ((cell >>> 16) & 0xff) * perA;
      const overTo = b + (PLACES - (cell >>> 24)) * perB;
      const cost = (overFrom < overTo ? overFrom : overTo) + accessCosts[access[entry]!]!;
      // Roundings must not bring an edge within a limit that neither of its ends is within.
      reached.lower(x, y, cost < least ? least : cost);
    }
  }

  #blockAt(block: number): FootprintBlock {
    return (
      this.#blocks[block] ??
      footprintBlock(this.#territory, this.#costs.mode, this.#lattice.cellClass, block, this.#blocks)
    );
  }
}
