import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { boxesIntersect, clipToBox, multiPolygonAreaSquareKm, multiPolygonBox } from '@hinterland/geo';
import { loadTerritory, NONE } from '@hinterland/territory';
import { beforeAll, describe, expect, it } from 'vitest';
import { ImportError } from '../errors/importError.ts';
import { releaseFiles } from '../overture/testing/overtureMirror.ts';
import { OVERTURE_THEMES } from '../overture/themes.ts';
import { findPlace } from '../places/findPlace.ts';
import { fromDegrees, toDegrees } from '../shapes/projections.ts';
import { testFolder } from '../testing/folder.ts';
import { type GetOptions, type GotTerritory, getTerritory } from './getTerritory.ts';
import { DATA, makeWorldMirror, tractsOfNewYork } from './testing/worldMirror.ts';

const folder = await testFolder();
const mirror = join(folder.path, 'mirror');
const optionsOf = (id: string, home = 'home'): GetOptions => ({
  placesDir: join(folder.path, home, 'places'),
  outDir: join(folder.path, home, 'territories', id),
  cacheDir: join(folder.path, home, 'downloads'),
  mirror,
});
const get = async (text: string, home?: string, more: Partial<GetOptions> = {}): Promise<GotTerritory> => {
  const place = findPlace(text);
  return (await getTerritory(place, { ...optionsOf(place.id, home), ...more }))!;
};

/** Residents by pole, as every figure is made of them. */
async function residentsOn(dir: string): Promise<{ total: number; perUnit: ReadonlyMap<string, number> }> {
  const { sociodemo } = await loadTerritory(dir);
  const { units, poleUnits, topics } = sociodemo!;
  const people = topics.get('residents')!.columns.get('total')!;
  const perUnit = new Map<string, number>();
  let total = 0;
  for (let pole = 0; pole < poleUnits.rows; pole++) {
    const unit = poleUnits.unit[pole]!;
    if (unit === NONE) continue;
    const count = people[unit]! * poleUnits.share[pole]!;
    total += count;
    perUnit.set(units.code.at(unit)!, (perUnit.get(units.code.at(unit)!) ?? 0) + count);
  }
  return { total, perUnit };
}

/** Rows of a crop of the census grid of 2021. */
async function cellsOf(name: string): Promise<{ id: string; east: number; north: number; people: number }[]> {
  const text = await readFile(join(DATA, `world/rasters/${name}-2021.csv`), 'utf8');
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [id, east, north, people] = line.trim().split(',');
      return { id: id!, east: Number(east), north: Number(north), people: Number(people) };
    });
}

