import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keptFolder } from '../../../../apps/service/src/testing/keptFolder.ts';
import { codeVersion } from '../codeVersion.ts';
import { dataFolder } from '../hinterland.ts';

const RECIPE = 'recipes/oahu.yaml';

/** Oʻahu as its recipe has it, with the survey of spend that ships. */
export async function oahuBundle(): Promise<string> {
  return keptFolder('oahu-with-spend', await codeVersion('importers', [RECIPE]), async (folder) => {
    const { buildTerritory, readRecipe } = await import('@hinterland/importers');
    await mkdir(folder, { recursive: true });
    const recipe = join(folder, 'oahu.yaml');
    const withSpend = readFileSync(RECIPE, 'utf8')
      .replace(/^ {4}consumption: Only.*\n/m, '')
      .replace(/^ {2}topics:\n/m, '$&    consumption: { expenditure: { survey: us-ces-2018 } }\n');
    await writeFile(recipe, withSpend);
    await buildTerritory(await readRecipe(recipe, { dataDir: dataFolder }), { outDir: folder });
  });
}
