import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catchment, reachedPoles } from '@hinterland/engine/catchment';
import { isochrones } from '@hinterland/engine/isochrone';
import type { CatchmentQuery } from '@hinterland/engine/query';
import { SeededRandom } from '@hinterland/geo';
import { buildTerritory, readRecipe } from '@hinterland/importers';
import { loadTerritory, type Territory } from '@hinterland/territory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainCatchment } from '../../../packages/engine/src/catchment/testing/plainCatchment.ts';
import { dataFolder, hasData, root } from './hinterland.ts';

/** Invariants on a whole country as it is mapped: one-way streets, tunnels, private drives, dead ends. */
describe.skipIf(!hasData)('Liechtenstein (needs the test data beside the project)', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'hinterland-real-'));
  const random = new SeededRandom(20261121);
  let territory: Territory;

  beforeAll(async () => {
    const recipe = await readRecipe(join(root, 'recipes/liechtenstein.yaml'), { dataDir: dataFolder });
    await buildTerritory(recipe, { outDir: scratch });
    territory = await loadTerritory(scratch);
  });
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  /** A place near a random pole, so that a road is near. */
  const origin = () => {
    const pole = random.int(territory.poles.rows);
    return {
      lat: (territory.poles.latMicrodegrees[pole] as number) / 1e6 + random.between(-0.0005, 0.0005),
      lng: (territory.poles.lngMicrodegrees[pole] as number) / 1e6 + random.between(-0.0005, 0.0005),
    };
  };
  const base = { measure: 'time', mode: 'car', traffic: 'normal', direction: 'inbound' } as const;
  const byCar = (origins: CatchmentQuery['origins'], limits: number[], change: Partial<CatchmentQuery> = {}) =>
    catchment(territory, { ...base, origins, limits, ...change });
  const costs = (of: ReturnType<typeof catchment>) => {
    const reached = reachedPoles(of);
    return new Map([...reached.poles].map((pole, i) => [pole, reached.costs[i] as number]));
  };

  it('has the poles and people of the country', () => {
    expect(territory.poles.rows).toBeGreaterThan(9_000);
    // 39,308 residents at the end of 2021, Amt für Statistik.
    const everyone = byCar([origin()], [7200]).bands[0]?.cumulative.residents as number;
    expect(everyone).toBeGreaterThan(38_000);
    expect(everyone).toBeLessThan(39_400);
  });

  it('fast and plain search agree on every pole, where ways are driven through', () => {
    // The plain search knows no ways that end journeys; engine/search/limitedWays.test.ts has a search of states for these.
    const open = { ...territory, limits: null };
    for (let i = 0; i < 200; i++) {
      const query: CatchmentQuery = {
        origins: Array.from({ length: 1 + random.int(2) }, origin),
        measure: random.pick(['time', 'distance'] as const),
        limits: [60 + random.int(1500)],
        mode: random.pick(['car', 'walk', 'bicycle'] as const),
        traffic: random.pick(['free', 'normal', 'heavy'] as const),
        direction: random.pick(['inbound', 'outbound'] as const),
      };
      const fast = catchment(open, query);
      expect(costs(fast)).toEqual(plainCatchment(open, query, fast.origins));
    }
  });

  it('bands nest, and each limit counts the same alone or with others', () => {
    for (let i = 0; i < 200; i++) {
      const place = origin();
      const [five, ten, fifteen] = byCar([place], [300, 600, 900]).bands;
      expect(five?.cumulative.residents).toBeLessThanOrEqual(ten?.cumulative.residents as number);
      expect(ten?.cumulative.residents).toBeLessThanOrEqual(fifteen?.cumulative.residents as number);
      const alone = byCar([place], [600]).bands[0];
      expect(alone?.cumulative.residents).toBe(ten?.cumulative.residents);
      expect(alone?.cumulative.poles).toBe(ten?.cumulative.poles);
    }
  });

  it('the ring of 600 s is the same alone or with others, and lies within that of 900 s', () => {
    for (let i = 0; i < 40; i++) {
      const place = origin();
      const [, ten, fifteen] = isochrones(byCar([place], [300, 600, 900]));
      const [alone] = isochrones(byCar([place], [600]));
      expect(alone?.polygon).toEqual(ten?.polygon);
      expect(ten?.areaSquareKm).toBeLessThanOrEqual(fifteen?.areaSquareKm as number);
    }
  });

  it('a union of two places counts nobody twice: |A ∪ B| = |A| + |B| − |A ∩ B|', () => {
    for (let i = 0; i < 200; i++) {
      const [a, b] = [origin(), origin()];
      const [inA, inB, union] = [byCar([a], [400]), byCar([b], [400]), byCar([a, b], [400])].map(costs);
      const both = [...(inA as Map<number, number>).keys()].filter((pole) => inB?.has(pole)).length;
      expect(union?.size).toBe((inA?.size as number) + (inB?.size as number) - both);
    }
  });

  it('towards a place and away from it differ where one-way streets make them', () => {
    let different = 0;
    for (let i = 0; i < 60; i++) {
      const place = origin();
      const inbound = costs(byCar([place], [300]));
      const outbound = costs(byCar([place], [300], { direction: 'outbound' }));
      different += [...inbound].some(([pole, cost]) => outbound.get(pole) !== cost) ? 1 : 0;
      // On foot the way there is the way back, but for steps and slopes, which cost the same both ways here.
      const there = costs(byCar([place], [600], { mode: 'walk' }));
      expect(costs(byCar([place], [600], { mode: 'walk', direction: 'outbound' })).size).toBe(there.size);
    }
    expect(different).toBeGreaterThan(20);
  });
});
