import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { loadTerritory } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { findPlace } from '../places/findPlace.ts';
import { testFolder } from '../testing/folder.ts';
import { getTerritory } from './getTerritory.ts';
import { makePlan } from './plan.ts';
import { drawnRaster } from './testing/drawnRaster.ts';
import { DATA, makeWorldMirror } from './testing/worldMirror.ts';
import { feedsNear } from './timetables.ts';

const folder = await testFolder();
const HEADER =
  'id,data_type,location.country_code,provider,status,urls.direct_download,urls.authentication_type,urls.latest,urls.license,location.bounding_box.minimum_latitude,location.bounding_box.maximum_latitude,location.bounding_box.minimum_longitude,location.bounding_box.maximum_longitude';
const row = (id: string, box: string, more: { kind?: string; status?: string; key?: string } = {}) =>
  `${id},${more.kind ?? 'gtfs'},IT,"Provider, ${id}",${more.status ?? 'active'},,${more.key ?? ''},https://files.mobilitydatabase.org/${id}/latest.zip,https://example.org/${id},${box}`;
const MILAN = '45.3,45.6,9,9.4';
const LIST = [
  HEADER,
  row('country', '36,47,6,19'),
  row('milan', MILAN),
  row('lost', '45.4,45.5,9.1,9.2'),
  row('elsewhere', '41.8,42,12.3,12.7'),
  row('live', MILAN, { kind: 'gtfs_rt' }),
  row('old', MILAN, { status: 'deprecated' }),
  row('locked', MILAN, { key: '1' }),
  row('nowhere', ',,,'),
].join('\n');
const BOX = { west: 9.15, south: 45.44, east: 9.22, north: 45.49 };

describe('timetables of a place by a list of the world', () => {
  it('are those that reach into it and that anybody may fetch, the ones of the smallest areas first', async () => {
    const path = await folder.write('list.csv', LIST);
    const { feeds, left } = await feedsNear(path, BOX);
    expect(feeds.map(({ id }) => id)).toEqual(['lost', 'milan', 'country']);
    expect(feeds[1]).toEqual({
      id: 'milan',
      provider: 'Provider, milan',
      url: 'https://files.mobilitydatabase.org/milan/latest.zip',
      terms: 'https://example.org/milan',
      box: { west: 9, south: 45.3, east: 9.4, north: 45.6 },
    });
    expect(left).toBe(0);
    const many = [HEADER, ...Array.from({ length: 20 }, (_, i) => row(`feed-${i}`, MILAN))].join('\n');
    expect((await feedsNear(await folder.write('many.csv', many), BOX)).left).toBe(8);
    const other = await folder.write('other.csv', LIST.replace('urls.latest', 'latest'));
    await expect(feedsNear(other, BOX)).rejects.toThrow(/no column urls\.latest any more/);
  });

  it.skipIf(!existsSync(DATA))(
    'become the timetables of the territory, with their terms (needs ../shared/data)',
    async () => {
      const mirror = join(folder.path, 'mirror');
      await makeWorldMirror(mirror);
      const put = async (id: string) => {
        const path = join(mirror, `files.mobilitydatabase.org/${id}/latest.zip`);
        await mkdir(dirname(path), { recursive: true });
        await copyFile(join(DATA, 'milan/milano_small_gtfs.zip'), path);
      };
      await put('milan');
      await writeFile(join(mirror, 'files.mobilitydatabase.org/feeds_v2.csv'), LIST.replace(/^country.*\n/m, ''));
      const place = findPlace(`${BOX.west},${BOX.south},${BOX.east},${BOX.north}`);

      // A person per cell around the middle: whom the place counts does not matter here.
      const { url } = makePlan(place, { raster: 'worldpop' }).files.find(({ kind }) => kind === 'tiff')!;
      const raster = join(mirror, url.replace('https://', ''));
      await mkdir(dirname(raster), { recursive: true });
      await writeFile(raster, drawnRaster({ lat: 45.465, lng: 9.185 }, () => 1).file);
      const notes: string[] = [];
      const outDir = join(folder.path, 'milan');
      const got = (await getTerritory(place, {
        placesDir: join(folder.path, 'places'),
        outDir,
        cacheDir: join(folder.path, 'downloads'),
        mirror,
        compare: 'none',
        raster: 'worldpop',
        timetables: true,
        noted: (text) => notes.push(text),
      }))!;
      expect(notes).toEqual([
        expect.stringMatching(/^The timetable of Provider, lost \(lost\) is left out: .*no file/),
        expect.stringMatching(/^Some topics of who people are will be left out: .*no file/),
      ]);
      expect(got.lock.map(({ name }) => name)).toContain('gtfs-milan.zip');
      const { transit, descriptors } = await loadTerritory(outDir);
      expect(transit!.feeds.rows).toBe(1);
      expect(descriptors.transit!.counts).toMatchObject({ transitStops: expect.any(Number) });
      expect(descriptors.transit!.sources).toEqual([
        expect.objectContaining({
          attribution: 'Provider, milan',
          licence: 'https://example.org/milan',
          mayShare: false,
        }),
      ]);
      expect(await readFile(got.recipe, 'utf8')).toMatch(
        /timetables:\n +- \{ id: milan, file: data\/gtfs-milan\.zip \}|id: milan/,
      );
    },
  );
});
