import type { Territory } from '@hinterland/territory';
import { PerTerritory } from '../memory/perTerritory.ts';

/** Cost of a node that no search has reached. */
export const UNREACHED = 0x7fffffff;

/** No bucket holds the node. */
const NOT_QUEUED = -1;

/**
 * Least cost per reached network node: milliseconds or millimeters, `costs[i]` of node `nodes[i]`, every node at most at
 * the last limit. Empty under a radius. Read-only after the search; holds no reference to shared work memory.
 */
export interface NodeField {
  readonly nodes: Uint32Array;
  readonly costs: Uint32Array;
}

/**
 * Memory of one search at a time: 8 bytes per node for the labels and 4 for the list of reached nodes. It is cleared
 * through that list, so a small search costs little on a large network. One per thread and territory is enough.
 */
export class SearchWorkspace {
  /** Per node its least cost so far (UNREACHED at first) and the bucket in which it waits (-1 for none), side by side. */
  readonly labels: Int32Array;
  /** Reached nodes in the order of their first visit, until they are sorted; only the first `reachedCount` count. */
  readonly reached: Uint32Array;
  reachedCount = 0;
  /** A bit per node, all 0 between calls. */
  readonly #isReached: Int32Array;
  /** The field whose costs the labels hold, when that is known. */
  #field: NodeField | null = null;

  constructor(nodes: number) {
    this.labels = new Int32Array(2 * nodes);
    // The first node's labels, then twice as many at a time: millions of nodes in a few milliseconds.
    this.labels.set(nodes > 0 ? [UNREACHED, NOT_QUEUED] : []);
    for (let filled = 2; filled < this.labels.length; filled *= 2) this.labels.copyWithin(filled, 0, filled);
    this.reached = new Uint32Array(nodes);
    this.#isReached = new Int32Array((nodes >> 5) + 1);
  }

  /**
   * Sorts the list of reached nodes by number. Neighboring nodes have similar numbers, so the code after a search reads
   * memory in order.
   */
  sortReached(): void {
    const { reached, reachedCount } = this;
    const bits = this.#isReached;
    let first = bits.length;
    let last = -1;
    for (let i = 0; i < reachedCount; i++) {
      const node = reached[i]!;
      const word = node >> 5;
      bits[word]! |= 1 << node;
      if (word < first) first = word;
      if (word > last) last = word;
    }
    let count = 0;
    for (let word = first; word <= last; word++) {
      for (let left = bits[word]!; left !== 0; left &= left - 1) {
        reached[count++] = (word << 5) + 31 - Math.clz32(left & -left);
      }
      bits[word] = 0;
    }
  }

  /** Returns the least cost of a node after a search, or UNREACHED. */
  cost(node: number): number {
    return this.labels[2 * node]!;
  }

  /** The field whose costs the labels hold; null when that is not known. */
  get field(): NodeField | null {
    return this.#field;
  }

  /** Returns a copy of the labels of a finished search, which the workspace remembers until it is cleared. */
  takeField(): NodeField {
    const { labels, reached, reachedCount } = this;
    const nodes = reached.slice(0, reachedCount);
    const costs = new Uint32Array(reachedCount);
    for (let i = 0; i < reachedCount; i++) costs[i] = labels[2 * nodes[i]!]!;
    this.#field = { nodes, costs };
    return this.#field;
  }

  /** Restores a field as if its search had just ended; does nothing if no other search ran since. */
  loadField(field: NodeField): void {
    if (this.#field === field) return;
    this.clear();
    const { nodes, costs } = field;
    for (let i = 0; i < nodes.length; i++) this.labels[2 * nodes[i]!] = costs[i]!;
    this.reached.set(nodes);
    this.reachedCount = nodes.length;
    this.#field = field;
  }

  clear(): void {
    const { labels, reached } = this;
    for (let i = 0; i < this.reachedCount; i++) {
      const at = 2 * reached[i]!;
      labels[at] = UNREACHED;
      labels[at + 1] = NOT_QUEUED;
    }
    this.reachedCount = 0;
    this.#field = null;
  }
}

const kept = new PerTerritory<SearchWorkspace>();

/** This thread's workspace for a territory. Nothing may hold on to it while another search runs. */
export function workspaceOf(territory: Territory): SearchWorkspace {
  return kept.get(territory, '', () => new SearchWorkspace(territory.nodes.rows));
}
