import { rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { BundleError } from '../format/errors.ts';
import { loadTerritory } from '../read/loadTerritory.ts';
import { scratchFolder, writeDrawnBundle } from '../testing/drawnBundle.ts';
import { shareTerritory } from './share.ts';

const EDGES = 'territory/2026-10/edges.arrow';
const LAZILY = { lazyAboveBytes: 0 };

async function bundle(): Promise<string> {
  const folder = await scratchFolder();
  await writeDrawnBundle(folder);
  return folder;
}

/** Everything that the tables of a territory hold, texts included. */
function contentOf(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return [...(value as Uint32Array)];
  if (value instanceof Map) return [...value].map(contentOf);
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? null : value;
  if ('at' in value && 'length' in value && !Array.isArray(value)) {
    const texts = value as { at(row: number): string; length: number };
    return Array.from({ length: texts.length }, (_, row) => texts.at(row));
  }
  if (Array.isArray(value)) return value.map(contentOf);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, contentOf(part)]));
}

describe('columns that are read when they are looked at', () => {
  it('hold what they hold when all is read at once', async () => {
    const dir = await bundle();
    const eager = await loadTerritory(dir, { verify: 'sha256' });
    expect(contentOf(await loadTerritory(dir, LAZILY))).toEqual(contentOf(eager));
    expect(eager.edges.lengthMillimeters).toHaveLength(4);
  });

  it('are read once, by whichever thread comes first, into memory that all share', async () => {
    const territory = await loadTerritory(await bundle(), LAZILY);
    const reader = `
      const { parentPort, workerData } = require('node:worker_threads');
      import(workerData.library).then(({ territoryFromShared }) => {
        const { edges } = territoryFromShared(workerData.shared);
        edges.lengthMillimeters[0] = 424242;
        parentPort.postMessage([...edges.lengthMillimeters]);
      });
    `;
    const library = new URL('../../dist/index.js', import.meta.url).href;
    const workerData = { library, shared: shareTerritory(territory) };
    const worker = new Worker(reader, { eval: true, execArgv: [], workerData });
    const seen = await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
    await worker.terminate();
    expect(seen).toEqual([424_242, 111_000, 111_000, 143_000]);
    // Reading the file again would bring the old value back.
    expect([...territory.edges.lengthMillimeters]).toEqual(seen);
  });

  it('refuse a file that is cut short, gone, or replaced, and name it', async () => {
    const dir = await bundle();
    const path = join(dir, EDGES);
    const territory = await loadTerritory(dir, LAZILY);
    await rename(path, `${path}.away`);
    expect(() => territory.edges.lengthMillimeters).toThrow(/edges\.arrow: the file is missing/);
    await writeFile(path, 'another file');
    expect(() => territory.edges.lengthMillimeters).toThrow(/replaced while it was in use/);
    await rm(path);
    await rename(`${path}.away`, path);
    expect(territory.edges.lengthMillimeters[1]).toBe(111_000);
    await truncate(path, 200);
    await expect(loadTerritory(dir, LAZILY)).rejects.toThrow(BundleError);
  });
});
