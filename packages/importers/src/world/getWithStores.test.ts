import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { loadTerritory } from '@hinterland/territory';
import { expect, it } from 'vitest';
import { findPlace } from '../places/findPlace.ts';
import { testFolder } from '../testing/folder.ts';
import { getWithStores } from './getWithStores.ts';
import { makePlan } from './plan.ts';
import { drawnRaster } from './testing/drawnRaster.ts';
import { boxAround, drawnTown } from './testing/drawnTown.ts';

const folder = await testFolder();

it('looks for the stores of Overture where the map holds few of those that registers count, and keeps the map where there are none to be had', async () => {
  // Topeka; the drawn town has houses and no shop.
  const town = { lat: 39.05, lng: -95.68 };
  const place = findPlace(boxAround(town));
  const mirror = join(folder.path, 'mirror');
  for (const { url, kind } of makePlan(place, { raster: 'worldpop' }).files) {
    if (kind !== 'pbf' && kind !== 'tiff') continue;
    const path = join(mirror, url.replace('https://', ''));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, kind === 'pbf' ? drawnTown(town) : drawnRaster(town, () => 10).file);
  }
  const notes: string[] = [];
  const outDir = join(folder.path, 'town');
  const got = (await getWithStores(place, {
    placesDir: join(folder.path, 'places'),
    outDir,
    cacheDir: join(folder.path, 'downloads'),
    mirror,
    raster: 'worldpop',
    noted: (text) => notes.push(text),
  }))!;
  const { measured } = (await loadTerritory(outDir)).players!.supply.completeness;
  const expected = measured!.reduce((sum, one) => sum + one.expected, 0);
  expect(expected).toBeGreaterThan(1);
  expect(notes).toEqual([
    expect.stringMatching(/^The map holds 0% of the stores that registers count here \(.*County Business Patterns\)/),
    expect.stringMatching(/^Overture's stores could not be fetched, and the map's stay alone: /),
  ]);
  expect(got.plan.cuts).toEqual([]);
});
