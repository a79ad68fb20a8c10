import type { Territory } from '@hinterland/territory';
import type { EdgeCosts } from '../graph/edgeCosts.ts';
import { PerTerritory } from '../memory/perTerritory.ts';
import { LaneSweep, type LaneSweepOptions } from './laneSweep.ts';
import { type SweepTables, sweepName, sweepTables } from './sweepTables.ts';

/** State of a thread for the sweeps of one profile of a territory. */
export interface PreparedSweep {
  /** What threads share. */
  readonly tables: SweepTables;
  readonly sweep: LaneSweep;
}

export interface PrepareOptions extends LaneSweepOptions {
  /** Called now and then while tables are made; may throw to stop, and nothing is kept then. */
  readonly checkpoint?: () => void;
}

/** The profile swept last, per territory: its memory is large, and a network plan asks for one profile. */
const keptLast = new PerTerritory<{ name: string; prepared: PreparedSweep | null }>();

/** The sweep of these costs in this thread, made at the first use. The sweep of the profile that was asked for last stays. */
export function preparedSweep(territory: Territory, costs: EdgeCosts, checkpoint?: () => void): PreparedSweep {
  const last = lastSweep(territory);
  const name = sweepName(costs);
  if (last.prepared === null || last.name !== name) {
    last.prepared = null;
    last.prepared = prepareSweep(territory, costs, { checkpoint });
    last.name = name;
  }
  return last.prepared;
}

/** Whether the sweep of these costs is at hand in this thread. */
export function hasPreparedSweep(territory: Territory, costs: EdgeCosts): boolean {
  const last = lastSweep(territory);
  return last.prepared !== null && last.name === sweepName(costs);
}

/** Makes a sweep of one's own. */
export function prepareSweep(territory: Territory, costs: EdgeCosts, options: PrepareOptions = {}): PreparedSweep {
  const tables = sweepTables(territory, costs, options.checkpoint);
  return { tables, sweep: new LaneSweep(tables, options) };
}

/** Row of `tables` of an edge, -1 for one without poles. */
export function roadOfEdge({ fromNode, toNode }: Territory['edges'], tables: SweepTables, edge: number): number {
  const { positionOf, firstRoad } = tables;
  const position = Math.max(positionOf[fromNode[edge]!]!, positionOf[toNode[edge]!]!);
  for (let road = firstRoad[position]!; road < firstRoad[position + 1]!; road++) {
    if (tables.edge[road] === edge) return road;
  }
  return -1;
}

function lastSweep(territory: Territory): { name: string; prepared: PreparedSweep | null } {
  return keptLast.get(territory, '', () => ({ name: '', prepared: null }));
}
