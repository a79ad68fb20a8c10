import { type Mode, NONE, type Territory } from '@hinterland/territory';
import { accessCost } from '../graph/edgeCosts.ts';
import { PerTerritory } from '../graph/perTerritory.ts';
import { CatchmentError } from './errors.ts';
import { exactShare } from './exactShare.ts';

/**
 * The poles at each edge of one mode's network and what they hold together, so that an edge that lies wholly inside a
 * band is one addition. Rows are edges; lists are compressed sparse rows.
 */
export interface PolesByEdge {
  /** Poles of edge e are rows `firstSnap[e]` to `firstSnap[e + 1]` of the snap table, from `fromNode` to `toNode`. */
  readonly firstSnap: Uint32Array;
  /** The longest access leg at the edge, millimetres. */
  readonly longestAccess: Uint32Array;
  readonly dwellings: Uint32Array;
  readonly standInPoles: Uint32Array;
  /** Shares of units that the edge's poles hold are entries `firstRun[e]` to `firstRun[e + 1]` of the run columns. */
  readonly firstRun: Uint32Array;
  readonly runUnit: Uint32Array;
  /** Sum of exact shares. */
  readonly runShare: Float64Array;
}

const kept = new PerTerritory<PolesByEdge>();

/** Built at the first use and kept as long as the territory: 36 bytes per edge and 12 per run. */
export function polesByEdge(territory: Territory, mode: Mode): PolesByEdge {
  return kept.get(territory, mode, () => build(territory, mode));
}

function build(territory: Territory, mode: Mode): PolesByEdge {
  const snaps = territory.snaps[mode];
  if (snaps === undefined) {
    throw new CatchmentError('mode_unavailable', `${territory.manifest.name} has no poles for mode ${mode}.`);
  }
  const edges = territory.edges.rows;
  const { pole, edge: edgeOf, accessMillimeters } = snaps;
  const { dwellings: dwellingsOf, kind } = territory.poles;
  const units = territory.sociodemo?.poleUnits;

  const firstSnap = new Uint32Array(edges + 1);
  for (let row = 0; row < snaps.rows; row++) firstSnap[edgeOf[row]! + 1]!++;
  for (let edge = 0; edge < edges; edge++) firstSnap[edge + 1]! += firstSnap[edge]!;

  const longestAccess = new Uint32Array(edges);
  const dwellings = new Uint32Array(edges);
  const standInPoles = new Uint32Array(edges);
  const firstRun = new Uint32Array(edges + 1);
  const runUnit = new GrowingUint32();
  const runShare = new GrowingFloat64();
  for (let edge = 0; edge < edges; edge++) {
    const start = runUnit.length;
    for (let row = firstSnap[edge]!; row < firstSnap[edge + 1]!; row++) {
      const p = pole[row]!;
      if (accessMillimeters[row]! > longestAccess[edge]!) longestAccess[edge] = accessMillimeters[row]!;
      dwellings[edge]! += dwellingsOf[p]!;
      if (kind[p] !== 0) standInPoles[edge]!++;
      const unit = units === undefined ? NONE : units.unit[p]!;
      if (unit === NONE || !(units!.share[p]! > 0)) continue;
      const share = exactShare(units!.share[p]!);
      let run = start;
      while (run < runUnit.length && runUnit.array[run] !== unit) run++;
      if (run === runUnit.length) {
        runUnit.push(unit);
        runShare.push(share);
      } else {
        runShare.array[run]! += share;
      }
    }
    firstRun[edge + 1] = runUnit.length;
  }
  return {
    firstSnap,
    longestAccess,
    dwellings,
    standInPoles,
    firstRun,
    runUnit: runUnit.array.slice(0, runUnit.length),
    runShare: runShare.array.slice(0, runShare.length),
  };
}

/** Upper bound of the cost of every access leg at an edge. */
export function longestAccessCost(poles: PolesByEdge, measure: 'time' | 'distance', edge: number): number {
  return accessCost(measure, poles.longestAccess[edge]!);
}

class GrowingUint32 {
  array = new Uint32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.array.length) {
      const grown = new Uint32Array(2 * this.length);
      grown.set(this.array);
      this.array = grown;
    }
    this.array[this.length++] = value;
  }
}

class GrowingFloat64 {
  array = new Float64Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.array.length) {
      const grown = new Float64Array(2 * this.length);
      grown.set(this.array);
      this.array = grown;
    }
    this.array[this.length++] = value;
  }
}