describe.skipIf(!existsSync(DATA))('any place by one command (needs ../shared/data)', () => {
  beforeAll(() => makeWorldMirror(mirror));

  it('makes Krems out of an extract, a grid and its name, and conserves the people of the box', async () => {
    const { plan, verdict, lock, recipe } = await get('Krems an der Donau, Austria');
    expect(plan.extracts.map(({ id }) => id)).toEqual(['austria']);
    expect(plan.people?.code).toBe('eurostat-2021');
    expect(lock.map(({ name }) => name)).toEqual(['austria-latest.osm.pbf', 'Eurostat_Census-GRID_2021_V3.zip']);
    expect(await readFile(recipe, 'utf8')).toMatch(/^# Made by "hinterland territory get" for Krems an der Donau\./);
    expect(verdict.verdict).toBe('good');

    // The crop of the map ends at the box of its header; cells that it cuts count by area.
    const header = { west: 15.599556, south: 48.3874372, east: 15.6711388, north: 48.4141629 };
    const degrees = toDegrees('EPSG:3035', 'test')!;
    const expected = new Map<string, number>();
    for (const { id, east, north, people } of await cellsOf('krems')) {
      const corners = [
        [0, 0],
        [1000, 0],
        [1000, 1000],
        [0, 1000],
        [0, 0],
      ] as const;
      const cell = [[corners.map(([x, y]) => degrees(east + x, north + y) as number[])]];
      if (people === 0 || !boxesIntersect(multiPolygonBox(cell), header)) continue;
      const share = multiPolygonAreaSquareKm(clipToBox(cell, header)) / multiPolygonAreaSquareKm(cell);
      if (share > 0) expected.set(id, people * share);
    }
    const { total, perUnit } = await residentsOn(optionsOf('krems-an-der-donau-at').outDir);
    const sum = [...expected.values()].reduce((a, b) => a + b, 0);
    expect(sum).toBeGreaterThan(8000);
    expect(Math.abs(total / sum - 1)).toBeLessThan(1e-9);
    for (const [id, people] of expected) expect(perUnit.get(id), id).toBeCloseTo(people, 6);
  });

  it('makes the whole of Malta, an island state, with as many people as its census', async () => {
    const { plan, verdict } = await get('Malta');
    expect(plan.place.whole).toEqual({ extract: 'malta' });
    const { total } = await residentsOn(optionsOf('malta').outDir);
    expect(Math.abs(total / 519_562 - 1)).toBeLessThan(1e-9);
    // Few addresses of Malta are mapped in 2016, which is said.
    expect(verdict).toMatchObject({
      verdict: 'rough',
      reasons: [expect.stringMatching(/mapped addresses or buildings/)],
    });
  });

  it('cuts the cells of a country at its border, where neighbors share them', async () => {
    const { verdict, beside } = await get('Liechtenstein');
    const { total } = await residentsOn(optionsOf('liechtenstein').outDir);
    // 39,055 people at the end of 2020 (Amt für Statistik); cells that name the country at all hold 84,901.
    expect(Math.abs(total / 39_055 - 1)).toBeLessThan(0.05);
    expect(verdict.facts.map(([name]) => name)).toContain('national figure');
    // The model beside it has 33,719 people by the border of OpenStreetMap (shared/data/SOURCES.md).
    expect(Math.abs(beside!.people!.total / 33_719 - 1)).toBeLessThan(0.02);
    const placed = beside!.people!.perPole.reduce((sum, people) => sum + people, 0);
    expect(placed).toBeLessThanOrEqual(beside!.people!.total * (1 + 1e-9));
    // The model spreads a quarter of them over mountains, where no home is.
    expect(placed / beside!.people!.total).toBeGreaterThan(0.7);
  });

  it('says why official figures are not compared where the raster cannot be had, and is built all the same', async () => {
    const { beside, verdict } = await get('Krems an der Donau, Austria');
    expect(verdict.verdict).toBe('good');
    expect(beside).toEqual({
      source: 'WorldPop R2025A, 100m, 2025',
      failed: expect.stringMatching(/the mirror has no file .*aut_pop_2025/),
    });
    expect((await get('Krems an der Donau, Austria', undefined, { compare: 'none' })).beside).toBeNull();
  });

  it('puts the people of American blocks onto homes, block by block, out of the file of a whole state', async () => {
    const box = { west: -74.02, south: 40.7, east: -73.975, north: 40.728 };
    const { plan, report } = await get(`${box.west},${box.south},${box.east},${box.north}`, 'new-york');
    expect(plan.people?.code).toBe('us-census-2020');
    const { outDir } = optionsOf(plan.place.id, 'new-york');
    const { total, perUnit } = await residentsOn(outDir);
    let expected = 0;
    for (const { code, people, coordinates } of await tractsOfNewYork()) {
      if (!boxesIntersect(multiPolygonBox(coordinates), plan.place.box)) continue;
      const part = multiPolygonAreaSquareKm(clipToBox(coordinates, plan.place.box));
      const inside = (people * part) / multiPolygonAreaSquareKm(coordinates);
      if (inside < 1) continue;
      expected += inside;
      // Outlines are rounded as they are repaired.
      expect(Math.abs(perUnit.get(code)! / inside - 1), code).toBeLessThan(1e-6);
    }
    expect(expected).toBeGreaterThan(150_000);
    expect(Math.abs(total / expected - 1)).toBeLessThan(1e-4);
    const { sociodemo } = await loadTerritory(outDir);
    expect([...sociodemo!.topics.keys()].sort()).toEqual(['consumption', 'housing', 'residents']);
    expect(report.toJson().facts['residents on poles']).toBeGreaterThan(150_000);
  });

  it('takes addresses, shops, buildings and areas of Overture, too, and locks which bytes they came from', async () => {
    for (const [path, bytes] of await releaseFiles(['2026-07-22.0'])) {
      await mkdir(dirname(join(mirror, path)), { recursive: true });
      await writeFile(join(mirror, path), bytes);
    }
    const overture = OVERTURE_THEMES;
    const { plan, lock, recipe, report } = await get('Krems an der Donau, Austria', 'overture', { overture });
    expect(plan.cuts.map(({ name }) => name)).toEqual(overture.map((theme) => `overture-${theme}.geojsonl`));
    const cuts = lock.filter(({ parts }) => parts !== undefined);
    expect(cuts.map(({ url }) => /release\/([^/]+)\/theme=(\w+)/.exec(url)!.slice(1))).toEqual(
      overture.map((theme) => ['2026-07-22.0', theme]),
    );
    for (const { parts } of cuts) {
      expect(parts).toEqual([
        {
          url: expect.stringMatching(/^https:\/\/overturemaps-us-west-2\.s3\.amazonaws\.com\/release\/.*\.parquet$/),
          bytes: expect.any(Number),
          lastModified: expect.any(String),
          ranges: expect.arrayContaining([[0, expect.any(Number)]]),
        },
      ]);
    }
    const { facts, subjects } = report.toJson();
    const kept = (name: string) => subjects.find((subject) => subject.name === name)?.kept;
    expect(kept('addresses of overture-addresses.geojsonl')).toBeGreaterThan(5000);
    expect(facts['residents on poles of kind address']).toBeGreaterThan(7000);
    expect(kept('stores of overture-places.geojsonl')).toBeGreaterThan(20);
    expect(kept('boundaries of overture-divisions.geojsonl')).toBeGreaterThan(0);
    const { areas } = await loadTerritory(optionsOf(plan.place.id, 'overture').outDir);
    const names = Array.from({ length: areas.rows }, (_, row) => areas.name.at(row));
    expect(names).toEqual(expect.arrayContaining(['Austria', 'Niederösterreich', 'Krems', 'Stein', 'Mitterau']));
    const text = await readFile(recipe, 'utf8');
    expect(text).toContain('from: overture-buildings');
    expect(text).toContain('attribution: Overture Maps Foundation, overturemaps.org, © OpenStreetMap contributors');
    const fetched: string[] = [];
    const place = findPlace('Krems an der Donau, Austria');
    const again = { ...optionsOf(place.id, 'overture'), outDir: join(folder.path, 'overture-again'), overture };
    const second = await getTerritory(place, { ...again, fetching: ({ name }) => fetched.push(name) });
    expect(fetched).toEqual([]);
    expect(second!.lock).toEqual(lock);
    expect(await getTerritory(place, { ...optionsOf(place.id, 'overture'), overture, refresh: true })).toBeNull();
  });

  it('makes the same bundle of the same lock, byte by byte, and fetches nothing twice', async () => {
    await get('Krems an der Donau, Austria');
    const place = findPlace('Krems an der Donau, Austria');
    const first = optionsOf(place.id);
    const fetched: string[] = [];
    const again = { ...first, outDir: join(folder.path, 'again') };
    await getTerritory(place, { ...again, fetching: ({ name }) => fetched.push(name) });
    expect(fetched).toEqual([]);
    expect((await readdir(join(first.placesDir, place.id, 'data'))).toSorted()).toEqual([
      'Eurostat_Census-GRID_2021_V3.zip',
      'austria-latest.osm.pbf',
      'extracts.geojson',
    ]);
    const bytes = async (dir: string) => {
      const names = (await readdir(dir, { recursive: true })).filter((name) =>
        /\.(arrow|geojsonl?)$|family\.json$/.test(name),
      );
      return Promise.all(names.toSorted().map(async (name) => [name, await readFile(join(dir, name), 'base64')]));
    };
    const before = await bytes(first.outDir);
    expect(before.length).toBeGreaterThan(20);
    expect(await bytes(again.outDir)).toEqual(before);
  });

  it('keeps what a person changed in the recipe', async () => {
    const { recipe } = await get('Krems an der Donau, Austria');
    const text = await readFile(recipe, 'utf8');
    await writeFile(recipe, text.replace('name: Krems an der Donau', 'name: My Krems # mine'));
    const again = await get('Krems an der Donau, Austria');
    expect(again.isOwnRecipe).toBe(true);
    expect(await readFile(recipe, 'utf8')).toContain('name: My Krems # mine');
    expect(
      JSON.parse(await readFile(join(optionsOf('krems-an-der-donau-at').outDir, 'manifest.json'), 'utf8')).name,
    ).toBe('My Krems');
  });

  it('finds nothing newer where the servers have the same', async () => {
    await get('Krems an der Donau, Austria', 'update');
    const place = findPlace('Krems an der Donau, Austria');
    expect(await getTerritory(place, { ...optionsOf(place.id, 'update'), refresh: true })).toBeNull();
  });

  it('says so where the box has no road', async () => {
    // The crop of Malta ends before this part of its sea.
    const place = findPlace('35.6,14.2', 5);
    await expect(getTerritory(place, optionsOf(place.id, 'sea'))).rejects.toThrow(
      /has no roads between .*sea or desert/,
    );
    await expect(get('Nauru', 'none')).rejects.toThrow(ImportError);
    await expect(get('Nauru', 'none')).rejects.toThrow(/the mirror has no file .*nauru/);
  });
});

it('projects there and back', () => {
  const there = fromDegrees('ESRI:54009', 'test')!;
  const back = toDegrees('ESRI:54009', 'test')!;
  // Mollweide's own formula at 30° E on the equator: x = 2√2/π R λ.
  expect(there(30, 0)[0]).toBeCloseTo(((2 * Math.SQRT2) / Math.PI) * 6_378_137 * (Math.PI / 6), 0);
  const [lng, lat] = back(...there(4.35, 50.85));
  expect([lng, lat]).toEqual([expect.closeTo(4.35, 9), expect.closeTo(50.85, 9)]);
});
