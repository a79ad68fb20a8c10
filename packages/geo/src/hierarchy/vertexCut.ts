/**
 * A connected part of the network, by local numbers: neighbors of v are `heads[i]` for i from `first[v]` to
 * `first[v + 1]`. Both senses of a link are in it. Arrays may be longer than `nodes` needs.
 */
export interface Part {
  nodes: number;
  first: Int32Array;
  heads: Int32Array;
}

/** Flow enters here from the source, or leaves here to the sink. */
const TERMINAL = -2;
const NO_FLOW = -1;

/**
 * The fewest nodes whose removal separates the source nodes from the sink nodes of a part. Source and sink nodes may be
 * removed as well, so there is always an answer.
 *
 * Method: maximum flow with capacity 1 per node; by Menger's theorem the flow equals the cut. Each node is two states,
 * `2v` where flow comes in and `2v + 1` where it goes on; flow is one predecessor and one successor per node. Flow
 * grows along paths of the residual network (L. R. Ford and D. R. Fulkerson, 1956), found depth first. In one round all
 * sources share their marks: a state that led nowhere is not tried again, so a round costs no more than the part is
 * large; a round without any new path proves the maximum, and its marks are the cut.
 *
 * The search tries neighbors in the order of the lists: with the neighbors nearest to the sinks first, paths run
 * straight and few rounds are needed (on a dense grid of 345,000 nodes a fraction of the breadth-first levels of
 * Dinic's method).
 *
 * The memory is kept between cuts; one object serves parts of up to `maxNodes`.
 */
export class VertexCut {
  readonly #before: Int32Array;
  readonly #after: Int32Array;
  /** Per state the number of its next way to try, plus 1; 0 for a state not yet seen in this round. */
  readonly #next: Int32Array;
  readonly #path: Int32Array;

  constructor(maxNodes: number) {
    this.#before = new Int32Array(maxNodes);
    this.#after = new Int32Array(maxNodes);
    this.#next = new Int32Array(2 * maxNodes);
    this.#path = new Int32Array(2 * maxNodes);
  }

  /**
   * In: `role` per node, 1 = source, 2 = sink, 0 = neither. Out: number of nodes of the cut, or -1 as soon as it is known
   * to be larger than `maxCut`. After a cut, `sideOf` says on which side a node lies.
   */
  run(part: Part, role: Uint8Array, maxCut: number): number {
    const { nodes } = part;
    this.#before.fill(NO_FLOW, 0, nodes);
    this.#after.fill(NO_FLOW, 0, nodes);
    let flow = 0;
    for (;;) {
      this.#next.fill(0, 0, 2 * nodes);
      const flowBefore = flow;
      for (let node = 0; node < nodes; node++) {
        if (role[node] !== 1 || this.#next[2 * node] !== 0) continue;
        if (this.#augment(part, role, node)) flow++;
        if (flow > maxCut) return -1;
      }
      if (flow === flowBefore) return flow;
    }
  }

  /** 0: on the sources' side, 1: on the sinks' side, 2: in the cut. The cut that lies nearest to the sources. */
  sideOf(node: number): 0 | 1 | 2 {
    if (this.#next[2 * node + 1] !== 0) return 0;
    return this.#next[2 * node] !== 0 ? 2 : 1;
  }

  /** Looks for a path from a source to any sink; on success the flow along it is changed. */
  #augment(part: Part, role: Uint8Array, source: number): boolean {
    const { first, heads } = part;
    const before = this.#before;
    const after = this.#after;
    const next = this.#next;
    const path = this.#path;
    let depth = 0;
    path[0] = 2 * source;
    next[2 * source] = 1;
    while (depth >= 0) {
      const state = path[depth]!;
      const node = state >> 1;
      let found = -1;
      if ((state & 1) === 0) {
        if (next[state] === 1) {
          next[state] = 2;
          const from = before[node]!;
          const way = from === NO_FLOW ? state + 1 : from === TERMINAL ? -1 : 2 * from + 1;
          if (way >= 0 && next[way] === 0) found = way;
        }
      } else {
        if (role[node] === 2 && after[node] !== TERMINAL) {
          this.#push(depth, node);
          return true;
        }
        const start = first[node]!;
        const arcs = first[node + 1]! - start;
        let way = next[state]! - 1;
        for (; way < arcs && found < 0; way++) {
          const candidate = 2 * heads[start + way]!;
          if (next[candidate] === 0) found = candidate;
        }
        // The last way leads back through the node itself, where flow passes it.
        if (found < 0 && way === arcs) {
          way++;
          if (before[node] !== NO_FLOW && next[state - 1] === 0) found = state - 1;
        }
        next[state] = way + 1;
      }
      if (found >= 0) {
        next[found] = 1;
        path[++depth] = found;
      } else {
        depth--;
      }
    }
    return false;
  }

  #push(depth: number, sink: number): void {
    const before = this.#before;
    const after = this.#after;
    const path = this.#path;
    before[path[0]! >> 1] = TERMINAL;
    for (let i = 0; i < depth; i++) {
      const state = path[i]!;
      if ((state & 1) === 0) continue;
      const node = state >> 1;
      const nextNode = path[i + 1]! >> 1;
      if (nextNode === node) {
        before[node] = NO_FLOW;
        after[node] = NO_FLOW;
      } else {
        after[node] = nextNode;
        before[nextNode] = node;
      }
    }
    after[sink] = TERMINAL;
  }
}
