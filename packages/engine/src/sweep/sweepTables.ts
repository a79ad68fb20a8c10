import type { Mode } from '@hinterland/catalogue';
import type { HierarchyShape } from '@hinterland/geo';
import { shapeFromTables, shapeOfMode, type Territory } from '@hinterland/territory';
import type { EdgeCosts } from '../graph/edgeCosts.ts';
import { forEachArc } from '../graph/searchGraph.ts';
import { buildHierarchy } from '../hierarchy/hierarchy.ts';
import { PerTerritory } from '../memory/perTerritory.ts';
import { SharedPerTerritory } from '../memory/sharedPerTerritory.ts';
import { BLOCK, bordersOf, GROUP } from './borders.ts';
import { type RoadColumns, roadColumns, writeLegs } from './roadTable.ts';

/**
 * Everything that sweeps of one profile read and none changes: a contraction hierarchy, the roads with poles in the order
 * of the sweep, and the bounds of both. Flat columns, which the threads of a process share.
 */
export interface SweepTables extends RoadColumns {
  readonly positions: number;
  /** Node of the search graph by position. */
  readonly nodeOf: Uint32Array;
  /** Position by node, NO_POSITION for a node without roads. */
  readonly positionOf: Uint32Array;
  /** Nearest ancestor in the elimination tree, -1 at a root: every arc from p runs to a position on this path. */
  readonly parent: Int32Array;
  /** Arcs that climb from p: to `upEnds[i]` at `upCosts[i]`, i from `firstUp[p]` to `firstUp[p + 1]`. */
  readonly firstUp: Uint32Array;
  readonly upEnds: Uint32Array;
  readonly upCosts: Uint32Array;
  /** Arcs that descend to p: from `downEnds[i]` at `downCosts[i]`. */
  readonly firstDown: Uint32Array;
  readonly downEnds: Uint32Array;
  readonly downCosts: Uint32Array;
  /** Positions before block b from which arcs or roads lead into it: `borders[i]`, i from `firstBorder[b]`. */
  readonly firstBorder: Uint32Array;
  readonly borders: Uint32Array;
  /** The same for groups of blocks. */
  readonly firstGroupBorder: Uint32Array;
  readonly groupBorders: Uint32Array;
  /** Four bounds per road, see `writeLegs`. */
  readonly legs: Uint32Array;
}

const kept = new SharedPerTerritory<SweepTables>('sweepTables');
const keptShapes = new PerTerritory<HierarchyShape>();

/**
 * The tables of these costs, made at the first use in a process: for 1.5 million nodes two or three seconds, and three more
 * where the shape, that all profiles of a mode share, was not built with the territory. `checkpoint` is called now and
 * then; it may throw to stop, and nothing is kept then.
 */
export function sweepTables(territory: Territory, costs: EdgeCosts, checkpoint?: () => void): SweepTables {
  return kept.get(territory, sweepName(costs), () => make(territory, costs, checkpoint));
}

/** Makes the tables for whoever asks later. A thread that asks meanwhile makes its own and does not wait. */
export function offerSweepTables(territory: Territory, costs: EdgeCosts, checkpoint?: () => void): void {
  kept.offer(territory, sweepName(costs), () => make(territory, costs, checkpoint));
}

/** Differs between costs that have other tables. */
export function sweepName(costs: EdgeCosts): string {
  return `${costs.name}:${costs.direction}`;
}

function make(territory: Territory, costs: EdgeCosts, checkpoint?: () => void): SweepTables {
  const shape = hierarchyShape(territory, costs.mode, checkpoint);
  const { positions, nodeOf, positionOf, parent, up, down } = buildHierarchy(
    shape,
    (visit) => forEachArc(territory, costs, visit),
    checkpoint,
  );
  const roads = roadColumns(territory, costs, positionOf, positions);
  checkpoint?.();
  const blocks = bordersOf(positions, down, roads, BLOCK);
  const groups = bordersOf(positions, down, roads, GROUP * BLOCK);
  return {
    ...roads,
    positions,
    nodeOf,
    positionOf,
    parent,
    firstUp: up.first,
    upEnds: up.ends,
    upCosts: up.costs,
    firstDown: down.first,
    downEnds: down.ends,
    downCosts: down.costs,
    firstBorder: blocks.firstBorder,
    borders: blocks.borders,
    firstGroupBorder: groups.firstBorder,
    groupBorders: groups.borders,
    legs: writeLegs(territory, costs, roads, checkpoint),
  };
}

/** The shape of a mode's network: the one that was built with the territory, else built here and kept. */
function hierarchyShape(territory: Territory, mode: Mode, checkpoint?: () => void): HierarchyShape {
  const stored = territory.hierarchies[mode];
  if (stored !== undefined) return shapeFromTables(stored, territory.nodes.rows);
  return keptShapes.get(territory, mode, () => shapeOfMode(territory.nodes, territory.edges, mode, checkpoint));
}
