import { type Mode, NONE, type Territory } from '@hinterland/territory';
import { accessCost } from '../graph/edgeCosts.ts';
import { SharedPerTerritory } from '../graph/sharedPerTerritory.ts';
import { exactShare } from './exactShare.ts';
import { snapStarts } from './snapStarts.ts';

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

const kept = new SharedPerTerritory<PolesByEdge>('polesByEdge');

/** Built at the first use and kept as long as the territory: 36 bytes per edge and 12 per run. */
export function polesByEdge(territory: Territory, mode: Mode): PolesByEdge {
  return kept.get(territory, mode, () => build(territory, mode));
}

function build(territory: Territory, mode: Mode): PolesByEdge {
  const firstSnap = snapStarts(territory, mode);
  const edges = territory.edges.rows;
  const { pole, accessMillimeters } = territory.snaps[mode]!;
  const { dwellings: dwellingsOf, kind } = territory.poles;
  const units = territory.sociodemo?.poleUnits;

  const longestAccess = new Uint32Array(edges);
  const dwellings = new Uint32Array(edges);
  const standInPoles = new Uint32Array(edges);
  const firstRun = new Uint32Array(edges + 1);
  let runUnit = new Uint32Array(1024);
  let runShare = new Float64Array(1024);
  let runs = 0;
  for (let edge = 0; edge < edges; edge++) {
    const start = runs;
    for (let row = firstSnap[edge]!; row < firstSnap[edge + 1]!; row++) {
      const p = pole[row]!;
      if (accessMillimeters[row]! > longestAccess[edge]!) longestAccess[edge] = accessMillimeters[row]!;
      dwellings[edge]! += dwellingsOf[p]!;
      if (kind[p] !== 0) standInPoles[edge]!++;
      const unit = units === undefined ? NONE : units.unit[p]!;
      if (unit === NONE || !(units!.share[p]! > 0)) continue;
      const share = exactShare(units!.share[p]!);
      let run = start;
      while (run < runs && runUnit[run] !== unit) run++;
      if (run === runUnit.length) {
        runUnit = doubled(runUnit, (length) => new Uint32Array(length));
        runShare = doubled(runShare, (length) => new Float64Array(length));
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
    firstSnap,
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
  return accessCost(measure, poles.longestAccess[edge]!);
}

function doubled<T extends Uint32Array | Float64Array>(array: T, make: (length: number) => T): T {
  const larger = make(2 * array.length);
  larger.set(array);
  return larger;
}
