/** Arcs of a directed graph. The heads of node n's arcs are `heads[start[n]]` up to `heads[start[n + 1]]`. */
export interface Arcs {
  readonly start: Uint32Array;
  readonly heads: Uint32Array;
}

/**
 * Returns the arcs of a graph by their tails, those of one tail in the order in which they are put. `each` puts every
 * arc; it is called twice and must put the same arcs both times.
 */
export function arcsByTail(nodes: number, each: (put: (tail: number, head: number) => void) => void): Arcs {
  const start = new Uint32Array(nodes + 1);
  each((tail) => {
    start[tail + 1]!++;
  });
  for (let node = 0; node < nodes; node++) start[node + 1]! += start[node]!;
  const heads = new Uint32Array(start[nodes]!);
  const next = start.slice();
  each((tail, head) => {
    heads[next[tail]!++] = head;
  });
  return { start, heads };
}

const NONE = 0xff_ff_ff_ff;

/**
 * Returns the strongly connected component of every node, 0 up to `count`. Two nodes are in one where each can be reached
 * from the other. Time and memory grow with nodes and arcs. Method: R. Tarjan, "Depth-first search and linear graph
 * algorithms", SIAM J. Comput. 1 (1972), without recursion.
 */
export function strongComponents({ start, heads }: Arcs): { componentOfNode: Uint32Array; count: number } {
  const nodes = start.length - 1;
  const componentOfNode = new Uint32Array(nodes).fill(NONE);
  const order = new Uint32Array(nodes).fill(NONE);
  const low = new Uint32Array(nodes);
  const nextArc = start.slice();
  const path = new Uint32Array(nodes);
  const open = new Uint32Array(nodes);
  let openCount = 0;
  let visited = 0;
  let count = 0;
  for (let root = 0; root < nodes; root++) {
    if (order[root] !== NONE) continue;
    let depth = 0;
    const enter = (node: number) => {
      order[node] = visited;
      low[node] = visited;
      visited++;
      open[openCount++] = node;
      path[depth++] = node;
    };
    enter(root);
    while (depth > 0) {
      const node = path[depth - 1]!;
      if (nextArc[node]! < start[node + 1]!) {
        const head = heads[nextArc[node]!++]!;
        if (order[head] === NONE) enter(head);
        else if (componentOfNode[head] === NONE && order[head]! < low[node]!) low[node] = order[head]!;
        continue;
      }
      depth--;
      if (depth > 0 && low[node]! < low[path[depth - 1]!]!) low[path[depth - 1]!] = low[node]!;
      if (low[node] !== order[node]) continue;
      // The node is the first of its component that was seen; all that came after it and is still open belongs to it.
      for (let member = NONE; member !== node; ) {
        member = open[--openCount]!;
        componentOfNode[member] = count;
      }
      count++;
    }
  }
  return { componentOfNode, count };
}

/** Returns for every node a number that it shares with the nodes that edges join it to, in whatever direction. */
export function connectedComponents(nodes: number, edges: Iterable<readonly [number, number]>): Int32Array {
  const parent = Int32Array.from({ length: nodes }, (_, i) => i);
  const find = (node: number) => {
    let root = node;
    while (parent[root] !== root) root = parent[root]!;
    for (let at = node; at !== root; ) {
      const next = parent[at]!;
      parent[at] = root;
      at = next;
    }
    return root;
  };
  for (const [from, to] of edges) parent[find(from)] = find(to);
  return Int32Array.from({ length: nodes }, (_, i) => find(i));
}

/** Returns the number that occurs most often, the one that comes first of several. */
export function mostFrequent(numbers: Iterable<number>): number {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].reduce((most, next) => (next[1] > most[1] ? next : most))[0];
}
