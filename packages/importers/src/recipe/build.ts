import type { Box } from '@hinterland/geo';
import { type AssembledTerritory, assembleTerritory } from '../assemble/assemble.ts';
import type { Progress } from '../assemble/steps.ts';
import type { Recipe } from './read.ts';
import { readInputs } from './readInputs.ts';

export interface BuildOptions {
  /** Folder of the bundle. */
  readonly outDir: string;
  readonly progress?: Progress;
  /** See AssembleOptions. */
  readonly acceptsLosses?: boolean | undefined;
}

export interface BuiltTerritory extends AssembledTerritory {
  /** Where the map is complete; undefined where it holds every census unit in full. */
  readonly mapBox: Box | undefined;
}

/** Share of the time that reading the inputs usually takes. */
const READING = 0.4;

/** Builds the territory of a recipe: reads its inputs, makes a bundle of them in `outDir` and puts it in force. */
export async function buildTerritory(recipe: Recipe, options: BuildOptions): Promise<BuiltTerritory> {
  const inputs = await readInputs(recipe, (step, fraction) => options.progress?.(step, READING * fraction));
  const { mapBox } = inputs;
  const made = await assembleTerritory(inputs, options.outDir, {
    releasesMap: true,
    acceptsLosses: options.acceptsLosses ?? false,
    progress: (step, fraction) => options.progress?.(step, READING + (1 - READING) * fraction),
  });
  return { ...made, mapBox };
}
