import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { loadTerritory } from '../read/loadTerritory.ts';
import { scratchFolder, writeDrawnBundle } from '../testing/drawnBundle.ts';
import { inMemoryTerritory } from './inMemory.ts';
import { shareTerritory, territoryFromShared } from './share.ts';

/** Opens a shared territory in a thread of its own through the built package, reads it, and writes one value into it. */
const READER = `
  const { parentPort, workerData } = require('node:worker_threads');
  import(workerData.library).then(({ territoryFromShared }) => {
    const territory = territoryFromShared(workerData.shared);
    const seen = {
      lengths: [...territory.edges.lengthMillimeters],
      text: territory.texts.text.at(1),
      share: [...territory.sociodemo.poleUnits.share],
      total: [...territory.sociodemo.topics.get('residents').columns.get('total')],
      corner: territory.areaPolygon(1)[0][0][2],
      version: territory.dataVersion.territory,
    };
    territory.edges.lengthMillimeters[0] = 424242;
    parentPort.postMessage(seen);
  });
`;

describe('sharing with a worker thread', () => {
  it('gives the same territory over the same memory', async () => {
    const folder = await scratchFolder();
    await writeDrawnBundle(folder);
    const territory = await loadTerritory(folder);
    const library = new URL('../../dist/index.js', import.meta.url).href;
    // Without the runner's own flags, so that the thread takes the built package as a service does.
    const workerData = { library, shared: shareTerritory(territory) };
    const worker = new Worker(READER, { eval: true, execArgv: [], workerData });
    const seen = await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
    await worker.terminate();
    expect(seen).toEqual({
      lengths: [150_000, 111_000, 111_000, 143_000],
      text: 'Große Straße',
      share: [0.25, 0.75, 0.3, 0.1, 0],
      total: [120, 80, 0],
      corner: [10.5, 50.5],
      version: '2026-10',
    });
    // What the other thread wrote is seen here: one memory, not two copies.
    expect(territory.edges.lengthMillimeters[0]).toBe(424_242);
  });

  it('works for territories in memory, and again from a shared one', () => {
    const territory = inMemoryTerritory({ texts: ['', 'a'] });
    const again = territoryFromShared(structuredClone(shareTerritory(territory)));
    expect(again.texts.text.at(1)).toBe('a');
    expect(territoryFromShared(shareTerritory(again)).texts.text.at(1)).toBe('a');
  });

  it('refuses an object that only looks like a territory', () => {
    expect(() => shareTerritory({ ...inMemoryTerritory() })).toThrow(/Only a territory made by loadTerritory/);
  });
});
