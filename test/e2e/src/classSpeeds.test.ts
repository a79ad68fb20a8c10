import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildTerritory, readOsmPbf, readRecipe } from '@hinterland/importers';
import { loadTerritory } from '@hinterland/territory';
import { expect, it } from 'vitest';
import { classSpeedRatios } from '../../../bench/src/classSpeeds/ratios.ts';

const DATA = resolve(import.meta.dirname, '../../../../shared/data');
const RECIPES = resolve(import.meta.dirname, '../../../recipes');

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

// All recipes: docs/benchmarks.md. With the speeds of before, Monaco was 1.09.
it.skipIf(!existsSync(DATA))(
  'times by car are those of the middle of three routers, on Monaco (needs ../shared/data)',
  async () => {
    const dir = await mkdtemp(join(tmpdir(), 'hinterland-speeds-'));
    try {
      const recipe = await readRecipe(join(RECIPES, 'monaco.yaml'), { dataDir: DATA });
      await buildTerritory(recipe, { outDir: dir });
      const { map } = await readOsmPbf(join(DATA, 'extracts/monaco-2025-10-23.osm.pbf'));
      const { middle, each, comparedShare } = classSpeedRatios(await loadTerritory(dir), map);
      expect(middle).toHaveLength(600);
      expect(comparedShare).toBeGreaterThan(0.5);
      expect(median(middle)).toBeGreaterThan(0.95);
      expect(median(middle)).toBeLessThan(1.05);
      expect(median(each.osrm)).toBeLessThan(median(each.valhalla));
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  },
);
