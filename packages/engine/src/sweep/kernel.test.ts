import { SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { edgeCosts } from '../graph/edgeCosts.ts';
import { randomTown } from '../testing/index.ts';
import { prepareSweep } from './preparedSweep.ts';
import { LANES } from './sweepMemory.ts';
import { isWasmSupported } from './wasmKernel.ts';

describe('WASM kernels', () => {
  it('run here', () => {
    expect(isWasmSupported()).toBe(true);
  });

  it('do what the scalar ones do, lane by lane and road by road', () => {
    let lanesCompared = 0;
    let roadsCompared = 0;
    for (let seed = 1; seed <= 20; seed++) {
      const { territory } = randomTown({ seed, nodes: 150 });
      const costs = edgeCosts(territory, 'time', 'car', 'car-normal', seed % 2 === 0 ? 'inbound' : 'outbound');
      const wasm = prepareSweep(territory, costs, { kernel: 'wasm' });
      const scalar = prepareSweep(territory, costs, { kernel: 'scalar' });
      const random = new SeededRandom(seed);
      const { tables } = wasm;
      for (const limitCost of [1, 15_000, 120_000, 3_600_000]) {
        const stores = Array.from({ length: 1 + random.int(LANES) }, () => ({
          nodes: [tables.nodeOf[random.int(tables.positions)]!],
          costs: [random.int(20_000)],
        }));
        wasm.sweep.run(stores, limitCost);
        scalar.sweep.run(stores, limitCost);
        const { rowOf, lanes } = scalar.sweep.memory;
        let differences = 0;
        for (let position = 0; position < tables.positions; position++) {
          const row = rowOf[position]!;
          if (wasm.sweep.memory.rowOf[position] !== row) differences++;
          for (let at = row * LANES; at < (row + 1) * LANES; at++) {
            if (wasm.sweep.memory.lanes[at] !== lanes[at]) differences++;
            lanesCompared++;
          }
        }
        expect(differences).toBe(0);
        const roads: number[][] = [];
        scalar.sweep.forEachRoad((...road) => roads.push(road));
        const roadsOfWasm: number[][] = [];
        wasm.sweep.forEachRoad((...road) => roadsOfWasm.push(road));
        expect(roadsOfWasm).toEqual(roads);
        roadsCompared += roads.length;
      }
    }
    expect(lanesCompared).toBeGreaterThan(100_000);
    expect(roadsCompared).toBeGreaterThan(1_000);
  });
});
