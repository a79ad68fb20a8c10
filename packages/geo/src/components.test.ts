import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arcsByTail, connectedComponents, mostFrequent, strongComponents } from './components.ts';

const NODES = 9;
const arcs = fc.array(fc.tuple(fc.nat(NODES - 1), fc.nat(NODES - 1)), { maxLength: 22 });

/** Everything that can be reached, by trying again until nothing new comes. */
function reachable(edges: readonly (readonly [number, number])[]): boolean[][] {
  const reach = Array.from({ length: NODES }, (_, i) => Array.from({ length: NODES }, (_, j) => i === j));
  for (let round = 0; round < NODES; round++) {
    for (const [from, to] of edges) for (const row of reach) if (row[from]) row[to] = true;
  }
  return reach;
}

test('two nodes are strongly connected when each reaches the other', () => {
  fc.assert(
    fc.property(arcs, (edges) => {
      const { componentOfNode: part } = strongComponents(
        arcsByTail(NODES, (put) => {
          for (const [from, to] of edges) put(from, to);
        }),
      );
      const reach = reachable(edges);
      for (let a = 0; a < NODES; a++) {
        for (let b = 0; b < NODES; b++) expect(part[a] === part[b]).toBe(reach[a]![b]! && reach[b]![a]!);
      }
    }),
    { numRuns: 300, seed: 4 },
  );
});

test('two nodes hang together when roads join them in any sense', () => {
  fc.assert(
    fc.property(arcs, (edges) => {
      const part = connectedComponents(NODES, edges);
      const reach = reachable([...edges, ...edges.map(([from, to]) => [to, from] as const)]);
      for (let a = 0; a < NODES; a++) for (let b = 0; b < NODES; b++) expect(part[a] === part[b]).toBe(reach[a]![b]);
    }),
    { numRuns: 200, seed: 5 },
  );
});

test('the most frequent number', () => {
  expect(mostFrequent([4, 7, 7, 1, 4, 7])).toBe(7);
});
