interface Ends {
  readonly fromNode: Uint32Array;
  readonly toNode: Uint32Array;
}

/**
 * Joins edges at their nodes into chains, each edge in one of them once. A chain is a list of edges in the order in which
 * it runs; ~edge (negative) is one that runs against its direction.
 */
export function chains(edges: readonly number[], { fromNode, toNode }: Ends): number[][] {
  const atNode = new Map<number, number[]>();
  for (const edge of edges) {
    for (const node of [fromNode[edge]!, toNode[edge]!]) {
      const there = atNode.get(node);
      if (there === undefined) atNode.set(node, [edge]);
      else there.push(edge);
    }
  }
  const used = new Set<number>();
  const next = (node: number): number | undefined => {
    const there = atNode.get(node)!;
    while (there.length > 0) {
      const edge = there.pop()!;
      if (!used.has(edge)) return edge;
    }
    return undefined;
  };
  /** Edges from a node on, in the order in which they are walked. */
  const walk = (start: number): number[] => {
    const steps: number[] = [];
    let node = start;
    for (let edge = next(node); edge !== undefined; edge = next(node)) {
      used.add(edge);
      const isForward = fromNode[edge] === node;
      steps.push(isForward ? edge : ~edge);
      node = isForward ? toNode[edge]! : fromNode[edge]!;
    }
    return steps;
  };
  return edges.flatMap((edge) => {
    if (used.has(edge)) return [];
    used.add(edge);
    const after = walk(toNode[edge]!);
    const before = walk(fromNode[edge]!);
    return [[...before.reverse().map((step) => ~step), edge, ...after]];
  });
}
