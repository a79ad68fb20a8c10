import { buildShape, NO_POSITION, SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { MAX_COST } from '../graph/edgeCosts.ts';
import type { SearchGraph } from '../graph/searchGraph.ts';
import { type PlainArc, plainSearch } from '../search/testing/plainSearch.ts';
import { buildHierarchy, type Hierarchy } from './hierarchy.ts';

interface RandomGraph {
  readonly arcs: readonly PlainArc[];
  readonly graph: SearchGraph;
  readonly hierarchy: Hierarchy;
}

/** One-way streets, parallel arcs, arcs of no cost, arcs longer than any limit, islands, nodes without arcs. */
function randomGraph(seed: number, nodes: number, costOf: (random: SeededRandom) => number): RandomGraph {
  const random = new SeededRandom(seed);
  const lng = Int32Array.from({ length: nodes }, () => random.int(1_000_000));
  const lat = Int32Array.from({ length: nodes }, () => random.int(1_000_000));
  const arcs: PlainArc[] = [];
  for (let node = 0; node < nodes; node++) {
    if (random.next() < 0.05) continue;
    const near = Array.from({ length: nodes }, (_, other) => other)
      .filter((other) => other !== node)
      .sort((a, b) => distance(node, a) - distance(node, b))
      .slice(0, 4);
    for (const head of near) {
      if (random.next() < 0.6) arcs.push({ tail: node, head, cost: costOf(random) });
      if (random.next() < 0.4) arcs.push({ tail: head, head: node, cost: costOf(random) });
      if (random.next() < 0.1) arcs.push({ tail: node, head, cost: costOf(random) });
    }
    if (random.next() < 0.05) arcs.push({ tail: node, head: random.int(nodes), cost: costOf(random) });
  }
  arcs.sort((a, b) => a.tail - b.tail);
  const firstArc = new Uint32Array(nodes + 1);
  for (const { tail } of arcs) firstArc[tail + 1]!++;
  for (let node = 0; node < nodes; node++) firstArc[node + 1]! += firstArc[node]!;
  const graph = {
    nodes,
    firstArc,
    endArc: firstArc.subarray(1),
    arcs: Int32Array.from(arcs.flatMap(({ head, cost }) => [head, cost])),
    bucketShift: 8,
    need: () => {},
  };
  const shape = buildShape({
    nodes,
    tails: Uint32Array.from(arcs, ({ tail }) => tail),
    heads: Uint32Array.from(arcs, ({ head }) => head),
    lngMicrodegrees: lng,
    latMicrodegrees: lat,
  });
  const hierarchy = buildHierarchy(shape, (visit) => {
    for (const { tail, head, cost } of arcs) visit(tail, head, cost);
  });
  return { arcs, graph, hierarchy };

  function distance(a: number, b: number): number {
    return (lng[a]! - lng[b]!) ** 2 + (lat[a]! - lat[b]!) ** 2;
  }
}

/** Up from the seeds, then one pass down: what a hierarchy is for, in the plainest way. */
function descend(hierarchy: Hierarchy, seeds: { nodes: readonly number[]; costs: readonly number[] }): number[] {
  const { positions, positionOf, up, down } = hierarchy;
  const climbed = Array.from({ length: positions }, () => Infinity);
  seeds.nodes.forEach((node, i) => {
    const position = positionOf[node]!;
    climbed[position] = Math.min(climbed[position]!, seeds.costs[i]!);
  });
  for (let position = positions - 1; position >= 0; position--) {
    for (let arc = up.first[position]!; arc < up.first[position + 1]!; arc++) {
      const end = up.ends[arc]!;
      climbed[end] = Math.min(climbed[end]!, climbed[position]! + up.costs[arc]!);
    }
  }
  for (let position = 0; position < positions; position++) {
    for (let arc = down.first[position]!; arc < down.first[position + 1]!; arc++) {
      climbed[position] = Math.min(climbed[position]!, climbed[down.ends[arc]!]! + down.costs[arc]!);
    }
  }
  return climbed;
}

const KINDS: readonly (readonly [string, (random: SeededRandom) => number])[] = [
  ['ordinary', (random) => 1 + random.int(60_000)],
  ['small, with many ties and zeros', (random) => random.int(3)],
  ['all zero', () => 0],
  ['very unlike', (random) => random.pick([0, 1, 1000, 60_000, MAX_COST])],
];

describe('hierarchy', () => {
  it.each(KINDS)('gives the costs of a plain search from any seeds; arcs %s', (_, costOf) => {
    let reached = 0;
    for (let seed = 1; seed <= 25; seed++) {
      const { arcs, graph, hierarchy } = randomGraph(seed, 30 + 4 * seed, costOf);
      const random = new SeededRandom(seed);
      for (let query = 0; query < 8; query++) {
        const nodes = Array.from(
          { length: 1 + random.int(3) },
          () => hierarchy.nodeOf[random.int(hierarchy.positions)]!,
        );
        const seeds = { nodes, costs: nodes.map(() => random.int(5000)) };
        const expected = plainSearch(arcs, seeds, MAX_COST - 1);
        const found = descend(hierarchy, seeds);
        for (let node = 0; node < graph.nodes; node++) {
          const position = hierarchy.positionOf[node]!;
          if (position === NO_POSITION) continue;
          const cost = found[position]!;
          expect(cost < MAX_COST ? cost : undefined).toBe(expected.get(node));
          if (cost < MAX_COST) reached++;
        }
      }
    }
    expect(reached).toBeGreaterThan(2000);
  });

  it('has arcs to ancestors alone, ascending, and none that no shortest path needs', () => {
    const { hierarchy, arcs } = randomGraph(7, 150, (random) => 1 + random.int(60_000));
    const isAncestor = (position: number, end: number) => {
      let at = position;
      while (at > end) at = hierarchy.parent[at]!;
      return at === end && end !== position;
    };
    for (const { first, ends, costs } of [hierarchy.up, hierarchy.down]) {
      expect(first[hierarchy.positions]).toBe(ends.length);
      for (let position = 0; position < hierarchy.positions; position++) {
        for (let arc = first[position]!; arc < first[position + 1]!; arc++) {
          expect(isAncestor(position, ends[arc]!)).toBe(true);
          if (arc > first[position]!) expect(ends[arc]).toBeGreaterThan(ends[arc - 1]!);
          const [low, high] = [hierarchy.nodeOf[position]!, hierarchy.nodeOf[ends[arc]!]!];
          const [tail, head] = ends === hierarchy.up.ends ? [low, high] : [high, low];
          expect(plainSearch(arcs, { nodes: [tail], costs: [0] }, MAX_COST - 1).get(head)).toBe(costs[arc]);
        }
      }
    }
  });
});
