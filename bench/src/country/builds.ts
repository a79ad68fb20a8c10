import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { measuredProcess, type ProcessFigures } from '../measuredProcess.ts';
import type { MosaicFiles } from './mosaic.ts';

export interface BuildFigures extends Omit<ProcessFigures, 'stdout'> {
  readonly steps: readonly {
    readonly name: string;
    readonly cpuSeconds: number;
    /** At the end of the step. */
    readonly memoryMegabytes: number;
  }[];
}

/** Builds the bundle of a recipe with the command that everybody uses, in a process of its own. */
export async function buildBundle(root: string, { recipe, dir }: MosaicFiles): Promise<BuildFigures> {
  const bundle = join(dir, 'bundle');
  await rm(bundle, { recursive: true, force: true });
  const args = [join(root, 'apps/cli/bin/hinterland.js'), 'territory', 'build', recipe, '--out', bundle];
  const { stdout: _, ...figures } = await measuredProcess(process.execPath, args, root);
  const report = JSON.parse(await readFile(join(bundle, 'report.json'), 'utf8')) as Pick<BuildFigures, 'steps'>;
  return { ...figures, steps: report.steps };
}
