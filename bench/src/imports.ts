import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface BuildReport {
  readonly facts: Readonly<Record<string, number | string>>;
  readonly steps: readonly { readonly name: string; readonly seconds: number; readonly peakMemoryMegabytes: number }[];
}

export interface ImportsOptions {
  /** The repository's root. */
  readonly root: string;
  /** Folder of the recipes' input files. */
  readonly dataDir: string;
}

/**
 * Builds every recipe in its own process and measures seconds (process start to exit) and the largest resident
 * memory. Returns a Markdown table; the bundles are deleted again.
 */
export async function imports({ root, dataDir }: ImportsOptions): Promise<string> {
  const recipes = (await readdir(join(root, 'recipes'))).filter((name) => name.endsWith('.yaml')).sort();
  const scratch = await mkdtemp(join(tmpdir(), 'hinterland-bench-'));
  const rows: string[] = [];
  try {
    for (const recipe of recipes) {
      const started = performance.now();
      const report = await build(root, recipe, dataDir, join(scratch, recipe));
      const seconds = (performance.now() - started) / 1000;
      const peak = Math.max(...report.steps.map((step) => step.peakMemoryMegabytes));
      const slowest = [...report.steps].sort((a, b) => b.seconds - a.seconds)[0];
      const fact = (name: string) =>
        Number(report.facts[name] ?? 0).toLocaleString('en-US', { maximumFractionDigits: 0 });
      rows.push(
        `| ${recipe.replace('.yaml', '')} | ${fact('nodes')} | ${fact('edges')} | ${fact('poles')} | ${seconds.toFixed(1)} | ${peak} | ${slowest?.name} (${slowest?.seconds.toFixed(1)} s) |`,
      );
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return [
    '| recipe | nodes | edges | poles | seconds | peak MB | slowest step |',
    '|---|--:|--:|--:|--:|--:|---|',
    ...rows,
  ].join('\n');
}

async function build(root: string, recipe: string, dataDir: string, outDir: string): Promise<BuildReport> {
  const args = ['territory', 'build', join('recipes', recipe), '--data', dataDir, '--out', outDir, '--json'];
  const child = spawn(process.execPath, [join(root, 'apps/cli/bin/hinterland.js'), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${recipe} did not build; its messages stand above.`);
  return JSON.parse(text) as BuildReport;
}
