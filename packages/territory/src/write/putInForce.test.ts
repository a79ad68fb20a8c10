import { mkdir, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BundleError } from '../format/errors.ts';
import { listVersions, readManifest } from '../read/bundleFiles.ts';
import { loadTerritory } from '../read/loadTerritory.ts';
import { readManifestVersion } from '../read/manifestVersion.ts';
import {
  drawnManifest,
  playersContent,
  realestateContent,
  sociodemoContent,
  territoryContent,
} from '../testing/drawnBundle.ts';
import { drawnCopies, EDGES, refusal } from '../testing/drawnCopies.ts';
import { putInForce } from './putInForce.ts';
import { writeFamily } from './writeFamily.ts';

const { folder, copy: bundle } = await drawnCopies();
const withTerritory = (version: string) => ({
  ...drawnManifest,
  families: { ...drawnManifest.families, territory: { version } },
});

describe('versions', () => {
  it('stand side by side; an older one can be opened', async () => {
    const dir = await bundle();
    const content = territoryContent();
    await writeFamily(dir, {
      ...content,
      version: '2027-01',
      tables: { ...content.tables, texts: { text: ['', 'x', 'y', 'z', 'w'] } },
    });
    await writeFamily(dir, { ...sociodemoContent(), version: '2021.2', territoryVersion: '2027-01' });
    await writeFamily(dir, { ...realestateContent(), version: '2026-11', territoryVersion: '2027-01' });
    await writeFamily(dir, { ...playersContent(), version: '2027-01', territoryVersion: '2027-01' });
    await mkdir(join(dir, 'territory/.writing-2028-0'));
    expect(await listVersions(dir, 'territory')).toEqual(['2026-10', '2027-01']);
    expect(await listVersions(join(folder, 'nowhere'), 'players')).toEqual([]);
    expect((await loadTerritory(dir)).dataVersion.territory).toBe('2026-10');

    await putInForce(dir, {
      ...drawnManifest,
      families: {
        territory: { version: '2027-01' },
        sociodemo: { version: '2021.2' },
        realestate: { version: '2026-11' },
        players: { version: '2027-01' },
      },
    });
    const now = await loadTerritory(dir);
    expect([now.dataVersion.territory, now.texts.text.at(1)]).toEqual(['2027-01', 'x']);
    const old = await loadTerritory(dir, {
      versions: { territory: '2026-10', sociodemo: '2021.1', realestate: '2026-10-31', players: '2026-11' },
    });
    expect([old.dataVersion.territory, old.texts.text.at(1)]).toEqual(['2026-10', 'Große Straße']);
    expect(old.manifest.families.territory).toEqual({ version: '2026-10' });
  });

  it('of different territories are not joined', async () => {
    const dir = await bundle();
    await writeFamily(dir, { ...territoryContent(), version: '2027-01' });
    const message = /sociodemo\/2021.1: it was made for territory version "2026-10", and "2027-01" is to be in force/;
    await expect(putInForce(dir, withTerritory('2027-01'))).rejects.toThrow(message);
    expect((await readManifest(dir)).families.territory).toEqual({ version: '2026-10' });
    expect((await refusal(dir, { versions: { territory: '2027-01' } })).message).toMatch(message);
  });

  it('that are not there whole are not put in force', async () => {
    const dir = await bundle();
    await expect(putInForce(dir, withTerritory('2030-01'))).rejects.toThrow(
      /territory\/2030-01\/family.json: the file is missing\. Put a version in force that is there \(2026-10\)/,
    );
    await truncate(join(dir, EDGES), 100);
    await expect(putInForce(dir, drawnManifest)).rejects.toThrow(/edges\.arrow: it has 100 bytes instead of/);
    await expect(putInForce(dir, { ...drawnManifest, countries: [] })).rejects.toThrow(/manifest.json, "countries"/);
  });

  it('can be polled for', async () => {
    const dir = await bundle();
    const first = await readManifestVersion(dir);
    expect(await readManifestVersion(dir, first)).toBe(first);
    await putInForce(dir, drawnManifest);
    const touched = await readManifestVersion(dir, first);
    expect(touched.sha256).toBe(first.sha256);
    await putInForce(dir, { ...drawnManifest, name: 'Renamed' });
    expect((await readManifestVersion(dir, touched)).sha256).not.toBe(first.sha256);
    await expect(readManifestVersion(join(dir, 'nowhere'))).rejects.toThrow(BundleError);
  });
});
