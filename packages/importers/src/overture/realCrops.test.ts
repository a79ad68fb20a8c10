import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Box, boxContains } from '@hinterland/geo';
import { afterAll, describe, expect, it } from 'vitest';
import { DownloadCache } from '../fetch/cache.ts';
import { makeTransport } from '../fetch/transport.ts';
import { type ParquetRow, readParquet } from '../tables/parquet.ts';
import { testFolder } from '../testing/folder.ts';
import { fetchCut } from './fetchCut.ts';
import { pathOf, releaseFiles, startOvertureMirror } from './testing/overtureMirror.ts';
import type { OvertureTheme } from './themes.ts';

const DATA = resolve(import.meta.dirname, '../../../../../shared/data/world/overture');
const RELEASE = '2026-07-22.0';
const folder = await testFolder();
const mirror = await startOvertureMirror();
afterAll(() => mirror.close());

/** Crops of real releases, each with the box of a part of it. */
const CROPS = [
  ['places', 'lucknow-places.parquet', { west: 80.94, south: 26.842, east: 80.95, north: 26.85 }],
  ['buildings', 'lucknow-buildings.parquet', { west: 80.94, south: 26.842, east: 80.95, north: 26.847 }],
  ['places', 'places-el-salvador-border-2025-12.parquet', { west: -89.9, south: 13.5, east: -89.7, north: 13.8 }],
  ['buildings', 'buildings-100rows-2024-07-22.parquet', { west: 7.394, south: 50.345, east: 7.398, north: 50.347 }],
] as const satisfies readonly (readonly [OvertureTheme, string, Box])[];

describe.skipIf(!existsSync(DATA))('crops of real releases (needs ../shared/data)', () => {
  it.each(CROPS)('%s of %s: the rows that a reader of the whole file finds', async (theme, name, box) => {
    for (const [path, bytes] of await releaseFiles([RELEASE])) mirror.files.set(`/${path}`, bytes);
    // The lists of a release say where files lie about: here, everywhere.
    const everywhere = [
      [
        [-180, -90],
        [180, -90],
        [180, 90],
        [-180, 90],
        [-180, -90],
      ],
    ];
    const type = theme === 'places' ? 'place' : 'building';
    const rel_path = pathOf(RELEASE, theme).split('amazonaws.com/')[1];
    const features = [
      { properties: { ovt_type: type, rel_path }, geometry: { type: 'Polygon', coordinates: everywhere } },
    ];
    mirror.files.set(`/stac.overturemaps.org/${RELEASE}/manifest.geojson`, Buffer.from(JSON.stringify({ features })));
    mirror.files.set(`/${pathOf(RELEASE, theme)}`, await readFile(join(DATA, name)));

    const cache = new DownloadCache(join(folder.path, name));
    const transport = makeTransport({ mirror: mirror.url });
    const locked = await fetchCut(theme, { box }, { cache, transport });
    const lines = (await readFile(cache.pathOf(locked), 'utf8')).split('\n').slice(0, -1);
    const expected: unknown[] = [];
    await readParquet({ path: join(DATA, name) }, () => (row) => {
      if (isInside(row, box)) expected.push(row.id);
    });
    expect(expected.length).toBeGreaterThan(20);
    expect(lines.map((line) => JSON.parse(line).properties.id)).toEqual(expected);
  });
});

/** By the point of a place, and the middle of the corners of a building. */
function isInside({ geometry }: ParquetRow, box: Box): boolean {
  const points = ((geometry as { coordinates: unknown }).coordinates as number[][]).flat(9) as number[];
  const side = (axis: number) => points.filter((_, i) => i % 2 === axis);
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  return boxContains(box, middle(side(0)), middle(side(1)));
}
