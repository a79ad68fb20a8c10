import { SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import type { SearchGraph } from '../graph/searchGraph.ts';
import { bucketSearch } from './bucketSearch.ts';
import { type PlainArc, plainSearch } from './testing/plainSearch.ts';
import { SearchWorkspace, UNREACHED } from './workspace.ts';

describe('bucket search', () => {
  it('finds the costs of the plain search, whatever the width of its buckets', () => {
    let reached = 0;
    for (let seed = 1; seed <= 400; seed++) {
      const random = new SeededRandom(seed);
      const nodes = 2 + random.int(120);
      const arcs = randomArcs(random, nodes);
      const seeds = randomSeeds(random, nodes);
      const limit = random.pick([0, 1, 900, 20_000, 300_000, 0x3fffffff]);
      const expected = plainSearch(arcs, seeds, limit);
      for (const bucketShift of [0, 8, 13, 24]) {
        const workspace = new SearchWorkspace(nodes);
        bucketSearch(graphOf(nodes, arcs, bucketShift), seeds, limit, workspace);
        expect(costsIn(workspace, nodes), `seed ${seed}, shift ${bucketShift}`).toEqual(sorted(expected));
        expect(workspace.reachedCount).toBe(expected.size);
        expect(new Set(workspace.reached.subarray(0, workspace.reachedCount)).size).toBe(expected.size);
      }
      reached += expected.size;
    }
    expect(reached).toBeGreaterThan(5000);
  });

  it('keeps nodes at exactly the limit and no others', () => {
    const graph = graphOf(3, [arc(0, 1, 500), arc(1, 2, 500)], 8);
    const costs = (limit: number) => {
      const workspace = new SearchWorkspace(3);
      bucketSearch(graph, { nodes: [0], costs: [0] }, limit, workspace);
      return [0, 1, 2].map((node) => workspace.cost(node));
    };
    expect(costs(1000)).toEqual([0, 500, 1000]);
    expect(costs(999)).toEqual([0, 500, UNREACHED]);
    expect(costs(0)).toEqual([0, UNREACHED, UNREACHED]);
  });

  it('uses one workspace again and again, also after it was stopped', () => {
    const random = new SeededRandom(11);
    const nodes = 60;
    const arcs = randomArcs(random, nodes);
    const graph = graphOf(nodes, arcs, 8);
    const workspace = new SearchWorkspace(nodes);
    for (let run = 0; run < 50; run++) {
      workspace.clear();
      const seeds = randomSeeds(random, nodes);
      if (run % 5 === 0) {
        const stop = () => {
          if (workspace.reachedCount > 3) throw new Error('stopped');
        };
        try {
          bucketSearch(graph, seeds, 400_000, workspace, stop);
        } catch {
          // The caller is gone; the next run must not notice.
        }
        workspace.clear();
        expect(costsIn(workspace, nodes)).toEqual([]);
      }
      bucketSearch(graph, seeds, 100_000, workspace);
      expect(costsIn(workspace, nodes)).toEqual(sorted(plainSearch(arcs, seeds, 100_000)));
    }
  });

  it('refuses a limit that would overflow', () => {
    const graph = graphOf(1, [], 8);
    for (const limit of [-1, Number.NaN, 0x40000000]) {
      expect(() => bucketSearch(graph, { nodes: [0], costs: [0] }, limit, new SearchWorkspace(1))).toThrow(/limit/);
    }
  });
});

function arc(tail: number, head: number, cost: number): PlainArc {
  return { tail, head, cost };
}

/** Short, long, free and near-impossible arcs, many of them parallel. */
function randomArcs(random: SeededRandom, nodes: number): PlainArc[] {
  return Array.from({ length: random.int(5 * nodes) }, () => {
    const kind = random.next();
    const cost = kind < 0.1 ? 0 : kind < 0.2 ? random.int(3) : kind < 0.97 ? random.int(40_000) : 0x3fffffff;
    return arc(random.int(nodes), random.int(nodes), cost);
  });
}

function randomSeeds(random: SeededRandom, nodes: number) {
  const count = 1 + random.int(4);
  return {
    nodes: Array.from({ length: count }, () => random.int(nodes)),
    costs: Array.from({ length: count }, () => random.int(30_000)),
  };
}

function graphOf(nodes: number, arcs: readonly PlainArc[], bucketShift: number): SearchGraph {
  const firstArc = new Uint32Array(nodes + 1);
  const ordered = arcs.toSorted((a, b) => a.tail - b.tail);
  for (const { tail } of ordered) firstArc[tail + 1]!++;
  for (let node = 0; node < nodes; node++) firstArc[node + 1]! += firstArc[node]!;
  const arcColumn = Int32Array.from(ordered.flatMap(({ head, cost }) => [head, cost]));
  return { nodes, firstArc, endArc: firstArc.subarray(1), arcs: arcColumn, bucketShift, need: () => {} };
}

function costsIn(workspace: SearchWorkspace, nodes: number): [number, number][] {
  return Array.from({ length: nodes }, (_, node): [number, number] => [node, workspace.cost(node)]).filter(
    ([, cost]) => cost !== UNREACHED,
  );
}

function sorted(costs: Map<number, number>): [number, number][] {
  return [...costs].sort((a, b) => a[0] - b[0]);
}
