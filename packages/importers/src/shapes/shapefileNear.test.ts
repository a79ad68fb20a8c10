import { describe, expect, it } from 'vitest';
import { Report } from '../report/report.ts';
import { testFolder } from '../testing/folder.ts';
import { shapefileOf } from '../testing/shapefile.ts';
import { zipOf } from '../testing/zip.ts';
import { readOutlines } from './read.ts';

const folder = await testFolder();

/** Squares of 0.01 degrees, a hundred beside one another and a hundred above. */
const SQUARES = Array.from({ length: 10_000 }, (_, i) => {
  const [lng, lat] = [7 + (i % 100) / 100, 50 + Math.floor(i / 100) / 100];
  const ring = [
    [lng, lat],
    [lng + 0.01, lat],
    [lng + 0.01, lat + 0.01],
    [lng, lat + 0.01],
    [lng, lat],
  ];
  return {
    properties: { code: `B${i}`, people: i % 7 },
    geometry: { type: 'Polygon' as const, coordinates: [ring] },
  };
});
const BOX = { west: 7.505, south: 50.305, east: 7.535, north: 50.325 };

describe('a Shapefile near a box', () => {
  const { shp, dbf } = shapefileOf(SQUARES);
  const read = async (name: string, content: Uint8Array, near?: typeof BOX) =>
    readOutlines({ path: await folder.write(name, content) }, { near }, new Report('test').subject('outlines'));

  it('has the outlines and attributes of the whole file that touch the box, under their numbers', async () => {
    const zip = zipOf({ 'blocks.shp': shp, 'blocks.dbf': dbf });
    const all = await read('all.zip', zip);
    expect(all).toHaveLength(10_000);
    const near = await read('near.zip', zip, BOX);
    const expected = all.filter(({ polygon }) => {
      const [lng, lat] = polygon[0]![0]![0]! as [number, number];
      return lng + 0.01 >= BOX.west && lng <= BOX.east && lat + 0.01 >= BOX.south && lat <= BOX.north;
    });
    expect(near).toEqual(expected);
    expect(near.map(({ properties }) => properties.code)).toContain('B3051');
    expect(near.length).toBeGreaterThanOrEqual(12);
    expect(near.length).toBeLessThanOrEqual(20);
  });

  it('is refused where outlines or attributes end early', async () => {
    const cut = zipOf({ 'blocks.shp': shp.subarray(0, 200_000), 'blocks.dbf': dbf });
    await expect(read('cut.zip', cut, BOX)).rejects.toThrow(/ends within its record \d+, .* it is cut short/);
    const rows = zipOf({ 'blocks.shp': shp, 'blocks.dbf': dbf.subarray(0, 20_000) });
    await expect(read('rows.zip', rows, BOX)).rejects.toThrow(
      /its \.dbf file has \d+ rows, and its outlines at least \d+/,
    );
    await expect(read('none.zip', zipOf({ 'blocks.shp': Buffer.alloc(300), 'blocks.dbf': dbf }), BOX)).rejects.toThrow(
      /is no Shapefile/,
    );
  });
});
