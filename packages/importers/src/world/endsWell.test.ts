import { Buffer } from 'node:buffer';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { boxContains } from '@hinterland/geo';
import { readManifest } from '@hinterland/territory';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DownloadCache } from '../fetch/cache.ts';
import { readLock } from '../fetch/lock.ts';
import { type FaultyMirror, startFaultyMirror } from '../fetch/testing/faultyMirror.ts';
import { CATALOGUE_PATH, manifestPath } from '../overture/testing/overtureMirror.ts';
import { findPlace } from '../places/findPlace.ts';
import { testFolder } from '../testing/folder.ts';
import { type GetOptions, getTerritory } from './getTerritory.ts';
import { withFreeId } from './ownBundle.ts';
import { DATA, makeWorldMirror } from './testing/worldMirror.ts';

const folder = await testFolder();
const files = join(folder.path, 'mirror');
const GRID = 'gisco-services.ec.europa.eu/census/2021/Eurostat_Census-GRID_2021_V3.zip';
const BOX = '14.40,35.85,14.55,35.93';
let mirror: FaultyMirror;
const optionsOf = (home: string, id: string): GetOptions => ({
  placesDir: join(folder.path, home, 'places'),
  outDir: join(folder.path, home, 'territories', id),
  cacheDir: join(folder.path, home, 'downloads'),
  mirror: mirror.url,
  compare: 'none',
  limits: { idleMilliseconds: 2000, backoffMilliseconds: 5, mostFaults: 2, longestWaitSeconds: 1 },
});
const get = async (text: string, home: string, more: Partial<GetOptions> = {}) => {
  const place = findPlace(text);
  const options = { ...optionsOf(home, place.id), ...more };
  return { got: await getTerritory(place, options), ...options };
};

