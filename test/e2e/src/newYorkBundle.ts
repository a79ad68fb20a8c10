import { keptFolder } from '../../../apps/service/src/testing/keptFolder.ts';
import { codeVersion } from './codeVersion.ts';
import { dataFolder } from './hinterland.ts';

const RECIPE = 'recipes/new-york.yaml';

/** A folder with the bundle of New York, to be copied or read; built once for each state of its recipe and the code. */
export async function newYorkBundle(): Promise<string> {
  return keptFolder('new-york', await codeVersion('importers', [RECIPE]), async (folder) => {
    const { buildTerritory, readRecipe } = await import('@hinterland/importers');
    await buildTerritory(await readRecipe(RECIPE, { dataDir: dataFolder }), { outDir: folder });
  });
}
