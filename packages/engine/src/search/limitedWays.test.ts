import { MODE_BIT } from '@hinterland/catalogue';
import { MinHeap, SeededRandom } from '@hinterland/geo';
import { NONE, type Territory } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { edgeCosts } from '../graph/edgeCosts.ts';
import { searchGraph } from '../graph/searchGraph.ts';
import { randomTown } from '../testing/randomTown.ts';
import { bucketSearch } from './bucketSearch.ts';
import { originSeeds } from './seeds.ts';
import { SearchWorkspace } from './workspace.ts';

const LIMIT = 3_600_000;

/** A town in which a share of the nodes lies on limited ways. */
function limitedTown(random: SeededRandom, seed: number): Territory {
  const { territory: town } = randomTown({ seed });
  const insideFor = Uint8Array.from({ length: town.nodes.rows }, () => (random.int(3) === 0 ? MODE_BIT.car : 0));
  return { ...town, limits: { rows: insideFor.length, insideFor } } as unknown as Territory;
}

/** Least times by state: how far a journey is, at its beginning inside, on through roads, or at its end inside. */
function plainTimes(town: Territory, from: number, at: number, isOutbound: boolean): Map<number, number> {
  const { edges, weights, limits } = town;
  const { forwardMilliseconds, backwardMilliseconds } = weights['car-normal']!;
  const isInside = (node: number) => (limits!.insideFor[node]! & MODE_BIT.car) !== 0;
  const [START, THROUGH, END] = [0, 1, 2];
  const times = new Map<number, number>();
  const queue = new MinHeap();
  const reach = (node: number, state: number, time: number) => {
    const key = 3 * node + state;
    if (time > LIMIT || time >= (times.get(key) ?? Infinity)) return;
    times.set(key, time);
    queue.push(time, key);
  };
  reach(from, isInside(from) ? START : THROUGH, at);
  while (queue.size > 0) {
    const time = queue.minKey;
    const key = queue.pop();
    if (time > times.get(key)!) continue;
    const [node, state] = [Math.floor(key / 3), key % 3];
    for (let edge = 0; edge < edges.rows; edge++) {
      if ((edges.mainComponent[edge]! & MODE_BIT.car) === 0) continue;
      const [a, b] = [edges.fromNode[edge]!, edges.toNode[edge]!];
      const along = isOutbound ? forwardMilliseconds[edge]! : backwardMilliseconds[edge]!;
      const against = isOutbound ? backwardMilliseconds[edge]! : forwardMilliseconds[edge]!;
      for (const [tail, head, cost] of [
        [a, b, along],
        [b, a, against],
      ] as const) {
        if (tail !== node || cost === NONE) continue;
        if (isInside(head)) reach(head, state === THROUGH ? END : state, time + cost);
        else if (state !== END) reach(head, THROUGH, time + cost);
      }
    }
  }
  const least = new Map<number, number>();
  for (const [key, time] of times) {
    const node = Math.floor(key / 3);
    least.set(node, Math.min(time, least.get(node) ?? Infinity));
  }
  return least;
}

describe('ways that are not driven through', () => {
  it('are used at the beginning and the end of journeys alone, both ways, as a search by states has it', () => {
    let compared = 0;
    for (let seed = 1; seed <= 25; seed++) {
      const random = new SeededRandom(seed);
      const town = limitedTown(random, seed);
      const edges = [...Array(town.edges.rows).keys()].filter(
        (edge) => (town.edges.mainComponent[edge]! & MODE_BIT.car) !== 0 && town.edges.lengthMillimeters[edge]! > 0,
      );
      for (const direction of ['outbound', 'inbound'] as const) {
        const costs = edgeCosts(town, 'time', 'car', 'car-normal', direction);
        const edge = random.pick(edges);
        const place = { edge, positionMillimeters: 0, accessMillimeters: 0 };
        const workspace = new SearchWorkspace(town.nodes.rows);
        bucketSearch(searchGraph(town, costs), originSeeds(town, costs, [place]), LIMIT, workspace);
        // A place at the very beginning of an edge is its node, and one may drive along it.
        const from = plainTimes(town, town.edges.fromNode[edge]!, 0, direction === 'outbound');
        const whole = costs.withWaysOut.enteredAtFrom[edge]!;
        const over =
          whole === NONE
            ? new Map<number, number>()
            : plainTimes(town, town.edges.toNode[edge]!, whole, direction === 'outbound');
        for (let node = 0; node < town.nodes.rows; node++) {
          const expected = Math.min(from.get(node) ?? Infinity, over.get(node) ?? Infinity);
          const found = workspace.cost(node);
          if (expected > LIMIT) expect(found, `seed ${seed}, node ${node}`).toBeGreaterThan(LIMIT);
          else expect([seed, direction, node, found]).toEqual([seed, direction, node, expected]);
          compared++;
        }
      }
    }
    expect(compared).toBeGreaterThan(500);
  });
});
