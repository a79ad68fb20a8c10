import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  drawnManifest,
  playersContent,
  realestateContent,
  scratchFolder,
  sociodemoContent,
  territoryContent,
  writeDrawnBundle,
} from '../../test/drawnBundle.ts';
import { checkBundle } from '../check/checkBundle.ts';
import { BundleError } from '../format/errors.ts';
import { listVersions, readManifest } from '../read/bundleFiles.ts';
import { type LoadOptions, loadTerritory } from '../read/loadTerritory.ts';
import { readManifestVersion } from '../read/manifestVersion.ts';
import { putInForce, putVersionsInForce } from './putInForce.ts';
import { writeFamily } from './writeFamily.ts';

const folder = await scratchFolder();
let copies = 0;

/** A fresh copy of the drawn bundle, to damage. */
async function bundle(): Promise<string> {
  const source = join(folder, 'source');
  if ((await stat(source).catch(() => null)) === null) await writeDrawnBundle(source);
  const copy = join(folder, `copy-${copies++}`);
  await cp(source, copy, { recursive: true });
  return copy;
}

async function edit(path: string, change: (json: Record<string, unknown>) => void): Promise<void> {
  const json = JSON.parse(await readFile(path, 'utf8'));
  change(json);
  await writeFile(path, JSON.stringify(json));
}