describe.skipIf(!existsSync(DATA))('a place ends well (needs ../shared/data)', () => {
  beforeAll(async () => {
    mirror = await startFaultyMirror();
    await makeWorldMirror(files);
  });
  beforeEach(async () => {
    mirror.files.clear();
    mirror.fault = () => false;
    for (const path of [
      'download.geofabrik.de/index-v1.json',
      'download.geofabrik.de/europe/malta-latest.osm.pbf',
      GRID,
    ]) {
      mirror.files.set(`/${path}`, await readFile(join(files, path)));
    }
  });
  afterAll(() => mirror.close());

  it('where a ferry leaves the box: the map ends there, and begins at a home within it', async () => {
    const { outDir } = await get(BOX, 'box');
    const { bbox, center, name } = await readManifest(outDir);
    for (const [side, from, to] of [
      [bbox.west, 14.39, 14.56],
      [bbox.east, 14.39, 14.56],
      [bbox.south, 35.84, 35.94],
      [bbox.north, 35.84, 35.94],
    ] as const) {
      expect(side).toBeGreaterThan(from);
      expect(side).toBeLessThan(to);
    }
    expect(boxContains({ west: 14.4, south: 35.85, east: 14.55, north: 35.93 }, center.lng, center.lat)).toBe(true);
    expect(String(center.lat).length).toBeLessThan(10);
    expect(name).toBe('Birkirkara');
  });

  it('where one byte of the table was wrong, once or for a while: nothing damaged stays', async () => {
    const whole = mirror.files.get(`/${GRID}`)!;
    const wrong = Buffer.from(whole);
    wrong[Math.floor(whole.length / 2)]! ^= 0x10;
    mirror.files.set(`/${GRID}`, wrong);
    await expect(get(BOX, 'turned')).rejects.toThrow(
      /Eurostat_Census-GRID_2021_V3\.zip: it is (cut short or )?damaged/,
    );
    mirror.files.set(`/${GRID}`, whole);
    const { got } = await get(BOX, 'turned');
    expect(got!.lock.find(({ name }) => name.startsWith('Eurostat'))!.checked).toBe('content');
    // A cache from before knows of nothing that verified it.
    const cache = new DownloadCache(join(folder.path, 'old', 'downloads'));
    const part = cache.partOf(`https://${GRID}`);
    await mkdir(dirname(part), { recursive: true });
    await writeFile(part, wrong);
    await cache.take(part, { url: `https://${GRID}`, checked: 'unchecked' });
    await expect(get(BOX, 'old')).rejects.toThrow(/it is out of the cache now\. Run the same command again/);
    expect(
      (await readLock(join(folder.path, 'old', 'places', findPlace(BOX).id, 'lock.json')))!.map(({ name }) => name),
    ).toEqual(['malta-latest.osm.pbf']);
    expect((await get(BOX, 'old')).got).not.toBeNull();
  });

  it("where the operator's own bundle has the id: it stays, and the place takes another one", async () => {
    const home = join(folder.path, 'own');
    const place = findPlace(BOX);
    const { outDir } = await get(BOX, 'own');
    const before = await readFile(join(outDir, 'manifest.json'), 'utf8');
    expect((await withFreeId(place, home)).id).toBe(place.id);
    // Without the lock nobody knows that the command made it.
    await rm(join(home, 'places'), { recursive: true });
    const other = await withFreeId(place, home);
    expect(other.id).toBe(`${place.id}-2`);
    expect(other.notes.join()).toMatch(/holds a territory that this command did not make\. It stays/);
    await expect(get(BOX, 'own')).rejects.toThrow(/holds the territory ".*", which this command did not make.*--out/);
    expect(await readFile(join(outDir, 'manifest.json'), 'utf8')).toBe(before);
  });

  it('where a raster is compared with the same grid as a table: no difference, and the share of the box is said', async () => {
    for (const [path, from] of [
      [
        'download.geofabrik.de/europe/austria-latest.osm.pbf',
        join(files, 'download.geofabrik.de/europe/austria-latest.osm.pbf'),
      ],
      [
        'data.worldpop.org/GIS/Population/Global_2015_2030/R2025A/2025/AUT/v1/100m/constrained/aut_pop_2025_CN_100m_R2025A_v1.tif',
        join(DATA, 'world/rasters/krems-geostat-2021-1km-3035.tif'),
      ],
    ] as const) {
      mirror.files.set(`/${path}`, await readFile(from));
    }
    const { got, outDir } = await get('Krems an der Donau, Austria', 'same', { compare: 'worldpop' });
    const residents = Number(got!.report.toJson().facts['residents on poles']);
    expect(residents).toBeGreaterThan(8000);
    expect(Math.abs(got!.beside!.people!.total / residents - 1)).toBeLessThan(0.001);
    expect((await readManifest(outDir)).id).toBe('krems-an-der-donau-at');
    const covered = got!.verdict.facts.find(([name]) => name === 'of the box the map covers')![1];
    expect(covered).toBe('0.6%');
  });

  it('where an update finds no bundle: it builds one', async () => {
    const { outDir } = await get(BOX, 'update');
    await rm(outDir, { recursive: true });
    expect((await get(BOX, 'update', { refresh: true })).got).not.toBeNull();
    expect((await get(BOX, 'update', { refresh: true })).got).toBeNull();
  });

  it('where a release of Overture has nothing in the box: a note, and the rest of the territory', async () => {
    const json = (value: unknown) => Buffer.from(JSON.stringify(value));
    const release = '2026-07-22.0';
    const links = [{ rel: 'child', href: `./${release}/catalog.json` }];
    mirror.files.set(`/${CATALOGUE_PATH}`, json({ type: 'Catalog', latest: release, links }));
    const ring = [
      [-120, 40],
      [-90, 40],
      [-90, 60],
      [-120, 60],
      [-120, 40],
    ];
    const features = ['address', 'place', 'building', 'division_area'].map((type) => ({
      type: 'Feature',
      properties: { ovt_type: type, rel_path: `release/${release}/theme=x/type=${type}/part.parquet` },
      geometry: { type: 'Polygon', coordinates: [ring] },
    }));
    mirror.files.set(`/${manifestPath(release)}`, json({ type: 'FeatureCollection', features }));
    const notes: string[] = [];
    const overture = ['addresses', 'places', 'buildings', 'divisions'] as const;
    const { got } = await get(BOX, 'empty', { overture, noted: (text) => notes.push(text) });
    expect(notes).toEqual(overture.map((theme) => `Overture has no ${theme} in Birkirkara: they are left out.`));
    expect(await readFile(got!.recipe, 'utf8')).not.toContain('overture');
  });
});
