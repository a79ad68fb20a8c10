import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadTerritory } from '@hinterland/territory';
import { measuredProcess } from '../measuredProcess.ts';
import { accuracy } from './accuracy.ts';

interface Build {
  readonly steps: readonly { readonly name: string; readonly cpuSeconds: number }[];
}
interface Index {
  readonly cpuSeconds: number;
  readonly growthMegabytes: number;
}
interface Open {
  readonly openMilliseconds: number;
  readonly firstMilliseconds: number;
  readonly residentMegabytes: number;
  readonly indexFiles: readonly { readonly name: string; readonly bytes: number }[];
  readonly addressBytes: number;
}

export const LARGE_HEADER = [
  '| addresses | streets | names | words | postings | build, s CPU | its memory, MB | index alone, s CPU | its memory, MB | index on disk, MB | addresses on disk, MB | opening, ms | first search, ms | memory then, MB |',
  '|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
];

/**
 * Builds a territory of so many generated addresses and opens it: the table row of its index, and those of its searches.
 * Building, indexing and opening have a process each.
 */
export async function large(
  count: number,
  queries: number,
): Promise<{ readonly row: string; readonly rows: string[] }> {
  const dir = await mkdtemp(join(tmpdir(), 'hinterland-addresses-'));
  try {
    const child = fileURLToPath(new URL('./largeChild.js', import.meta.url));
    const run = (step: string) => measuredProcess(process.execPath, [child, step, dir, String(count)], dir);
    const build = await run('build');
    const { steps } = JSON.parse(build.stdout) as Build;
    process.stderr.write(`${steps.map(({ name, cpuSeconds }) => `${name} ${cpuSeconds.toFixed(1)} s`).join(', ')}\n`);
    const index = JSON.parse((await run('index')).stdout) as Index;
    const opening = JSON.parse((await run('open')).stdout) as Open;
    const territory = await loadTerritory(dir);
    const { streets, names, words, postings } = territory.search!;
    const indexBytes = opening.indexFiles.reduce((sum, { bytes }) => sum + bytes, 0);
    const cells = [
      ...[count, streets.rows, names.rows, words.rows, postings.rows].map(figure),
      build.cpuSeconds.toFixed(0),
      figure(Math.round(build.peakMegabytes)),
      index.cpuSeconds.toFixed(1),
      figure(Math.round(index.growthMegabytes)),
      (indexBytes / 1e6).toFixed(1),
      (opening.addressBytes / 1e6).toFixed(0),
      opening.openMilliseconds.toFixed(0),
      opening.firstMilliseconds.toFixed(0),
      opening.residentMegabytes.toFixed(0),
    ];
    return { row: `| ${cells.join(' | ')} |`, rows: accuracy(territory, `${figure(count)} generated`, queries) };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

const figure = (value: number): string => value.toLocaleString('en-US');
