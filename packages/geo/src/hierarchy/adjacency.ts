/**
 * Nodes that are joined, whatever the direction and number of arcs: neighbors of v are `neighbors[i]`
 * for i from `first[v]` to `first[v + 1]`, ascending, without v itself and without repeats. Symmetric.
 */
export interface Adjacency {
  readonly nodes: number;
  readonly first: Uint32Array;
  readonly neighbors: Uint32Array;
}

/** The adjacency of a list of pairs; pairs may repeat, in either sense, and may join a node to itself. */
export function adjacencyOfPairs(nodes: number, tails: Uint32Array, heads: Uint32Array): Adjacency {
  const first = new Uint32Array(nodes + 1);
  for (let i = 0; i < tails.length; i++) {
    if (tails[i] === heads[i]) continue;
    first[tails[i]! + 1]!++;
    first[heads[i]! + 1]!++;
  }
  for (let node = 0; node < nodes; node++) first[node + 1]! += first[node]!;
  const neighbors = new Uint32Array(first[nodes]!);
  const next = first.slice(0, nodes);
  for (let i = 0; i < tails.length; i++) {
    const tail = tails[i]!;
    const head = heads[i]!;
    if (tail === head) continue;
    neighbors[next[tail]!++] = head;
    neighbors[next[head]!++] = tail;
  }
  let kept = 0;
  let start = 0;
  for (let node = 0; node < nodes; node++) {
    const end = first[node + 1]!;
    sortRange(neighbors, start, end);
    const keptBefore = kept;
    for (let i = start; i < end; i++) {
      if (kept === keptBefore || neighbors[kept - 1] !== neighbors[i]) neighbors[kept++] = neighbors[i]!;
    }
    start = end;
    first[node + 1] = kept;
  }
  return { nodes, first, neighbors: neighbors.slice(0, kept) };
}

/** Sorts a part of an array in place, ascending; most parts hold a handful of entries, where insertion is fastest. */
export function sortRange(values: Uint32Array, start: number, end: number): void {
  if (end - start > 32) {
    values.subarray(start, end).sort();
    return;
  }
  for (let i = start + 1; i < end; i++) {
    const value = values[i]!;
    let at = i;
    while (at > start && values[at - 1]! > value) {
      values[at] = values[at - 1]!;
      at--;
    }
    values[at] = value;
  }
}
