import { keptFolder } from '../../../../apps/service/src/testing/keptFolder.ts';
import { codeVersion } from '../codeVersion.ts';
import { dataFolder } from '../hinterland.ts';

/** Builds the bundle of a recipe once for each state of it and the code. Returns its folder. */
export const bundleOf = (name: string) => async (): Promise<string> => {
  const path = `recipes/${name}.yaml`;
  return keptFolder(`verdicts-${name}`, await codeVersion('importers', [path]), async (folder) => {
    const { buildTerritory, readRecipe } = await import('@hinterland/importers');
    await buildTerritory(await readRecipe(path, { dataDir: dataFolder }), { outDir: folder });
  });
};
