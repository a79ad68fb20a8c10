import type { HierarchyShape } from '@hinterland/geo';
import { uint32Pages } from '../memory/pages.ts';
import { customize, type ForEachArc } from './customize.ts';

/**
 * A contraction hierarchy of a search graph: its nodes by position, ancestors first, and two sets of arcs between a
 * position and ancestors of it. Some shortest path from any seed to any node first climbs arcs of `up` to an ancestor and
 * then descends arcs of `down`; so one climb from the seeds and one pass over all positions give what bucketSearch gives.
 *
 * Flat typed arrays throughout: it can be stored and shared between threads as it is.
 */
export interface Hierarchy {
  readonly positions: number;
  /** Node of the search graph by position. */
  readonly nodeOf: Uint32Array;
  /** Position by node, NO_POSITION for a node without roads. */
  readonly positionOf: Uint32Array;
  /** Nearest ancestor in the elimination tree, -1 at a root: every arc from p runs to a position on this path. */
  readonly parent: Int32Array;
  /** Arcs that climb from p: to `up.ends[i]` at `up.costs[i]`, i from `up.first[p]` to `up.first[p + 1]`. */
  readonly up: HierarchyArcs;
  /** Arcs that descend to p: from `down.ends[i]` at `down.costs[i]`. */
  readonly down: HierarchyArcs;
}

/** Arcs by the deeper of their two positions. */
export interface HierarchyArcs {
  readonly first: Uint32Array;
  /** The ancestor. */
  readonly ends: Uint32Array;
  /** Milliseconds or millimeters, as in the search graph. */
  readonly costs: Uint32Array;
}

/** Puts the costs of a graph on a shape and keeps the arcs that shortest paths need. The graph's roads are in the shape. */
export function buildHierarchy(shape: HierarchyShape, forEachArc: ForEachArc, checkpoint?: () => void): Hierarchy {
  const { positions, nodeOf, positionOf, parent } = shape;
  const { up, down, isUpIdle, isDownIdle } = customize(forEachArc, shape, positionOf, checkpoint);
  return {
    positions,
    nodeOf,
    positionOf,
    parent,
    up: arcsOf(shape, up, isUpIdle),
    down: arcsOf(shape, down, isDownIdle),
  };
}

function arcsOf({ positions, firstLink, links }: HierarchyShape, costs: Int32Array, isIdle: Uint8Array): HierarchyArcs {
  const first = uint32Pages(positions + 1);
  let count = 0;
  for (let position = 0; position < positions; position++) {
    for (let link = firstLink[position]!; link < firstLink[position + 1]!; link++) if (isIdle[link] === 0) count++;
    first[position + 1] = count;
  }
  const ends = uint32Pages(count);
  const kept = uint32Pages(count);
  count = 0;
  for (let link = 0; link < links.length; link++) {
    if (isIdle[link] === 1) continue;
    ends[count] = links[link]!;
    kept[count++] = costs[link]!;
  }
  return { first, ends, costs: kept };
}
