import type { Mode } from '@hinterland/catalogue';
import { lengthened } from '@hinterland/geo';
import { NONE, type Territory } from '@hinterland/territory';
import { accessCost } from '../graph/edgeCosts.ts';
import { dwellingParts, snapParts, unitParts } from '../memory/parts.ts';
import { PerTerritory } from '../memory/perTerritory.ts';
import { SharedPerTerritory } from '../memory/sharedPerTerritory.ts';
import { snapStarts } from '../snap/snapStarts.ts';
import { exactShare } from './exactShare.ts';

/** Edges of a block as a power of two. */
const BLOCK_BITS = 11;

/** The row of an edge in its block. */
export const EDGE_MASK = (1 << BLOCK_BITS) - 1;

/**
 * The sums of the poles at each edge of a block, so that an edge wholly inside a band is one addition.
 * Row of edge e = e & EDGE_MASK; lists are compressed sparse rows.
 */
export interface EdgeBlock {
  /** The longest access leg at the edge, millimeters. */
  readonly longestAccess: Uint32Array;
  readonly dwellings: Uint32Array;
  readonly standInPoles: Uint32Array;
  /** Shares of units that the poles of row r hold are entries `firstRun[r]` to `firstRun[r + 1]` of the run columns. */
  readonly firstRun: Uint32Array;
  readonly runUnit: Uint32Array;
  /** Sum of exact shares. */
  readonly runShare: Float64Array;
}

/**
 * The poles at each edge of one mode's network. Blocks of 2,048 edges are made when the first of them is reached: edges
 * near each other are in the same blocks, so the first catchment of a country waits for its own region alone.
 */
export class PolesByEdge {
  /** Poles of edge e are rows `firstSnap[e]` to `firstSnap[e + 1]` of the snap table, from `fromNode` to `toNode`. */
  readonly firstSnap: Uint32Array;
  readonly #territory: Territory;
  readonly #mode: Mode;
  readonly #blocks: (EdgeBlock | undefined)[] = [];

  constructor(territory: Territory, mode: Mode) {
    this.firstSnap = snapStarts(territory, mode);
    this.#territory = territory;
    this.#mode = mode;
  }

  blockOf(edge: number): EdgeBlock {
    return this.#blocks[edge >>> BLOCK_BITS] ?? this.#make(edge >>> BLOCK_BITS);
  }

  #make(block: number): EdgeBlock {
    const territory = this.#territory;
    const mode = this.#mode;
    const first = block << BLOCK_BITS;
    const end = Math.min(territory.edges.rows, first + (1 << BLOCK_BITS));
    const made = keptBlocks.get(territory, `${mode}:${block}`, () =>
      build(territory, mode, this.firstSnap, first, end),
    );
    this.#blocks[block] = made;
    return made;
  }
}

const keptBlocks = new SharedPerTerritory<EdgeBlock>('polesByEdge');
const kept = new PerTerritory<PolesByEdge>();

/** Kept as long as the territory: 20 bytes per edge and 12 per run of what was reached so far. */
export function polesByEdge(territory: Territory, mode: Mode): PolesByEdge {
  return kept.get(territory, mode, () => new PolesByEdge(territory, mode));
}

function build(territory: Territory, mode: Mode, firstSnap: Uint32Array, first: number, end: number): EdgeBlock {
  const snaps = snapParts(territory, mode);
  const poles = dwellingParts(territory);
  const units = unitParts(territory);
  snaps.need(firstSnap[first]!, firstSnap[end]!);

  const longestAccess = new Uint32Array(end - first);
  const dwellings = new Uint32Array(end - first);
  const standInPoles = new Uint32Array(end - first);
  const firstRun = new Uint32Array(end - first + 1);
  let runUnit = new Uint32Array(1024);
  let runShare = new Float64Array(1024);
  let runs = 0;
  for (let edge = 0; edge < end - first; edge++) {
    const start = runs;
    for (let row = firstSnap[first + edge]!; row < firstSnap[first + edge + 1]!; row++) {
      const p = snaps.pole[row]!;
      poles.need(p, p + 1);
      if (snaps.accessMillimeters[row]! > longestAccess[edge]!) longestAccess[edge] = snaps.accessMillimeters[row]!;
      dwellings[edge]! += poles.dwellings[p]!;
      if (poles.kind[p] !== 0) standInPoles[edge]!++;
      if (units === null) continue;
      units.need(p, p + 1);
      const unit = units.unit[p]!;
      if (unit === NONE || !(units.share[p]! > 0)) continue;
      const share = exactShare(units.share[p]!);
      let run = start;
      while (run < runs && runUnit[run] !== unit) run++;
      if (run === runUnit.length) {
        runUnit = lengthened(runUnit);
        runShare = lengthened(runShare);
      }
      if (run === runs) {
        runUnit[runs] = unit;
        runShare[runs++] = 0;
      }
      runShare[run]! += share;
    }
    firstRun[edge + 1] = runs;
  }
  return {
    longestAccess,
    dwellings,
    standInPoles,
    firstRun,
    runUnit: runUnit.slice(0, runs),
    runShare: runShare.slice(0, runs),
  };
}

/** Upper bound of the cost of every access leg at an edge. */
export function longestAccessCost(poles: PolesByEdge, measure: 'time' | 'distance', edge: number): number {
  return accessCost(measure, poles.blockOf(edge).longestAccess[edge & EDGE_MASK]!);
}
