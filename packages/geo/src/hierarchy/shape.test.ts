import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../random.ts';
import { type Adjacency, adjacencyOfPairs } from './adjacency.ts';
import { dissect } from './dissection.ts';
import { eliminate } from './elimination.ts';
import { eliminateLowDegrees } from './lowDegree.ts';
import { buildShape, NO_POSITION } from './shape.ts';

function randomAdjacency(seed: number, nodes: number, linksPerNode: number): Adjacency {
  const random = new SeededRandom(seed);
  const count = Math.round(nodes * linksPerNode);
  // Near numbers are likelier neighbors; some pairs repeat, some join a node to itself.
  const tails = Uint32Array.from({ length: count }, () => random.int(nodes));
  const heads = tails.map((tail) => Math.min(nodes - 1, Math.max(0, tail + random.int(9) - 4)));
  return adjacencyOfPairs(nodes, tails, heads);
}

function neighborsOf({ nodes, first, neighbors }: Adjacency): Set<number>[] {
  return Array.from({ length: nodes }, (_, node) => new Set(neighbors.subarray(first[node], first[node + 1])));
}

/** Takes a node out and joins its neighbors; gives back who they were. */
function takeOut(graph: Set<number>[], node: number): Set<number> {
  const around = graph[node]!;
  for (const neighbor of around) {
    graph[neighbor]!.delete(node);
    for (const other of around) if (other !== neighbor) graph[neighbor]!.add(other);
  }
  graph[node] = new Set();
  return around;
}

const ascending = (values: Iterable<number>) => [...values].sort((a, b) => a - b);

describe('adjacency', () => {
  it('is symmetric, sorted, without repeats and loops', () => {
    const adjacency = adjacencyOfPairs(4, Uint32Array.of(2, 0, 1, 3, 1), Uint32Array.of(0, 2, 1, 0, 3));
    expect(neighborsOf(adjacency).map(ascending)).toEqual([[2, 3], [3], [0], [0, 1]]);
    expect([...adjacency.neighbors]).toEqual([2, 3, 3, 0, 0, 1]);
  });
});

describe('elimination of low degrees', () => {
  it('leaves what taking out the same nodes by hand leaves', () => {
    let eliminatedInAll = 0;
    let keptInAll = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const adjacency = randomAdjacency(seed, 80, 1 + (seed % 6) * 0.6);
      const { eliminated, nodeOf, adjacency: core } = eliminateLowDegrees(adjacency);
      const graph = neighborsOf(adjacency);
      for (const node of eliminated) {
        expect(graph[node]!.size).toBeLessThanOrEqual(3);
        takeOut(graph, node);
      }
      expect(ascending([...eliminated, ...nodeOf])).toEqual(Array.from({ length: 80 }, (_, node) => node));
      expect(neighborsOf(core).map((set) => ascending([...set].map((local) => nodeOf[local]!)))).toEqual(
        Array.from(nodeOf, (node) => ascending(graph[node]!)),
      );
      for (const node of nodeOf) expect(graph[node]!.size).toBeGreaterThan(3);
      eliminatedInAll += eliminated.length;
      keptInAll += nodeOf.length;
    }
    expect(eliminatedInAll).toBeGreaterThan(500);
    expect(keptInAll).toBeGreaterThan(500);
  });

  it('takes a chain apart as a tree, not as a ladder', () => {
    const nodes = 1024;
    const tails = Uint32Array.from({ length: nodes - 1 }, (_, i) => i);
    const chain = adjacencyOfPairs(
      nodes,
      tails,
      tails.map((tail) => tail + 1),
    );
    const { eliminated } = eliminateLowDegrees(chain);
    const { parent } = eliminate(chain, eliminated);
    const depth: number[] = [];
    parent.forEach((above, position) => {
      depth[position] = above < 0 ? 1 : depth[above]! + 1;
    });
    expect(Math.max(...depth)).toBeLessThan(25);
  });
});

