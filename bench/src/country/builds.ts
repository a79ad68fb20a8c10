import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { measuredProcess, type ProcessFigures } from '../measuredProcess.ts';
import type { MosaicFiles } from './mosaic.ts';

export interface BuildFigures extends Omit<ProcessFigures, 'stdout'> {
  readonly steps: readonly { readonly name: string; readonly seconds: number; readonly peakMemoryMegabytes: number }[];
}

/** Builds the bundle of a recipe with the command that everybody uses, in a process of its own. */
export async function buildBundle(root: string, { recipe, dir }: MosaicFiles): Promise<BuildFigures> {
  const bundle = join(dir, 'bundle');
  const args = [join(root, 'apps/cli/bin/hinterland.js'), 'territory', 'build', recipe, '--out', bundle];
  const { stdout: _, ...figures } = await measuredProcess(process.execPath, args, root);
  const report = JSON.parse(await readFile(join(bundle, 'report.json'), 'utf8')) as Pick<BuildFigures, 'steps'>;
  return { ...figures, steps: report.steps };
}
