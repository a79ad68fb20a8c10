import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadTerritory, NONE, TOPIC_FLAG } from '@hinterland/territory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FaultyMirror, startFaultyMirror } from '../fetch/testing/faultyMirror.ts';
import { findPlace } from '../places/findPlace.ts';
import { testFolder } from '../testing/folder.ts';
import { zipOf } from '../testing/zip.ts';
import { getTerritory } from './getTerritory.ts';
import { withBeside } from './peopleSources.ts';
import { makePlan } from './plan.ts';
import { drawnRaster } from './testing/drawnRaster.ts';
import { boxAround, drawnTown, quarters } from './testing/drawnTown.ts';

const folder = await testFolder();
let mirror: FaultyMirror;
beforeAll(async () => {
  mirror = await startFaultyMirror();
});
afterAll(() => mirror.close());

describe('sources of people side by side', () => {
  const sources = (text: string, choice = {}) =>
    withBeside(makePlan(findPlace(text), choice).people!).map(({ code, countries }) =>
      countries === undefined ? code : `${code} ${countries.join(' ')}`,
    );

  it('are the finest of each country, the one where most people live first, and a raster for the rest', () => {
    expect(sources('Toronto')).toEqual(['statcan-census-2021']);
    expect(sources('Toronto', { official: true })).toEqual(['statcan-census-2021']);
    expect(sources('San Diego, California')).toEqual(['us-census-2020 US', 'worldpop']);
    expect(sources('Detroit')).toEqual(['us-census-2020 US', 'statcan-census-2021 CA']);
    expect(sources('Strasbourg')).toEqual(['filosofi-2021 FR', 'zensus-2022 DE']);
    expect(sources('Trieste')).toEqual(['istat-2021 IT', 'eurostat-2021 SI HR']);
    expect(sources('bayern')).toEqual(['zensus-2022']);
    expect(sources('Eastbourne')).toEqual(['ons-census-2021']);
    // Scotland begins in the box, and has another publisher.
    expect(sources('Carlisle, England')).toEqual(['ons-census-2021 GB', 'worldpop']);
    expect(sources('San Diego, California', { raster: 'worldpop' })).toEqual(['worldpop']);
    expect(() => sources('San Diego, California', { official: true })).toThrow(/for MX.*smaller --radius/);
  });

  it('count everybody once: areas of one country, cells of the raster where no area lies', async () => {
    // El Paso; the quarters of the drawn town are blocks, around them lie cells.
    const town = { lat: 31.76, lng: -106.49 };
    const place = findPlace(boxAround(town));
    const plan = makePlan(place, {});
    expect(place.countries).toEqual(['US', 'MX']);
    const people = [128, 256, 512, 64, 4096, 8192];
    const { shp, dbf } = quarters(town, 'EPSG:4269', (i) => ({
      GEOID20: `48141000000000${i}`,
      POP20: people[i]!,
      HOUSING20: people[i]! / 2,
    }));
    const far = quarters({ lat: 33, lng: -106 }, 'EPSG:4269', (i) => ({ GEOID20: `35${i}`, POP20: 1, HOUSING20: 1 }));
    const prj =
      'GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137,298.257222101]],PRIMEM["Greenwich",0],UNIT["Degree",0.017453292519943295]]';
    for (const { url, name } of plan.files) {
      const state = /tl_2020_(\d\d)_tabblock20/.exec(name)?.[1];
      const content = name.endsWith('.pbf')
        ? Buffer.from(drawnTown(town))
        : state === '48'
          ? zipOf({ [`${name}.shp`]: shp, [`${name}.dbf`]: dbf, [`${name}.prj`]: prj })
          : state !== undefined
            ? zipOf({ [`${name}.shp`]: far.shp, [`${name}.dbf`]: far.dbf, [`${name}.prj`]: prj })
            : undefined;
      if (content !== undefined) mirror.files.set(`/${url.replace('https://', '')}`, content);
    }
    const isNear = (point: { lat: number; lng: number }, degrees: number) =>
      Math.abs(point.lat - town.lat) < degrees && Math.abs(point.lng - town.lng) < degrees;
    // 1 person per cell in a square a little wider than the four quarters, which reach 0.009° from the middle.
    let outside = 0;
    const raster = drawnRaster(town, (point) => {
      if (!isNear(point, 0.0125)) return 0;
      if (!isNear(point, 0.009)) outside++;
      return 1;
    });
    const { url } = plan.files.find(({ name }) => name.startsWith('mex_pop'))!;
    mirror.files.set(`/${url.replace('https://', '')}`, raster.file);
    const outDir = join(folder.path, 'el-paso');
    const got = (await getTerritory(place, {
      placesDir: join(folder.path, 'places'),
      outDir,
      cacheDir: join(folder.path, 'downloads'),
      mirror: mirror.url,
      compare: 'none',
    }))!;
    const { sociodemo, descriptors } = await loadTerritory(outDir);
    const { poleUnits, topics, units } = sociodemo!;
    const total = topics.get('residents')!.columns.get('total')!;
    let sum = 0;
    for (let pole = 0; pole < poleUnits.rows; pole++) {
      if (poleUnits.unit[pole] !== NONE) sum += total[poleUnits.unit[pole]!]! * poleUnits.share[pole]!;
    }
    expect(outside).toBeGreaterThan(100);
    expect(sum).toBeCloseTo(128 + 256 + 512 + 64 + outside, 6);
    // Housing is that of the blocks; of the cells it is unknown, not none.
    const housing = topics.get('housing')!;
    const rows = Array.from({ length: units.rows }, (_, row) => row);
    const cells = rows.filter((row) => units.code.at(row)!.startsWith('r'));
    expect(cells.length).toBe(outside);
    expect(cells.every((row) => Number.isNaN(housing.columns.get('dwellings')![row]!))).toBe(true);
    expect(cells.every((row) => (housing.flags[row]! & TOPIC_FLAG.suppressed) !== 0)).toBe(true);
    expect(housing.columns.get('dwellings')![rows.find((row) => units.code.at(row) === '481410000000001')!]).toBe(128);
    // Each source says whom it counts.
    const all = 960 + outside;
    expect(descriptors.sociodemo!.sources.map(({ name, peopleShare }) => [name, peopleShare])).toEqual([
      ['US Census 2020, blocks', expect.closeTo(960 / all, 9)],
      [expect.stringMatching(/^WorldPop R2025A/), expect.closeTo(outside / all, 9)],
      [expect.stringMatching(/^OECD, final consumption/), undefined],
    ]);
    expect(got.verdict.facts).toContainEqual(['by US Census 2020, blocks', `${((100 * 960) / all).toFixed(1)}%`]);
    expect(await readFile(got.recipe, 'utf8')).toMatch(/beside:\n +- source:/);
  });
});
