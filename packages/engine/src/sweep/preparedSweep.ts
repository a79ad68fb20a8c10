import { MODE_BIT, type Mode, type Territory } from '@hinterland/territory';
import type { EdgeCosts } from '../graph/edgeCosts.ts';
import { PerTerritory } from '../graph/perTerritory.ts';
import { searchGraph } from '../graph/searchGraph.ts';
import { buildHierarchy, type Hierarchy } from '../hierarchy/hierarchy.ts';
import { buildShape, type HierarchyShape } from '../hierarchy/shape.ts';
import { LaneSweep, type LaneSweepOptions } from './laneSweep.ts';
import { type RoadTable, roadTable } from './roadTable.ts';

/** What a thread needs to sweep one profile of a territory. */
export interface PreparedSweep {
  readonly hierarchy: Hierarchy;
  readonly roads: RoadTable;
  readonly sweep: LaneSweep;
}

const keptShapes = new PerTerritory<HierarchyShape>();

/** The profile swept last, per territory: one is large, and a network plan asks for one at a time. */
const keptLast = new PerTerritory<{ name: string; prepared: PreparedSweep | null }>();

/**
 * The sweep of these costs, built at the first use: for 1.5 million nodes about four seconds, of which the shape, that
 * all profiles of a mode share, takes three. The shape and the profile used last stay with the territory.
 */
export function preparedSweep(territory: Territory, costs: EdgeCosts): PreparedSweep {
  const last = lastSweep(territory);
  const name = sweepName(costs);
  if (last.prepared === null || last.name !== name) {
    last.prepared = null;
    last.prepared = prepareSweep(territory, costs);
    last.name = name;
  }
  return last.prepared;
}

/** Whether the sweep of these costs is at hand. */
export function hasPreparedSweep(territory: Territory, costs: EdgeCosts): boolean {
  const last = lastSweep(territory);
  return last.prepared !== null && last.name === sweepName(costs);
}

/** Makes the same without keeping anything but the shape. */
export function prepareSweep(territory: Territory, costs: EdgeCosts, options?: LaneSweepOptions): PreparedSweep {
  const shape = hierarchyShape(territory, costs.mode);
  const hierarchy = buildHierarchy(shape, searchGraph(territory, costs));
  const roads = roadTable(territory, costs, hierarchy);
  return { hierarchy, roads, sweep: new LaneSweep(hierarchy, roads, options) };
}

/** The shape of a mode's network: all edges of its main component. */
export function hierarchyShape(territory: Territory, mode: Mode): HierarchyShape {
  return keptShapes.get(territory, mode, () => {
    const { rows, fromNode, toNode, mainComponent } = territory.edges;
    const tails = new Uint32Array(rows);
    const heads = new Uint32Array(rows);
    let count = 0;
    for (let edge = 0; edge < rows; edge++) {
      if ((mainComponent[edge]! & MODE_BIT[mode]) === 0) continue;
      tails[count] = fromNode[edge]!;
      heads[count++] = toNode[edge]!;
    }
    return buildShape({
      nodes: territory.nodes.rows,
      tails: tails.subarray(0, count),
      heads: heads.subarray(0, count),
      lngMicrodegrees: territory.nodes.lngMicrodegrees,
      latMicrodegrees: territory.nodes.latMicrodegrees,
    });
  });
}

function lastSweep(territory: Territory): { name: string; prepared: PreparedSweep | null } {
  return keptLast.get(territory, '', () => ({ name: '', prepared: null }));
}

function sweepName(costs: EdgeCosts): string {
  return `${costs.name}:${costs.direction}`;
}
