/**
 * Whether each node lies in the largest strongly connected component (of equally large ones, that of the lowest node). In:
 * arcs as pairs of node numbers. Method: two depth-first passes, the second against the arcs (S. R. Kosaraju, in Aho,
 * Hopcroft and Ullman, Data Structures and Algorithms, 1983, section 6.7).
 */
export function largestComponent(nodes: number, arcs: readonly (readonly [number, number])[]): boolean[] {
  const out: number[][] = Array.from({ length: nodes }, () => []);
  const into: number[][] = Array.from({ length: nodes }, () => []);
  for (const [tail, head] of arcs) {
    out[tail]!.push(head);
    into[head]!.push(tail);
  }
  const finished: number[] = [];
  const seen = new Uint8Array(nodes);
  for (let root = 0; root < nodes; root++) finished.push(...postorder(root, out, seen));

  const component = new Int32Array(nodes).fill(-1);
  const sizes: number[] = [];
  const assigned = new Uint8Array(nodes);
  for (const root of finished.reverse()) {
    if (assigned[root] === 1) continue;
    const members = postorder(root, into, assigned);
    for (const node of members) component[node] = sizes.length;
    sizes.push(members.length);
  }
  const largest = Math.max(...sizes);
  const winner = component.find((c) => sizes[c] === largest);
  return Array.from(component, (c) => c === winner);
}

/** Nodes that can be reached from the root and were not seen before, each after all that follow from it. */
function postorder(root: number, next: readonly number[][], seen: Uint8Array): number[] {
  if (seen[root] === 1) return [];
  seen[root] = 1;
  const done: number[] = [];
  const stack = [{ node: root, at: 0 }];
  while (stack.length > 0) {
    const top = stack[stack.length - 1]!;
    const head = next[top.node]![top.at++];
    if (head === undefined) {
      done.push(top.node);
      stack.pop();
    } else if (seen[head] === 0) {
      seen[head] = 1;
      stack.push({ node: head, at: 0 });
    }
  }
  return done;
}
