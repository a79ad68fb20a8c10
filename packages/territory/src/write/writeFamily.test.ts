import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listVersions } from '../read/bundleFiles.ts';
import { loadTerritory } from '../read/loadTerritory.ts';
import { playersContent, sociodemoContent, territoryContent, writeDrawnBundle } from '../testing/drawnBundle.ts';
import { checksums, drawnCopies, EDGES } from '../testing/drawnCopies.ts';
import { writeFamily } from './writeFamily.ts';

const { folder, copy: bundle } = await drawnCopies();

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
      transit: '2026-12',
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
    const { stops, patterns, times, serviceDays, walks } = territory.transit!;
    expect([stops.name.at(1), stops.edge[1], patterns.rows, times.arrivalSeconds[4]]).toEqual([
      'Nordtor',
      3,
      3,
      90_000,
    ]);
    expect([[...serviceDays.bits], [...walks.seconds]]).toEqual([
      [255, 1, 2, 0],
      [0, 300, 300, 60],
    ]);
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
