import { MinHeap } from '@hinterland/geo';
import type { Seeds } from '../bucketSearch.ts';

export interface PlainArc {
  readonly tail: number;
  readonly head: number;
  readonly cost: number;
}

/** Arcs by the node at which they begin. */
export type PlainArcs = ReadonlyMap<number, readonly PlainArc[]>;

/** Returns a list of arcs by their tails, for several searches. */
export function plainArcs(arcs: readonly PlainArc[]): PlainArcs {
  const arcsFrom = new Map<number, PlainArc[]>();
  for (const arc of arcs) {
    const known = arcsFrom.get(arc.tail);
    if (known === undefined) arcsFrom.set(arc.tail, [arc]);
    else known.push(arc);
  }
  return arcsFrom;
}

/**
 * Least costs in the plainest way, as the oracle of tests: E. W. Dijkstra, Numerische Mathematik 1 (1959), with a binary
 * heap and a list of arcs. Out: cost by node, for all nodes within the limit (inclusive).
 */
export function plainSearch(
  arcs: readonly PlainArc[] | PlainArcs,
  seeds: Seeds,
  limitCost: number,
): Map<number, number> {
  const arcsFrom = arcs instanceof Map ? (arcs as PlainArcs) : plainArcs(arcs as readonly PlainArc[]);
  const settled = new Map<number, number>();
  const open = new MinHeap();
  seeds.nodes.forEach((node, i) => {
    open.push(seeds.costs[i]!, node);
  });
  while (open.size > 0 && open.minKey <= limitCost) {
    const cost = open.minKey;
    const node = open.pop();
    if (settled.has(node)) continue;
    settled.set(node, cost);
    for (const arc of arcsFrom.get(node) ?? []) open.push(cost + arc.cost, arc.head);
  }
  return settled;
}