describe('elimination tree', () => {
  it('keeps the links that eliminating by hand makes', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const adjacency = randomAdjacency(seed, 60, 1 + (seed % 5) * 0.5);
      const order = Uint32Array.from(new SeededRandom(seed).shuffle(Array.from({ length: 60 }, (_, node) => node)));
      const tree = eliminate(adjacency, order);
      const graph = neighborsOf(adjacency);
      const positionOf = new Map(Array.from(tree.nodeOf, (node, position) => [node, position]));
      expect(positionOf.size).toBe(60);
      for (const node of order) {
        const position = positionOf.get(node)!;
        const links = [...tree.links.subarray(tree.firstLink[position], tree.firstLink[position + 1])];
        const later = ascending([...takeOut(graph, node)].map((other) => positionOf.get(other)!));
        expect(links).toEqual(later);
        expect(tree.parent[position]).toBe(later.at(-1) ?? -1);
        if (later.length > 0) expect(later.at(-1)).toBeLessThan(position);
      }
      // Each subtree is one piece: exactly the positions from which the parents lead to its root.
      let misplaced = 0;
      for (let root = 0; root < 60; root++) {
        for (let position = 0; position < 60; position++) {
          let at = position;
          while (at > root) at = tree.parent[at]!;
          if ((at === root) !== (position >= root && position < tree.subtreeEnd[root]!)) misplaced++;
        }
      }
      expect(misplaced).toBe(0);
    }
  });
});

describe('nested dissection', () => {
  const side = 40;
  const gridLinks = Array.from({ length: side * side }, (_, i) => [
    ...(i % side < side - 1 ? [[i, i + 1] as const] : []),
    ...(i < side * (side - 1) ? [[i, i + side] as const] : []),
  ]).flat();
  const grid = adjacencyOfPairs(
    side * side,
    Uint32Array.from(gridLinks, ([tail]) => tail),
    Uint32Array.from(gridLinks, ([, head]) => head),
  );
  const x = Float64Array.from({ length: side * side }, (_, i) => i % side);
  const y = Float64Array.from({ length: side * side }, (_, i) => Math.floor(i / side));

  it('orders every node once, the same way each time', () => {
    const order = dissect(grid, x, y);
    expect(ascending(order)).toEqual(Array.from({ length: side * side }, (_, node) => node));
    expect(dissect(grid, x, y)).toEqual(order);
  });

  it('keeps the links of a grid within what George proves, far below an order by rows', () => {
    const nodes = side * side;
    const { links } = eliminate(grid, dissect(grid, x, y));
    // 31/4 n log2 n + O(n) for the ideal dissection of a grid (A. George 1973).
    expect(links.length).toBeLessThan((31 / 4) * nodes * Math.log2(side));
    const byRows = eliminate(
      grid,
      Uint32Array.from({ length: nodes }, (_, node) => node),
    );
    expect(links.length).toBeLessThan(0.4 * byRows.links.length);
  });

  it('works on islands, on points in one place, on one node and on none', () => {
    const islands = adjacencyOfPairs(9, Uint32Array.of(0, 1, 3, 4, 6), Uint32Array.of(1, 2, 4, 5, 7));
    const flat = new Float64Array(9);
    expect(ascending(dissect(islands, flat, flat))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    const clique = Array.from({ length: 9 }, (_, a) => Array.from({ length: a }, (_, b) => [a, b] as const)).flat();
    const full = adjacencyOfPairs(
      9,
      Uint32Array.from(clique, ([a]) => a),
      Uint32Array.from(clique, ([, b]) => b),
    );
    expect(ascending(dissect(full, flat, flat))).toHaveLength(9);
    const none = new Uint32Array();
    expect([...dissect(adjacencyOfPairs(1, none, none), flat, flat)]).toEqual([0]);
    expect([...dissect(adjacencyOfPairs(0, none, none), flat, flat)]).toEqual([]);
  });
});

describe('shape of a network', () => {
  it('gives positions to nodes with roads alone', () => {
    const shape = buildShape({
      nodes: 6,
      tails: Uint32Array.of(1, 4),
      heads: Uint32Array.of(4, 5),
      lngMicrodegrees: Int32Array.of(0, 1, 2, 3, 4, 5),
      latMicrodegrees: Int32Array.of(0, 0, 0, 0, 0, 0),
    });
    expect(ascending(shape.nodeOf)).toEqual([1, 4, 5]);
    expect([...shape.positionOf].map((position) => position === NO_POSITION)).toEqual([
      true,
      false,
      true,
      true,
      false,
      false,
    ]);
    shape.nodeOf.forEach((node, position) => {
      expect(shape.positionOf[node]).toBe(position);
    });
  });
});
