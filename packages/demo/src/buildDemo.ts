import { type AssembledTerritory, type AssembleOptions, assembleTerritory } from '@hinterland/importers';
import { loadTerritory, writeFamily } from '@hinterland/territory';
import { DEMO_SEED, type DemoOptions, demoInputs } from './demoInputs.ts';
import { earlierList } from './stores/earlierList.ts';

/** Builds the demo territory in `outDir`, with a list of stores from before: some seconds. The same seed gives the same bytes. */
export async function buildDemo(
  outDir: string,
  options: AssembleOptions & DemoOptions = {},
): Promise<AssembledTerritory> {
  options.progress?.('making an island', 0);
  const assembled = await assembleTerritory(demoInputs(options), outDir, options);
  await writeFamily(outDir, earlierList(await loadTerritory(outDir), options.seed ?? DEMO_SEED));
  return assembled;
}
