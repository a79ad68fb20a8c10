import { lengthened } from '@hinterland/geo';
import { MAX_COST } from '../graph/edgeCosts.ts';
import type { SearchGraph } from '../graph/searchGraph.ts';
import { type SearchWorkspace, UNREACHED } from './workspace.ts';

/** Start of a search: nodes with the cost at which they are entered. A node may occur several times. */
export interface Seeds {
  readonly nodes: readonly number[];
  readonly costs: readonly number[];
}

/** At most this many buckets; the buckets of a longer search grow wider instead. */
const MAX_BUCKETS = 1 << 18;

/** Buckets between two calls of `checkpoint`. */
const BUCKETS_PER_CHECKPOINT = 16;

/** Ends a list of entries. */
const END = -1;

/**
 * Least cost from the seeds to every node that lies within the limit (inclusive), written to the cleared workspace.
 *
 * Method: nodes wait in buckets of cost; a bucket is worked off until it stays empty, and a node whose cost falls within
 * the bucket in hand is looked at again, so costs are exact whatever the width (R. B. Dial, CACM 12 (1969), with the
 * buckets of U. Meyer and P. Sanders, J. Algorithms 49 (2003), one bucket at a time). Buckets are linked lists of entries
 * in one pool; a node whose cost falls leaves its old entry behind, which is told by the node's own bucket number.
 *
 * Invariants: costs are whole numbers ≥ 0 and at most MAX_COST, so sums fit 32 bits; after the search `labels` hold for
 * every reached node a cost ≤ limit that no other way beats, and no node waits.
 *
 * In: `limitCost` 0..MAX_COST; `checkpoint` is called now and then and may throw to stop.
 */
export function bucketSearch(
  graph: SearchGraph,
  seeds: Seeds,
  limitCost: number,
  workspace: SearchWorkspace,
  checkpoint?: () => void,
): void {
  if (!(limitCost >= 0 && limitCost <= MAX_COST)) {
    throw new RangeError(`The limit of a search lies between 0 and ${MAX_COST}, not at ${limitCost}.`);
  }
  const { firstArc, endArc, arcs } = graph;
  const { labels, reached } = workspace;
  let shift = graph.bucketShift;
  while (limitCost >>> shift >= MAX_BUCKETS) shift++;
  const bucketCount = (limitCost >>> shift) + 1;

  const firstEntry = new Int32Array(bucketCount).fill(END);
  let pool = entryPool;
  let free = END;
  let used = 0;
  let reachedCount = workspace.reachedCount;

  for (let i = 0; i < seeds.nodes.length; i++) {
    const node = seeds.nodes[i]!;
    const cost = seeds.costs[i]!;
    const at = 2 * node;
    if (cost > limitCost || cost >= labels[at]!) continue;
    if (labels[at] === UNREACHED) reached[reachedCount++] = node;
    const bucket = cost >>> shift;
    labels[at] = cost;
    labels[at + 1] = bucket;
    if (2 * used === pool.length) pool = entryPool = lengthened(entryPool);
    pool[2 * used] = node;
    pool[2 * used + 1] = firstEntry[bucket]!;
    firstEntry[bucket] = used++;
  }

  for (let bucket = 0; bucket < bucketCount; bucket++) {
    if (checkpoint !== undefined && bucket % BUCKETS_PER_CHECKPOINT === 0) {
      workspace.reachedCount = reachedCount;
      checkpoint();
    }
    for (let entry = firstEntry[bucket]!; entry !== END; entry = firstEntry[bucket]!) {
      const node = pool[2 * entry]!;
      firstEntry[bucket] = pool[2 * entry + 1]!;
      pool[2 * entry + 1] = free;
      free = entry;
      const at = 2 * node;
      if (labels[at + 1] !== bucket) continue;
      labels[at + 1] = -1;
      const cost = labels[at]!;
      graph.need(node);
      const end = 2 * endArc[node]!;
      for (let arc = 2 * firstArc[node]!; arc < end; arc += 2) {
        const headCost = cost + arcs[arc + 1]!;
        if (headCost > limitCost) continue;
        const head = arcs[arc]!;
        const headAt = 2 * head;
        const before = labels[headAt]!;
        if (headCost >= before) continue;
        labels[headAt] = headCost;
        if (before === UNREACHED) reached[reachedCount++] = head;
        const headBucket = headCost >>> shift;
        if (labels[headAt + 1] === headBucket) continue;
        labels[headAt + 1] = headBucket;
        let added = free;
        if (added === END) {
          if (2 * used === pool.length) pool = entryPool = lengthened(entryPool);
          added = used++;
        } else {
          free = pool[2 * added + 1]!;
        }
        pool[2 * added] = head;
        pool[2 * added + 1] = firstEntry[headBucket]!;
        firstEntry[headBucket] = added;
      }
    }
  }
  workspace.reachedCount = reachedCount;
}

/** Entries of all buckets: a node and the next entry. Kept between searches; every search starts it anew. */
let entryPool = new Int32Array(2 << 14);
