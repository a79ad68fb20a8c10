import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Source } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { bundleFolders } from '../../../engine/bundles.ts';
import { changesBetween } from './changes.ts';

const source = (name: string, vintage?: string): Source => ({
  name,
  licence: 'CC0',
  attribution: name,
  ...(vintage === undefined ? {} : { vintage }),
});

describe('changes between versions', () => {
  it('are sources that came, went or were renewed, and rows', () => {
    const before = {
      version: '2026-10',
      sources: [source('roads', '2026-10-01'), source('addresses'), source('areas', '2020')],
      counts: { poles: 100, nodes: 7, gone: 3 },
    };
    const after = {
      version: '2027-01',
      sources: [source('roads', '2027-01-01'), source('areas', '2020'), source('stores')],
      counts: { poles: 104, nodes: 7, born: 2 },
    };
    expect(changesBetween(before, after)).toEqual({
      version: '2026-10',
      added: ['stores'],
      removed: ['addresses'],
      renewed: [{ name: 'roads', before: '2026-10-01', after: '2027-01-01' }],
      counts: [
        { name: 'poles', before: 100, after: 104 },
        { name: 'born', before: 0, after: 2 },
        { name: 'gone', before: 3, after: 0 },
      ],
    });
    expect(changesBetween(before, before)).toMatchObject({ added: [], removed: [], renewed: [], counts: [] });
  });
});

describe('the version before', () => {
  it('is the greatest by name that lies in the bundle and is smaller', async () => {
    const bundle = await mkdtemp(join(tmpdir(), 'hinterland-data-'));
    try {
      for (const version of ['2025-10', '2026-07', '2026-10', '2027-01']) {
        const folder = join(bundle, 'players', version);
        await mkdir(folder, { recursive: true });
        const descriptor = { format: 'hinterland-territory', formatVersion: 1, family: 'players', version };
        const rest = { territoryVersion: '2026-10', sources: [source(version)], counts: {}, files: [] };
        await writeFile(join(folder, 'family.json'), JSON.stringify({ ...descriptor, ...rest }));
      }
      const { readBefore } = bundleFolders([bundle]);
      expect((await readBefore(bundle, 'players', '2026-10'))?.sources[0]?.name).toBe('2026-07');
      expect((await readBefore(bundle, 'players', '2026-11'))?.version).toBe('2026-10');
      expect(await readBefore(bundle, 'players', '2025-10')).toBeNull();
      expect(await readBefore(bundle, 'sociodemo', '2026-10')).toBeNull();
    } finally {
      await rm(bundle, { recursive: true });
    }
  });
});
