import { type AssembledTerritory, type AssembleOptions, assembleTerritory } from '@hinterland/importers';
import { type DemoOptions, demoInputs } from './demoInputs.ts';

/** Builds the demo territory in `outDir`: some seconds. The same seed gives the same bytes. */
export async function buildDemo(
  outDir: string,
  options: AssembleOptions & DemoOptions = {},
): Promise<AssembledTerritory> {
  options.progress?.('making an island', 0);
  return assembleTerritory(demoInputs(options), outDir, options);
}
