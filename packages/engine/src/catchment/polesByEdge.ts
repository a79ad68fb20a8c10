import type { Mode } from '@hinterland/catalogue';
import { lengthened } from '@hinterland/geo';
import { NONE, type Territory } from '@hinterland/territory';
import { accessCost } from '../graph/edgeCosts.ts';
import { dwellingParts, snapParts, unitParts } from '../memory/parts.ts';
import { PerTerritory } from '../memory/perTerritory.ts';
import { SharedPerTerritory } from '../memory/sharedPerTerritory.ts';
import { snapStarts } from '../snap/snapStarts.ts';
import { GROUP_BITS } from './edgeGroup.ts';
import { exactShare } from './exactShare.ts';

/** Edges of a block as a power of two. */
const BLOCK_BITS = 11;

/** The row of an edge in its block. */
export const EDGE_MASK = (1 << BLOCK_BITS) - 1;

/** The row of a group of edges in its block. */
export const GROUP_MASK = EDGE_MASK >> GROUP_BITS;

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
  /** The same sums by group of edges. Row of group g = g & GROUP_MASK. */
  readonly groupDwellings: Uint32Array;
  readonly groupStandIns: Uint32Array;
  readonly firstGroupRun: Uint32Array;
  readonly groupRunUnit: Uint32Array;
  readonly groupRunShare: Float64Array;
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

  const edges = end - first;
  const longestAccess = new Uint32Array(edges);
  const ofEdges = new RowSums(edges);
  const ofGroups = new RowSums(Math.ceil(edges / (1 << GROUP_BITS)));
  for (let edge = 0; edge < edges; edge++) {
    const group = edge >> GROUP_BITS;
    for (let row = firstSnap[first + edge]!; row < firstSnap[first + edge + 1]!; row++) {
      const p = snaps.pole[row]!;
      poles.need(p, p + 1);
      if (snaps.accessMillimeters[row]! > longestAccess[edge]!) longestAccess[edge] = snaps.accessMillimeters[row]!;
      const dwellings = poles.dwellings[p]!;
      const standIns = poles.kind[p] === 0 ? 0 : 1;
      ofEdges.addPole(edge, dwellings, standIns);
      ofGroups.addPole(group, dwellings, standIns);
      if (units === null) continue;
      units.need(p, p + 1);
      const unit = units.unit[p]!;
      if (unit === NONE || !(units.share[p]! > 0)) continue;
      const share = exactShare(units.share[p]!);
      ofEdges.addShare(edge, unit, share);
      ofGroups.addShare(group, unit, share);
    }
  }
  const [edgeRuns, groupRuns] = [ofEdges.runs(), ofGroups.runs()];
  return {
    longestAccess,
    dwellings: ofEdges.dwellings,
    standInPoles: ofEdges.standIns,
    firstRun: edgeRuns.first,
    runUnit: edgeRuns.units,
    runShare: edgeRuns.shares,
    groupDwellings: ofGroups.dwellings,
    groupStandIns: ofGroups.standIns,
    firstGroupRun: groupRuns.first,
    groupRunUnit: groupRuns.units,
    groupRunShare: groupRuns.shares,
  };
}

/** Sums of poles by row; rows are filled one after the other. */
class RowSums {
  readonly dwellings: Uint32Array;
  readonly standIns: Uint32Array;
  readonly #first: Uint32Array;
  #units = new Uint32Array(256);
  #shares = new Float64Array(256);
  #runs = 0;
  /** The row that is being filled, and its first run. */
  #row = 0;
  #start = 0;

  constructor(rows: number) {
    this.dwellings = new Uint32Array(rows);
    this.standIns = new Uint32Array(rows);
    this.#first = new Uint32Array(rows + 1);
  }

  addPole(row: number, dwellings: number, standIns: number): void {
    this.dwellings[row]! += dwellings;
    this.standIns[row]! += standIns;
  }

  addShare(row: number, unit: number, share: number): void {
    this.#beginRow(row);
    let run = this.#start;
    while (run < this.#runs && this.#units[run] !== unit) run++;
    if (run === this.#runs) {
      if (run === this.#units.length) {
        this.#units = lengthened(this.#units);
        this.#shares = lengthened(this.#shares);
      }
      this.#units[run] = unit;
      this.#shares[run] = 0;
      this.#runs++;
    }
    this.#shares[run]! += share;
  }

  /** Shares of units that row r holds are entries `first[r]` to `first[r + 1]`. */
  runs(): { readonly first: Uint32Array; readonly units: Uint32Array; readonly shares: Float64Array } {
    this.#beginRow(this.#first.length - 1);
    return {
      first: this.#first,
      units: this.#units.slice(0, this.#runs),
      shares: this.#shares.slice(0, this.#runs),
    };
  }

  #beginRow(row: number): void {
    if (row === this.#row) return;
    while (this.#row < row) this.#first[++this.#row] = this.#runs;
    this.#start = this.#runs;
  }
}

/** Upper bound of the cost of every access leg at an edge. */
export function longestAccessCost(poles: PolesByEdge, measure: 'time' | 'distance', edge: number): number {
  return accessCost(measure, poles.blockOf(edge).longestAccess[edge & EDGE_MASK]!);
}
