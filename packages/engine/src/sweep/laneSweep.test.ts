import { SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { edgeCosts } from '../graph/edgeCosts.ts';
import { searchGraph } from '../graph/searchGraph.ts';
import { bucketSearch } from '../search/bucketSearch.ts';
import { SearchWorkspace, UNREACHED } from '../search/workspace.ts';
import { gridTown, randomTown } from '../testing/index.ts';
import {
  adoptHierarchy,
  hasPreparedSweep,
  hierarchyOf,
  preparedSweep,
  prepareSweep,
  sharedHierarchy,
} from './preparedSweep.ts';
import { LANES } from './sweepMemory.ts';

/** Random networks, a grid on which every way is as long as many others, and one of several groups of blocks. */
const TOWNS = [
  ...[1, 2, 3, 4, 5, 6].map((seed) => randomTown({ seed, nodes: 200 }).territory),
  gridTown({ blocks: 40, blockMeters: 100.3, speedKph: 23 }).territory,
  gridTown({ blocks: 120, blockMeters: 90.7, speedKph: 31 }).territory,
];

describe('lane sweep', () => {
  it('gives the costs of the search, in every lane', () => {
    let compared = 0;
    for (const [i, territory] of TOWNS.entries()) {
      for (const direction of ['inbound', 'outbound'] as const) {
        const costs = edgeCosts(territory, 'time', 'car', 'car-normal', direction);
        const { hierarchy, sweep } = prepareSweep(territory, costs);
        const workspace = new SearchWorkspace(territory.nodes.rows);
        const random = new SeededRandom(i);
        for (const limitCost of [20_000, 59_999, 300_000, 3_600_000]) {
          const stores = Array.from({ length: LANES }, () => ({
            nodes: [0, 1].map(() => hierarchy.nodeOf[random.int(hierarchy.positions)]!),
            costs: [random.int(30_000), random.int(30_000)],
          }));
          sweep.run(stores, limitCost);
          let wrong = 0;
          for (const lane of [0, 7, 31]) {
            workspace.clear();
            bucketSearch(searchGraph(territory, costs), stores[lane]!, limitCost, workspace);
            for (let position = 0; position < hierarchy.positions; position++) {
              const cost = workspace.cost(hierarchy.nodeOf[position]!);
              const found = sweep.cost(position, lane);
              if (cost === UNREACHED ? found <= limitCost : found !== cost) wrong++;
              if (cost !== UNREACHED) compared++;
            }
          }
          expect(wrong).toBe(0);
        }
      }
    }
    expect(compared).toBeGreaterThan(20_000);
  });

  it('takes 32 stores and no more, and starts anew each time', () => {
    const costs = edgeCosts(TOWNS[0]!, 'time', 'car', 'car-normal', 'inbound');
    const { hierarchy, sweep } = prepareSweep(TOWNS[0]!, costs);
    const store = { nodes: [hierarchy.nodeOf[0]!], costs: [0] };
    expect(() =>
      sweep.run(
        Array.from({ length: 33 }, () => store),
        1000,
      ),
    ).toThrow('at most 32');
    const many = {
      nodes: Array.from({ length: 513 }, () => hierarchy.nodeOf[0]!),
      costs: Array.from({ length: 513 }, () => 0),
    };
    expect(() => sweep.run([many], 1000)).toThrow('at most 512 seeds');
    sweep.run([store], 3_600_000);
    const found: number[][] = [];
    sweep.forEachRoad((...road) => found.push(road));
    expect(found.length).toBeGreaterThan(20);
    sweep.run([], 3_600_000);
    sweep.forEachRoad(() => expect.fail('nobody was swept'));
    sweep.run([store], 3_600_000);
    const again: number[][] = [];
    sweep.forEachRoad((...road) => again.push(road));
    expect(again).toEqual(found);
  });

  it('runs in another thread on a hierarchy that was built in this one', () => {
    const costs = edgeCosts(TOWNS[2]!, 'time', 'car', 'car-normal', 'inbound');
    const own = prepareSweep(TOWNS[2]!, costs);
    const built = hierarchyOf(TOWNS[2]!, costs);
    const posted = structuredClone(sharedHierarchy(built));
    expect(posted.down.costs.buffer).toBeInstanceOf(SharedArrayBuffer);
    // Another object over the same columns, as another thread has it.
    const territory = { ...TOWNS[2]! };
    adoptHierarchy(territory, costs, posted);
    const other = prepareSweep(territory, costs);
    expect(hierarchyOf(territory, costs)).toBe(posted);
    expect(other.hierarchy.up).toBe(posted.up);
    expect(posted).toEqual(built);
    const stores = [{ nodes: [own.hierarchy.nodeOf[3]!], costs: [0] }];
    own.sweep.run(stores, 200_000);
    other.sweep.run(stores, 200_000);
    expect(other.sweep.memory.rowOf).toEqual(own.sweep.memory.rowOf);
  });

  it('is kept for the profile that was swept last', () => {
    const of = (profile: 'car-normal' | 'car-heavy') => edgeCosts(TOWNS[1]!, 'time', 'car', profile, 'inbound');
    expect(hasPreparedSweep(TOWNS[1]!, of('car-normal'))).toBe(false);
    const normal = preparedSweep(TOWNS[1]!, of('car-normal'));
    expect(preparedSweep(TOWNS[1]!, of('car-normal'))).toBe(normal);
    expect(hasPreparedSweep(TOWNS[1]!, of('car-heavy'))).toBe(false);
    expect(preparedSweep(TOWNS[1]!, of('car-heavy'))).not.toBe(normal);
    expect(hasPreparedSweep(TOWNS[1]!, of('car-normal'))).toBe(false);
  });
});