/** The BundleError that opening a bundle ends with. */
async function refusal(dir: string, options?: LoadOptions): Promise<BundleError> {
  const error = await loadTerritory(dir, options).then(
    () => new Error('the bundle was opened'),
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(BundleError);
  return error as BundleError;
}

/** Checksums of every file below a folder. */
async function checksums(dir: string): Promise<Record<string, string>> {
  const names = (await readdir(dir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const paths = names.map((entry) => join(entry.parentPath, entry.name)).sort();
  const sums = paths.map(async (path) => [
    path.slice(dir.length),
    createHash('sha256')
      .update(await readFile(path))
      .digest('hex'),
  ]);
  return Object.fromEntries(await Promise.all(sums));
}

const EDGES = 'territory/2026-10/edges.arrow';

describe('writing and loading', () => {
  it('gives back every table', async () => {
    const territory = await loadTerritory(await bundle(), { verify: 'sha256' });
    const content = territoryContent();
    for (const [name, columns] of Object.entries(content.tables)) {
      const [kind, key] = name.split(/-(.*)/) as [string, string];
      const table = (kind === 'weights'
        ? territory.weights[key as never]
        : kind === 'snaps'
          ? territory.snaps[key as never]
          : kind === 'hierarchy'
            ? territory.hierarchies[key as 'car']!.positions
            : kind === 'links'
              ? territory.hierarchies[key as 'car']!.links
              : kind === 'snapStarts'
                ? territory.derived!.snapStarts[key as 'car']
                : (territory.derived![name as 'edgesTo'] ?? territory[name as never])) as unknown as Record<
        string,
        { at(row: number): unknown }
      >;
      for (const [column, values] of Object.entries(columns as Record<string, ArrayLike<unknown>>)) {
        const read = Array.from(values, (_, row) => table[column]!.at(row));
        expect([name, column, read]).toEqual([name, column, Array.from(values)]);
      }
    }
    const sociodemo = territory.sociodemo!;
    expect([...sociodemo.poleUnits.share]).toEqual([0.25, 0.75, 0.3, 0.1, 0]);
    expect(sociodemo.benchmarkAreas.name.at(0)).toBe('Aland');
    expect([...sociodemo.topics.get('residents')!.columns.get('total')!]).toEqual([120, 80, 0]);
    expect([...sociodemo.topics.get('residents')!.flags]).toEqual([0, 4, 0]);
    expect([...sociodemo.benchmarks.get('residents')!.columns.get('male')!]).toEqual([495]);
    expect(sociodemo.topics.get('mobility')!.columns.get('minutes_0')![1]).toBeNaN();
    expect(sociodemo.topics.get('mobility')!.columns.has('vehicles')).toBe(false);
    expect(sociodemo.topics.has('income')).toBe(false);
    expect(sociodemo.entries.map(({ available }) => available).filter(Boolean)).toHaveLength(2);
    expect(territory.areaPolygon(1)![0]![0]![2]).toEqual([10.5, 50.5]);
    expect(territory.areaPolygon(2)).toBeNull();
    expect(territory.dataVersion).toEqual({
      territory: '2026-10',
      sociodemo: '2021.1',
      realestate: '2026-10-31',
      players: '2026-11',
    });
    const { brands, sectors, stores, supply } = territory.players!;
    expect([...stores.sector].map((row) => sectors.code.at(row))).toEqual([
      'food.bakery',
      'home.moonstones',
      'food.bakery',
    ]);
    expect([brands.name.at(stores.brand[0]!), brands.wikidata.at(stores.brand[0]!)]).toEqual(['Brotgut', 'Q7']);
    expect([...stores.floorAreaSquareMeters]).toEqual([80.5, Number.NaN, 60]);
    expect(supply).toEqual(playersContent().supply);
    const { listings, sources, currency } = territory.realestate!;
    expect([listings.rows, listings.id.at(2), listings.price[1], listings.price[2], currency]).toEqual([
      3,
      'é3',
      1_200,
      Number.NaN,
      'EUR',
    ]);
    expect(sources).toMatchObject([{ name: 'Signs in windows', rows: 4, matched: 3 }]);
    expect(territory.manifest.name).toBe('Aland');
    expect(territory.descriptors.territory!.counts).toMatchObject({ nodes: 4, edges: 4, poles: 5, areas: 3 });
    expect(territory.descriptors.territory!.parameters).toEqual({ speeds: { residential: 27 } });
  });

  it('writes the same bytes for the same content', async () => {
    const again = join(folder, 'again');
    await writeDrawnBundle(again);
    const sums = await checksums(again);
    expect(Object.keys(sums).length).toBeGreaterThan(20);
    expect(sums).toEqual(await checksums(await bundle()));
  });

  it('lists size, checksum and rows of every file', async () => {
    const dir = await bundle();
    const descriptor = JSON.parse(await readFile(join(dir, 'territory/2026-10/family.json'), 'utf8'));
    const names = (await readdir(join(dir, 'territory/2026-10'))).filter((name) => name !== 'family.json').sort();
    expect(descriptor.files.map((file: { name: string }) => file.name)).toEqual(names);
    for (const { name, bytes, sha256 } of descriptor.files) {
      const content = await readFile(join(dir, 'territory/2026-10', name));
      expect([name, bytes, sha256]).toEqual([
        name,
        content.byteLength,
        createHash('sha256').update(content).digest('hex'),
      ]);
    }
  });

  it('changes nothing when the same version is written again, and repairs what was damaged', async () => {
    const dir = await bundle();
    const before = await checksums(dir);
    await truncate(join(dir, EDGES), 100);
    await rm(join(dir, 'territory/2026-10/texts.arrow'));
    const untouched = (await stat(join(dir, 'territory/2026-10/nodes.arrow'), { bigint: true })).mtimeNs;
    await writeFamily(dir, territoryContent());
    expect(await checksums(dir)).toEqual(before);
    expect((await stat(join(dir, 'territory/2026-10/nodes.arrow'), { bigint: true })).mtimeNs).toBe(untouched);
  });

  it('refuses to change a version, and leaves it as it was', async () => {
    const dir = await bundle();
    const before = await checksums(dir);
    const content = territoryContent();
    const other = { ...content, tables: { ...content.tables, texts: { text: ['', 'a', 'b', 'c', 'd'] } } };
    await expect(writeFamily(dir, other)).rejects.toThrow(/territory\/2026-10: this version exists already/);
    expect(await checksums(dir)).toEqual(before);
  });

  it.each([
    ['a missing table', { edges: undefined }, /table "edges" is missing/],
    ['a foreign table', { roads: {} }, /table "roads" does not belong/],
    [
      'weights of another length',
      { 'weights-car-free': { forwardMilliseconds: [1], backwardMilliseconds: [1] } },
      /"weights-car-free" has 1 rows, "edges" has 4/,
    ],
    [
      'a missing column',
      { shapes: { lngMicrodegrees: [1] } },
      /table "shapes": Column "latMicrodegrees" \(int32\) is missing/,
    ],
  ])('refuses to write %s', async (_, tables, message) => {
    const content = territoryContent();
    const dir = join(folder, 'refused');
    await expect(writeFamily(dir, { ...content, tables: { ...content.tables, ...tables } as never })).rejects.toThrow(
      message,
    );
    expect(await listVersions(dir, 'territory')).toEqual([]);
  });

  it('refuses a topic without its table, and a family without its territory', async () => {
    const content = sociodemoContent();
    const { 'topic-mobility': _, ...topicTables } = content.topicTables!;
    await expect(writeFamily(folder, { ...content, topicTables })).rejects.toThrow(/"topic-mobility" is missing/);
    await expect(writeFamily(folder, { ...content, territoryVersion: undefined })).rejects.toThrow(
      /Give territoryVersion/,
    );
  });

  it('leaves nothing behind when writing fails', async () => {
    const dir = join(folder, 'failed');
    const bad = { ...territoryContent(), sources: [{ name: 'no licence' } as never] };
    await expect(writeFamily(dir, bad)).rejects.toThrow(/sources\.0/);
    expect(await readdir(join(dir, 'territory'))).toEqual([]);
  });
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

    await putVersionsInForce(dir, {
      territory: '2027-01',
      sociodemo: '2021.2',
      realestate: '2026-11',
      players: '2027-01',
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
    await expect(putVersionsInForce(dir, { territory: '2027-01' })).rejects.toThrow(message);
    expect((await readManifest(dir)).families.territory).toEqual({ version: '2026-10' });
    expect((await refusal(dir, { versions: { territory: '2027-01' } })).message).toMatch(message);
  });

  it('that are not there whole are not put in force', async () => {
    const dir = await bundle();
    await expect(putVersionsInForce(dir, { territory: '2030-01' })).rejects.toThrow(
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

describe('damage', () => {
  it('a manifest of another format or version, or none, is refused with the remedy', async () => {
    const dir = await bundle();
    const path = join(dir, 'manifest.json');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('"formatVersion": 1', '"formatVersion": 2'));
    expect((await refusal(dir)).message).toBe(
      'manifest.json: it is of format version 2; this release reads version 1. Build the territory again with this release, or use the release that wrote it.',
    );
    await writeFile(path, text.replace('hinterland-territory', 'something'));
    expect((await refusal(dir)).message).toMatch(/manifest.json: it is not of the format "hinterland-territory"/);
    await writeFile(path, 'null');
    expect((await refusal(dir)).place).toBe('manifest.json');
    await writeFile(path, text.slice(0, 200));
    expect((await refusal(dir)).message).toMatch(/manifest.json: it is not JSON; it was cut short or damaged/);
    await edit(path, () => {}).catch(() => {});
    await rm(path);
    expect((await refusal(dir)).message).toMatch(/manifest.json: the file is missing/);
    expect((await refusal(join(dir, 'nowhere'))).message).toMatch(/Name the folder of a bundle, or build one/);
  });

  it('a family of another format version is refused', async () => {
    const dir = await bundle();
    await edit(join(dir, 'sociodemo/2021.1/family.json'), (json) => {
      json.formatVersion = 7;
    });
    expect((await refusal(dir)).message).toMatch(/^sociodemo\/2021.1\/family.json: it is of format version 7/);
  });

  it.each(['../../../../etc', '..', '.', 'a/b', 'a\\b', '/etc', '', '.hidden', 'a\0b', 'x'.repeat(101)])(
    'the name "%s" leads nowhere out of the bundle',
    async (name) => {
      const dir = await bundle();
      await expect(writeFamily(dir, { ...territoryContent(), version: name })).rejects.toThrow(/must be a plain name/);
      expect((await refusal(dir, { versions: { territory: name } })).message).toMatch(/must be a plain name/);
      await edit(join(dir, 'territory/2026-10/family.json'), (json) => {
        (json.files as { name: string }[])[0]!.name = name;
      });
      expect((await refusal(dir)).message).toMatch(/family.json: "files.0.name"/);
      await edit(join(dir, 'manifest.json'), (json) => {
        json.families = { territory: { version: name } };
      });
      expect((await refusal(dir)).message).toMatch(/manifest.json: "families.territory.version"/);
    },
  );

  it('a missing file is named', async () => {
    const dir = await bundle();
    await rm(join(dir, EDGES));
    expect((await refusal(dir)).message).toMatch(
      /^territory\/2026-10\/edges.arrow: the file is missing\. Copy the bundle again/,
    );
  });

  it('a folder under another name is refused', async () => {
    const dir = await bundle();
    await rename(join(dir, 'territory/2026-10'), join(dir, 'territory/2026-11'));
    expect((await refusal(dir, { versions: { territory: '2026-11' } })).message).toMatch(
      /it describes territory 2026-10/,
    );
  });

  it('a file cut short anywhere is refused by its size', async () => {
    const dir = await bundle();
    const { size } = await stat(join(dir, EDGES));
    for (const bytes of [0, 1, 5, 6, 8, 100, Math.floor(size / 2), size - 11, size - 10, size - 6, size - 1]) {
      await truncate(join(dir, EDGES), bytes);
      expect((await refusal(dir)).message).toContain(
        `edges.arrow: the file is cut short: it has ${bytes} bytes instead of ${size}.`,
      );
      await cp(join(folder, 'source', EDGES), join(dir, EDGES));
    }
  });

  it('a cut file whose size was "corrected" in the descriptor is refused by its structure', async () => {
    const dir = await bundle();
    const { size } = await stat(join(dir, EDGES));
    for (let bytes = 0; bytes < size; bytes += 13) {
      await cp(join(folder, 'source', EDGES), join(dir, EDGES));
      await truncate(join(dir, EDGES), bytes);
      await edit(join(dir, 'territory/2026-10/family.json'), (json) => {
        for (const file of json.files as { name: string; bytes: number }[])
          if (file.name === 'edges.arrow') file.bytes = bytes;
      });
      expect((await refusal(dir)).place).toBe(EDGES);
    }
  });

  it('any changed byte is found by the checksum, and never crashes the reader', async () => {
    const dir = await bundle();
    const path = join(dir, EDGES);
    const good = await readFile(path);
    for (let at = 0; at < good.byteLength; at += 7) {
      const bad = Buffer.from(good);
      bad[at]! ^= 0x41;
      await writeFile(path, bad);
      expect((await refusal(dir, { verify: 'sha256' })).message).toContain(
        'edges.arrow: its content differs from its checksum',
      );
      // By size alone a change in the rows goes unseen; one in the structure is a BundleError, nothing else.
      await loadTerritory(dir).catch((error) => expect(error).toBeInstanceOf(BundleError));
    }
  });

  it('a file that is no Arrow file is refused', async () => {
    const dir = await bundle();
    const { size } = await stat(join(dir, EDGES));
    await writeFile(join(dir, EDGES), Buffer.alloc(size, 'x'));
    expect((await refusal(dir)).message).toMatch(/edges.arrow: it is not an Arrow IPC file/);
  });

  it('an intact file in the place of another is refused by its columns', async () => {
    const dir = await bundle();
    await edit(join(dir, 'territory/2026-10/family.json'), (json) => {
      const files = json.files as { name: string }[];
      const [edges, nodes] = [
        files.find(({ name }) => name === 'edges.arrow')!,
        files.find(({ name }) => name === 'nodes.arrow')!,
      ];
      Object.assign(edges, nodes, { name: 'edges.arrow' });
    });
    await cp(join(dir, 'territory/2026-10/nodes.arrow'), join(dir, EDGES));
    expect((await refusal(dir)).message).toMatch(/edges.arrow: column "fromNode" \(uint32\) is missing/);
    expect((await checkBundle(dir)).map(({ problem }) => problem).join()).toContain(
      'column "fromNode" (uint32) is missing',
    );
  });

  it('an area polygon that is not what the table says is refused when it is asked for', async () => {
    const dir = await bundle();
    const path = join(dir, 'territory/2026-10/areas.geojsonl');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('"MultiPolygon"', '"MultiPolygoN"'));
    const territory = await loadTerritory(dir);
    expect(() => territory.areaPolygon(0)).toThrow(/holds no MultiPolygon \(area 0, byte 0\)/);
    expect(territory.areaPolygon(1)).not.toBeNull();
    await writeFile(path, text.replace('{"type":"Feature"', '["type":"Feature"'));
    expect(() => territory.areaPolygon(99)).toThrow(RangeError);
    expect(() => territory.areaPolygon(-1)).toThrow(RangeError);
    await expect(loadTerritory(dir).then((fresh) => fresh.areaPolygon(0))).rejects.toThrow(/is not JSON/);
  });
});
