import type { Mode } from '@hinterland/catalogue';
import { NONE, type PartlyRead, partlyRead, type SNAP_TABLE, type Territory } from '@hinterland/territory';
import { accessCost } from '../graph/edgeCosts.ts';
import { edgesByNode } from '../graph/edgesByNode.ts';
import { uint32Pages } from '../memory/pages.ts';
import { snapParts } from '../memory/parts.ts';
import { PerTerritory } from '../memory/perTerritory.ts';
import { SharedBlocks } from '../memory/sharedBlocks.ts';
import { SharedPerTerritory } from '../memory/sharedPerTerritory.ts';
import { snapStarts } from '../snap/snapStarts.ts';
import { originsByEdge, placeCost, type Sweep } from './sweep.ts';

const keptRows = new SharedPerTerritory<{ readonly rows: Uint32Array }>('snapRowByPole');

/** Row of a mode's snap table by pole, NONE for a pole without one. */
export function snapRowByPole(territory: Territory, mode: Mode): Uint32Array {
  const { rows } = keptRows.get(territory, mode, () => {
    const rows = new Uint32Array(territory.poles.rows).fill(NONE);
    territory.snaps[mode]!.pole.forEach((pole, row) => {
      rows[pole] = row;
    });
    return { rows };
  });
  return rows;
}

/** Edges of a block as a power of two. */
const BLOCK_BITS = 12;

/** Rows of the snap table by pole, filled in by blocks of edges as searches reach them. */
class ReachedRows {
  /** 1 + row; 0 for a pole without a row or whose edge no search has reached. */
  readonly rowAfter: Uint32Array;
  readonly #territory: Territory;
  readonly #mode: Mode;
  readonly #blocks: SharedBlocks;

  constructor(territory: Territory, mode: Mode) {
    const blocks = (territory.edges.rows >> BLOCK_BITS) + 1;
    const { rowAfter, filled } = keptReached.zeros(territory, mode, () => ({
      rowAfter: uint32Pages(territory.poles.rows),
      filled: new Uint8Array(blocks),
    }));
    this.rowAfter = rowAfter;
    this.#territory = territory;
    this.#mode = mode;
    this.#blocks = new SharedBlocks(filled);
  }

  /** Fills in the poles at all edges that a search has reached, and at those where it began. */
  reach({ origins, workspace: { reached, reachedCount } }: Sweep): void {
    const { firstFrom, firstTo, toEdges } = edgesByNode(this.#territory);
    const fill = (block: number) => this.#fill(block);
    // Edges of a node follow each other, those of the next node mostly lie in the same block.
    let last = -1;
    const ensure = (edge: number) => {
      const block = edge >>> BLOCK_BITS;
      if (block === last) return;
      this.#blocks.ensure(block, fill);
      last = block;
    };
    for (const { edge } of origins) ensure(edge);
    for (let i = 0; i < reachedCount; i++) {
      const node = reached[i]!;
      if (firstFrom[node] !== firstFrom[node + 1]) {
        ensure(firstFrom[node]!);
        ensure(firstFrom[node + 1]! - 1);
      }
      for (let k = firstTo[node]!; k < firstTo[node + 1]!; k++) ensure(toEdges[k]!);
    }
  }

  #fill(block: number): void {
    const firstSnap = snapStarts(this.#territory, this.#mode);
    const first = firstSnap[block << BLOCK_BITS]!;
    const end = firstSnap[Math.min(firstSnap.length - 1, (block + 1) << BLOCK_BITS)]!;
    const snaps = snapParts(this.#territory, this.#mode);
    snaps.need(first, end);
    for (let row = first; row < end; row++) this.rowAfter[snaps.pole[row]!] = row + 1;
  }
}

const keptReached = new SharedPerTerritory<{ readonly rowAfter: Uint32Array; readonly filled: Uint8Array }>(
  'reachedRows',
);
const keptReachedRows = new PerTerritory<ReachedRows>();
const keptEdges = new PerTerritory<PartlyRead<typeof SNAP_TABLE, 'edge'>>();

/** Answers the least cost of single poles after a search, UNREACHED or more for those that it did not come to. */
export function poleCosts(sweep: Sweep): (pole: number) => number {
  const { territory, costs, origins, workspace } = sweep;
  const rows = keptReachedRows.get(territory, costs.mode, () => new ReachedRows(territory, costs.mode));
  rows.reach(sweep);
  const { rowAfter } = rows;
  const snaps = snapParts(territory, costs.mode);
  const edges = keptEdges.get(territory, costs.mode, () => partlyRead(territory.snaps[costs.mode]!, ['edge']));
  const { fromNode, toNode, lengthMillimeters } = territory.edges;
  const starts = new Map(originsByEdge(origins).entries());
  return (pole) => {
    const row = rowAfter[pole]! - 1;
    if (row < 0) return Infinity;
    snaps.need(row, row + 1);
    edges.need(row, row + 1);
    const edge = edges.edge[row]!;
    const toRoad = placeCost(
      costs,
      edge,
      workspace.cost(fromNode[edge]!),
      workspace.cost(toNode[edge]!),
      snaps.positionMillimeters[row]!,
      lengthMillimeters[edge]!,
      starts.get(edge) ?? null,
    );
    return toRoad + accessCost(costs.measure, snaps.accessMillimeters[row]!);
  };
}
