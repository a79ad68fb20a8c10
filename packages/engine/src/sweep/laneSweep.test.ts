import { SeededRandom } from '@hinterland/geo';
import { shareTerritory, type Territory, territoryFromShared } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { edgeCosts } from '../graph/edgeCosts.ts';
import { searchGraph } from '../graph/searchGraph.ts';
import { sharedBytes } from '../memory/sharedPerTerritory.ts';
import { bucketSearch } from '../search/bucketSearch.ts';
import { SearchWorkspace, UNREACHED } from '../search/workspace.ts';
import { gridTown, randomTown } from '../testing/index.ts';
import { hasPreparedSweep, type PreparedSweep, preparedSweep, prepareSweep } from './preparedSweep.ts';
import { LANES } from './sweepMemory.ts';
import { offerSweepTables, type SweepTables, sweepTables } from './sweepTables.ts';

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
        const { tables, sweep } = prepareSweep(territory, costs);
        const workspace = new SearchWorkspace(territory.nodes.rows);
        const random = new SeededRandom(i);
        for (const limitCost of [20_000, 59_999, 300_000, 3_600_000]) {
          const stores = Array.from({ length: LANES }, () => ({
            nodes: [0, 1].map(() => tables.nodeOf[random.int(tables.positions)]!),
            costs: [random.int(30_000), random.int(30_000)],
          }));
          sweep.run(stores, limitCost);
          let wrong = 0;
          for (const lane of [0, 7, 31]) {
            workspace.clear();
            bucketSearch(searchGraph(territory, costs), stores[lane]!, limitCost, workspace);
            for (let position = 0; position < tables.positions; position++) {
              const cost = workspace.cost(tables.nodeOf[position]!);
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
    const { tables, sweep } = prepareSweep(TOWNS[0]!, costs);
    const store = { nodes: [tables.nodeOf[0]!], costs: [0] };
    expect(() =>
      sweep.run(
        Array.from({ length: 33 }, () => store),
        1000,
      ),
    ).toThrow('at most 32');
    const many = {
      nodes: Array.from({ length: 513 }, () => tables.nodeOf[0]!),
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

  it('runs in other threads on tables that the first one made, which nobody waits for while they are offered', () => {
    const { territory } = randomTown({ seed: 3, nodes: 200 });
    const shared = { ...shareTerritory(territory), scratch: new SharedArrayBuffer(2 ** 24) };
    const [first, second, third] = [1, 2, 3].map(() => territoryFromShared(shared)) as [
      Territory,
      Territory,
      Territory,
    ];
    const costsOf = (of: Territory) => edgeCosts(of, 'time', 'car', 'car-normal', 'inbound');
    // The second thread asks in the middle of what the first one offers: it makes its own, and that stays.
    let own: SweepTables | null = null;
    offerSweepTables(first, costsOf(first), () => {
      own ??= sweepTables(second, costsOf(second), () => {});
    });
    const made = sharedBytes(first);
    expect(made).toBeGreaterThan(10_000);
    const [inFirst, inThird] = [first, third].map((of) => prepareSweep(of, costsOf(of))) as [
      PreparedSweep,
      PreparedSweep,
    ];
    for (const { tables } of [inFirst, inThird]) {
      expect(tables.legs.buffer).toBe(shared.scratch);
      expect(tables.legs.byteOffset).toBe(own!.legs.byteOffset);
      expect(tables).toEqual(sweepTables(territory, costsOf(territory)));
    }
    expect(sharedBytes(first)).toBe(made);
    offerSweepTables(first, costsOf(first), () => expect.fail('they are there'));
    const stores = [{ nodes: [own!.nodeOf[3]!], costs: [0] }];
    inFirst.sweep.run(stores, 200_000);
    inThird.sweep.run(stores, 200_000);
    expect(inThird.sweep.memory.rowOf).toEqual(inFirst.sweep.memory.rowOf);
  });

  it('keeps nothing of tables whose making was stopped', () => {
    const { territory } = randomTown({ seed: 3, nodes: 200 });
    const shared = { ...shareTerritory(territory), scratch: new SharedArrayBuffer(2 ** 24) };
    const thread = territoryFromShared(shared);
    const costs = edgeCosts(thread, 'time', 'car', 'car-normal', 'inbound');
    const stop = () => {
      throw new Error('stopped');
    };
    expect(() => offerSweepTables(thread, costs, stop)).toThrow('stopped');
    expect(() => sweepTables(thread, costs, stop)).toThrow('stopped');
    expect(sweepTables(thread, costs)).toEqual(sweepTables(territory, costs));
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
