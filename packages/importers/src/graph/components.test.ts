import { MODE_BIT } from '@hinterland/catalogue';
import { SeededRandom } from '@hinterland/geo';
import { NONE } from '@hinterland/territory';
import { describe, expect, test } from 'vitest';
import { servedComponents } from './components.ts';
import type { RoadGraph } from './roadGraph.ts';
import { drawGraph, STREET } from './testing/drawGraph.ts';

/** Edges as "from to" with ">" one way, "-" both ways, "x" closed. */
function inside(
  nodeCount: number,
  edges: readonly (readonly [number, '>' | '-' | 'x', number])[],
  leastNodes = Infinity,
): number[] {
  return [
    ...servedComponents(
      nodeCount,
      Uint32Array.from(edges, ([from]) => from),
      Uint32Array.from(edges, ([, , to]) => to),
      Uint32Array.from(edges, ([, sense]) => (sense === 'x' ? NONE : 1)),
      Uint32Array.from(edges, ([, sense]) => (sense === '-' ? 1 : NONE)),
      leastNodes,
    ).served,
  ];
}

test.each<[string, number, [number, '>' | '-' | 'x', number][], number[]]>([
  [
    'a one-way ring',
    3,
    [
      [0, '>', 1],
      [1, '>', 2],
      [2, '>', 0],
    ],
    [1, 1, 1],
  ],
  [
    'a one-way stub that leaves a ring',
    4,
    [
      [0, '>', 1],
      [1, '>', 2],
      [2, '>', 0],
      [2, '>', 3],
    ],
    [1, 1, 1, 0],
  ],
  [
    'the larger of two',
    5,
    [
      [0, '-', 1],
      [2, '-', 3],
      [3, '-', 4],
    ],
    [0, 1, 1],
  ],
  [
    'the first of two that are equally large',
    4,
    [
      [2, '-', 3],
      [0, '-', 1],
    ],
    [0, 1],
  ],
  [
    'a closed edge within',
    2,
    [
      [0, '-', 1],
      [0, 'x', 1],
    ],
    [1, 0],
  ],
  ['a loop', 1, [[0, '>', 0]], [1]],
  ['nothing that can be used', 2, [[0, 'x', 1]], [0]],
  ['no node at all', 0, [], []],
])('%s', (_, nodeCount, edges, expected) => {
  expect(inside(nodeCount, edges)).toEqual(expected);
});

test('agrees with plain reachability on random networks', () => {
  const random = new SeededRandom(11);
  for (let round = 0; round < 150; round++) {
    const nodeCount = 1 + random.int(24);
    const edges = Array.from(
      { length: random.int(45) },
      () => [random.int(nodeCount), random.pick(['>', '>', '-', 'x'] as const), random.int(nodeCount)] as const,
    );
    const reach = Array.from({ length: nodeCount }, (_, start) => {
      const seen = new Set([start]);
      for (const node of seen) {
        for (const [from, sense, to] of edges) {
          if (sense !== 'x' && from === node) seen.add(to);
          if (sense === '-' && to === node) seen.add(from);
        }
      }
      return seen;
    });
    const members = reach.map((seen, a) => [...seen].filter((b) => reach[b]!.has(a)));
    const best = members.reduce((a, b) => (b.length > a.length ? b : a));
    const leastNodes = 1 + random.int(5);
    const expected = edges.map(([from, sense, to]) => {
      if (sense === 'x' || !members[from]!.includes(to)) return 0;
      return best.includes(from) ? 1 : members[from]!.length >= leastNodes ? 2 : 0;
    });
    expect(inside(nodeCount, edges, leastNodes), JSON.stringify(edges)).toEqual(expected);
  }
});

test('a chain of a million nodes does not exhaust the stack', () => {
  const count = 1_000_000;
  const from = Uint32Array.from({ length: count - 1 }, (_, i) => i);
  const open = new Uint32Array(count - 1);
  const { served } = servedComponents(
    count,
    from,
    from.map((node) => node + 1),
    open,
    open,
    1,
  );
  expect(served.every((flag) => flag === 1)).toBe(true);
});

describe('the main component', () => {
  test('leaves out what one cannot come back from, and what nothing joins', () => {
    const { graph, edges } = drawGraph(
      `
      a---b---e       x---y
      |   |
      d---c`,
      {
        ways: [
          ['abcda', STREET],
          ['ac', STREET],
          ['be', { ...STREET, oneway: 'yes' }],
          ['xy', STREET],
        ],
      },
    );
    expect(edges).toEqual(['ab:100', 'ac:141', 'adc:200', 'bc:100', 'be:100', 'xy:100']);
    // b to e is driven and cycled one way and walked both; x to y is an island.
    expect(describeEdgesWithBits(graph)).toEqual([
      [100, 0],
      [100, MODE_BIT.walk],
      [100, 7],
      [100, 7],
      [141, 7],
      [200, 7],
    ]);
  });

  test('a closed street within it is not part of it', () => {
    const { graph } = drawGraph('a---b---c', {
      ways: [
        ['ab', STREET],
        ['bc', { highway: 'footway', bicycle: 'no' }],
      ],
    });
    expect(describeEdgesWithBits(graph)).toEqual([
      [100, MODE_BIT.walk],
      [100, 7],
    ]);
  });
});

/** [meters, bits] of all edges, sorted. */
function describeEdgesWithBits(graph: RoadGraph): number[][] {
  return [...graph.edges.mainComponent.keys()]
    .map((edge) => [Math.round(graph.edges.lengthMillimeters[edge]! / 1000), graph.edges.mainComponent[edge]!])
    .sort(([a, b], [c, d]) => a! - c! || b! - d!);
}
