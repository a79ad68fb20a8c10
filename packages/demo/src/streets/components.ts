/** Connected parts of a graph that is given by the ends of its edges. */
export function components(nodes: number, edges: Iterable<readonly [number, number]>): Int32Array {
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

/** The number that occurs most often. */
export function mostFrequent(numbers: Int32Array): number {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].reduce((most, next) => (next[1] > most[1] ? next : most))[0];
}

/** Strongly connected part of every node, over directed arcs (Tarjan's algorithm, without recursion). */
export function strongComponents(nodes: number, arcs: readonly (readonly [number, number])[]): Int32Array {
  const out: number[][] = Array.from({ length: nodes }, () => []);
  for (const [from, to] of arcs) out[from]!.push(to);
  const order = new Int32Array(nodes).fill(-1);
  const low = new Int32Array(nodes);
  const part = new Int32Array(nodes).fill(-1);
  const open: number[] = [];
  let visited = 0;
  let parts = 0;
  for (let root = 0; root < nodes; root++) {
    if (order[root] !== -1) continue;
    const path: { node: number; next: number }[] = [{ node: root, next: 0 }];
    while (path.length > 0) {
      const top = path.at(-1)!;
      const { node } = top;
      if (top.next === 0) {
        order[node] = visited;
        low[node] = visited++;
        open.push(node);
      }
      const target = out[node]![top.next];
      if (target !== undefined) {
        top.next++;
        if (order[target] === -1) path.push({ node: target, next: 0 });
        else if (part[target] === -1) low[node] = Math.min(low[node]!, order[target]!);
        continue;
      }
      path.pop();
      const above = path.at(-1);
      if (above !== undefined) low[above.node] = Math.min(low[above.node]!, low[node]!);
      if (low[node] === order[node]) {
        for (let member = -1; member !== node; ) {
          member = open.pop()!;
          part[member] = parts;
        }
        parts++;
      }
    }
  }
  return part;
}
