import type { Mode } from '@hinterland/catalogue';
import type { HierarchyShape } from '@hinterland/geo';
import { shapeFromTables, shapeOfMode, type Territory } from '@hinterland/territory';
import type { EdgeCosts } from '../graph/edgeCosts.ts';
import { forEachArc } from '../graph/searchGraph.ts';
import { buildHierarchy, type Hierarchy } from '../hierarchy/hierarchy.ts';
import { uint32Pages } from '../memory/pages.ts';
import { PerTerritory } from '../memory/perTerritory.ts';
import { LaneSweep, type LaneSweepOptions } from './laneSweep.ts';
import { type RoadTable, roadTable, writeLegs } from './roadTable.ts';

/** State of a thread for the sweeps of one profile of a territory. */
export interface PreparedSweep {
  /** Without the arcs that descend: the sweep has them in its own memory. */
  readonly hierarchy: Omit<Hierarchy, 'down'>;
  readonly roads: RoadTable;
  readonly sweep: LaneSweep;
}

export interface PrepareOptions extends LaneSweepOptions {
  /** Called now and then while a hierarchy is built; may throw to stop, and nothing is kept then. */
  readonly checkpoint?: () => void;
}

const keptShapes = new PerTerritory<HierarchyShape>();
const adoptedHierarchies = new PerTerritory<Hierarchy>();

/** The profile swept last, per territory: its memory is large, and a network plan asks for one profile. */
const keptLast = new PerTerritory<{ name: string; prepared: PreparedSweep | null }>();

/**
 * The sweep of these costs in this thread, made at the first use: for 1.5 million nodes two or three seconds, and three
 * more where the shape, that all profiles of a mode share, was not built with the territory. The sweep of the profile that
 * was asked for last stays.
 */
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
  const hierarchy = hierarchyOf(territory, costs, options.checkpoint);
  const made = roadTable(territory, costs, hierarchy);
  const sweep = new LaneSweep(hierarchy, made, options);
  // The sweep's own columns serve for both.
  const { nearEnds: near, farEnds: far, legs } = sweep.memory;
  writeLegs(territory, costs, made, legs);
  const { down: _, ...climbed } = hierarchy;
  return { hierarchy: climbed, roads: { ...made, near, far }, sweep };
}

/** The hierarchy of these costs: one that was adopted, else built. */
export function hierarchyOf(territory: Territory, costs: EdgeCosts, checkpoint?: () => void): Hierarchy {
  const adopted = adoptedHierarchies.peek(territory, sweepName(costs));
  if (adopted !== undefined) return adopted;
  const shape = hierarchyShape(territory, costs.mode, checkpoint);
  return buildHierarchy(shape, (visit) => forEachArc(territory, costs, visit), checkpoint);
}

/**
 * Takes over a hierarchy that was built of the same territory and costs, also by another thread: with `sharedHierarchy` it
 * is built once and lies in memory once. One that this thread has adopted already stays.
 */
export function adoptHierarchy(territory: Territory, costs: EdgeCosts, hierarchy: Hierarchy): void {
  adoptedHierarchies.get(territory, sweepName(costs), () => hierarchy);
}

/** The same hierarchy on shared memory, to be posted to other threads. */
export function sharedHierarchy(hierarchy: Hierarchy): Hierarchy {
  const { positions, nodeOf, positionOf, parent, up, down } = hierarchy;
  const sharedArcs = ({ first, ends, costs }: Hierarchy['up']) => ({
    first: shared(first),
    ends: shared(ends),
    costs: shared(costs),
  });
  return {
    positions,
    nodeOf: shared(nodeOf),
    positionOf: shared(positionOf),
    parent: new Int32Array(shared(new Uint32Array(parent.buffer, parent.byteOffset, parent.length)).buffer),
    up: sharedArcs(up),
    down: sharedArcs(down),
  };
}

function shared(words: Uint32Array): Uint32Array {
  if (words.buffer instanceof SharedArrayBuffer) return words;
  const copy = uint32Pages(words.length);
  copy.set(words);
  return copy;
}

/** The shape of a mode's network: the one that was built with the territory, else built here and kept. */
function hierarchyShape(territory: Territory, mode: Mode, checkpoint?: () => void): HierarchyShape {
  const stored = territory.hierarchies[mode];
  if (stored !== undefined) return shapeFromTables(stored, territory.nodes.rows);
  return keptShapes.get(territory, mode, () => shapeOfMode(territory.nodes, territory.edges, mode, checkpoint));
}

function lastSweep(territory: Territory): { name: string; prepared: PreparedSweep | null } {
  return keptLast.get(territory, '', () => ({ name: '', prepared: null }));
}

function sweepName(costs: EdgeCosts): string {
  return `${costs.name}:${costs.direction}`;
}
