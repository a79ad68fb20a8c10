import { cp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { keptFolder } from '../../../apps/service/src/testing/keptFolder.ts';
import { codeVersion } from './codeVersion.ts';
import { dataFolder } from './hinterland.ts';

const RECIPES = ['recipes/sydney-2020.yaml', 'recipes/sydney-2023.yaml'] as const;

/**
 * A folder with two bundles of Sydney, to be copied: `before` has the version of 2020, `after` that and the one of 2023, which
 * is in force. Built once for each state of the recipes and the code.
 */
async function sydneyBundles(): Promise<string> {
  return keptFolder('sydney', await codeVersion('importers', RECIPES), async (folder) => {
    const { buildTerritory, readRecipe } = await import('@hinterland/importers');
    const [older, newer] = await Promise.all(RECIPES.map((recipe) => readRecipe(recipe, { dataDir: dataFolder })));
    await buildTerritory(older!, { outDir: join(folder, 'before') });
    await cp(join(folder, 'before'), join(folder, 'after'), { recursive: true });
    await buildTerritory(newer!, { outDir: join(folder, 'after') });
  });
}

/** Installs Sydney of 2020 in a folder of territories, whole at once. */
export async function installSydney2020(territories: string): Promise<void> {
  const draft = `${territories}-sydney`;
  await cp(join(await sydneyBundles(), 'before'), draft, { recursive: true });
  await rename(draft, join(territories, 'sydney'));
}

/** Adds the version of 2023 and puts it in force: its files first, the manifest last. */
export async function installSydney2023(territories: string): Promise<void> {
  const bundle = join(await sydneyBundles(), 'after');
  const manifest = join(bundle, 'manifest.json');
  const installed = join(territories, 'sydney');
  await cp(bundle, installed, { recursive: true, filter: (path) => path !== manifest });
  await cp(manifest, join(installed, 'manifest.json.new'));
  await rename(join(installed, 'manifest.json.new'), join(installed, 'manifest.json'));
}
