import { lengthened } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import type { EdgeCosts } from '../graph/edgeCosts.ts';
import { searchGraph } from '../graph/searchGraph.ts';
import { originSeeds } from '../search/seeds.ts';
import type { SearchWorkspace } from '../search/workspace.ts';
import type { SnappedOrigin } from '../snap/snapOrigins.ts';
import { TwoLabels } from './twoLabels.ts';

/** Entries between two calls of a checkpoint. */
const ENTRIES_PER_CHECKPOINT = 1 << 14;

/** No place, no node and no entry. */
const NONE = -1;

/**
 * Returns for every node the cost to the second nearest of several places within the limit (inclusive), in a workspace of
 * its own. Shared ground is drawn from it.
 *
 * Method: the bucket search (`search/bucketSearch.ts`) with two labels per node, from different places. An arrival that
 * improves neither is dropped: it cannot lie on a way that is first or second anywhere. A label that improves waits again,
 * so both are exact when no node waits.
 */
export function secondCosts(
  territory: Territory,
  costs: EdgeCosts,
  origins: readonly SnappedOrigin[],
  limitCost: number,
  checkpoint?: () => void,
): SearchWorkspace {
  const graph = searchGraph(territory, costs);
  const { nodes, firstArc, endArc, arcs } = graph;
  const labels = new TwoLabels(nodes);
  const waiting = new WaitingLabels(limitCost, graph.bucketShift);
  const arrive = (node: number, place: number, cost: number) => {
    if (cost <= limitCost && labels.improve(node, place, cost)) waiting.add(node, place, cost);
  };
  origins.forEach((origin, place) => {
    const seeds = originSeeds(territory, costs, [origin]);
    seeds.nodes.forEach((node, i) => {
      arrive(node, place, seeds.costs[i]!);
    });
  });
  for (let taken = 0; waiting.take(); taken++) {
    if (taken % ENTRIES_PER_CHECKPOINT === 0) checkpoint?.();
    const { node, place, cost } = waiting;
    if (!labels.holds(node, place, cost)) continue;
    graph.need(node);
    const end = 2 * endArc[node]!;
    for (let arc = 2 * firstArc[node]!; arc < end; arc += 2) arrive(arcs[arc]!, place, cost + arcs[arc + 1]!);
  }
  return labels.second();
}

/** Numbers of an entry: node, place, cost, next entry. */
const ENTRY = 4;

/** Labels that wait to be passed on, in buckets of cost; those of one bucket come in no order. */
class WaitingLabels {
  /** The label taken last. */
  node = NONE;
  place = NONE;
  cost = 0;
  readonly #shift: number;
  readonly #first: Int32Array;
  #entries = new Int32Array(ENTRY << 12);
  #used = 0;
  #free = NONE;
  #bucket = 0;

  constructor(limitCost: number, shift: number) {
    this.#shift = shift;
    this.#first = new Int32Array((limitCost >>> shift) + 1).fill(NONE);
  }

  add(node: number, place: number, cost: number): void {
    let entry = this.#free;
    if (entry === NONE) {
      if (ENTRY * this.#used === this.#entries.length) this.#entries = lengthened(this.#entries);
      entry = this.#used++;
    } else {
      this.#free = this.#entries[ENTRY * entry + 3]!;
    }
    const at = ENTRY * entry;
    const bucket = cost >>> this.#shift;
    this.#entries[at] = node;
    this.#entries[at + 1] = place;
    this.#entries[at + 2] = cost;
    this.#entries[at + 3] = this.#first[bucket]!;
    this.#first[bucket] = entry;
  }

  /** Takes a label of the lowest bucket; returns whether there was one. */
  take(): boolean {
    while (this.#first[this.#bucket] === NONE) if (++this.#bucket === this.#first.length) return false;
    const entry = this.#first[this.#bucket]!;
    const at = ENTRY * entry;
    this.node = this.#entries[at]!;
    this.place = this.#entries[at + 1]!;
    this.cost = this.#entries[at + 2]!;
    this.#first[this.#bucket] = this.#entries[at + 3]!;
    this.#entries[at + 3] = this.#free;
    this.#free = entry;
    return true;
  }
}
