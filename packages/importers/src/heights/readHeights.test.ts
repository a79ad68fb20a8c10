import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { EARTH_RADIUS_METERS } from '@hinterland/geo';
import { writeArrayBuffer } from 'geotiff';
import { describe, expect, it } from 'vitest';
import { ImportError } from '../errors/importError.ts';
import { buildGraph } from '../graph/build.ts';
import { STREET, WALK } from '../graph/testing/drawGraph.ts';
import { leastSeconds } from '../graph/testing/leastSeconds.ts';
import { drawOsm } from '../map/testing/drawOsm.ts';
import { Report } from '../report/report.ts';
import { fromDegrees } from '../shapes/projections.ts';
import { testFolder } from '../testing/folder.ts';
import { readHeights } from './readHeights.ts';

const folder = await testFolder();
const METERS_PER_DEGREE = (EARTH_RADIUS_METERS * Math.PI) / 180;

interface Plan {
  readonly columns: number;
  readonly rows: number;
  /** The upper left corner, and the side of a cell, in units of the projection. */
  readonly left: number;
  readonly top: number;
  readonly cell: number;
  /** Height at the middle of a cell. */
  height(x: number, y: number): number;
  readonly keys: Readonly<Record<string, number | string>>;
}

/** Writes an elevation model with the library's writer. */
async function write(name: string, { columns, rows, left, top, cell, height, keys }: Plan): Promise<string> {
  const values = Float32Array.from({ length: columns * rows }, (_, i) =>
    height(left + ((i % columns) + 0.5) * cell, top - (Math.floor(i / columns) + 0.5) * cell),
  );
  const metadata = {
    width: columns,
    height: rows,
    ModelPixelScale: [cell, cell, 0],
    ModelTiepoint: [0, 0, 0, left, top, 0],
    SampleFormat: [3],
    BitsPerSample: [32],
    GTRasterTypeGeoKey: 1,
    ...keys,
  };
  return folder.write(name, Buffer.from(writeArrayBuffer(values, metadata)));
}

const DEGREES = { GTModelTypeGeoKey: 2, GeographicTypeGeoKey: 4326 };
const world = { west: -1, south: -1, east: 1, north: 1 };
const report = () => new Report('test');

describe('elevation models', () => {
  it('gives the heights of a plane exactly, between cells too, and none outside', async () => {
    const height = (x: number, y: number) => 100 + 2000 * x - 500 * y;
    const path = await write('plane.tif', {
      columns: 40,
      rows: 30,
      left: -0.1,
      top: 0.1,
      cell: 0.005,
      height,
      keys: DEGREES,
    });
    const heights = await readHeights([path], undefined, world, report());
    for (const [lng, lat] of [
      [-0.0975, 0.0975],
      [0, 0],
      [0.0123, -0.0321],
      [0.0974, -0.0474],
    ] as const) {
      expect(heights.at(lng, lat)).toBeCloseTo(height(lng, lat), 3);
    }
    expect(heights.at(-0.0976, 0)).toBeNaN();
    expect(heights.at(0, 0.5)).toBeNaN();
    expect(heights.cellMeters).toBeCloseTo(0.005 * METERS_PER_DEGREE, 3);
    // Only what lies under the map is read: here 2 of 30 rows and a margin.
    const strip = report();
    const part = await readHeights([path], undefined, { west: -1, south: 0.001, east: 1, north: 0.004 }, strip);
    expect(part.at(0, 0.0025)).toBeCloseTo(height(0, 0.0025), 3);
    expect(Number(strip.toJson().facts['cells of plane.tif'])).toBeLessThanOrEqual(40 * 5);
  });

  it('reads a projection, and takes the second file where the first has no height', async () => {
    // Zone 32: the middle of the map lies at 9° east on the equator.
    const keys = { GTModelTypeGeoKey: 1, ProjectedCSTypeGeoKey: 32632 };
    const at = fromDegrees('EPSG:32632', 'test')!;
    const plan = { columns: 60, rows: 40, left: 499_500, top: 1000, cell: 25, keys };
    const holed = await write('holed.tif', {
      ...plan,
      height: (x) => (x > 500_100 ? -9999 : x - 500_000),
      keys: { ...keys, GDAL_NODATA: '-9999' },
    });
    const whole = await write('whole.tif', { ...plan, height: (_, y) => 3000 + y });
    const box = { west: 8.99, south: 0, east: 9.02, north: 0.01 };
    const heights = await readHeights([holed, whole], undefined, box, report());
    const [x, y] = at(9.0003, 0.002);
    expect(heights.at(9.0003, 0.002)).toBeCloseTo(x - 500_000, 2);
    expect(heights.at(9.005, 0.002)).toBeCloseTo(3000 + y, 2);
    expect(heights.cellMeters).toBe(25);
  });

  it('makes a drawn street slower uphill', async () => {
    const drawn = drawOsm('a---b', { ways: [['ab', STREET]] });
    const height = (lng: number) => 0.1 * lng * METERS_PER_DEGREE;
    const path = await write('hill.tif', {
      columns: 30,
      rows: 30,
      left: -0.003,
      top: 0.003,
      cell: 0.0002,
      height,
      keys: DEGREES,
    });
    const heights = await readHeights([path], undefined, world, report());
    const graph = buildGraph(drawn.map, [], heights);
    expect(leastSeconds(graph, drawn, 'walk-normal', 'a', 'b')).toBeCloseTo(WALK * Math.exp(0.35), 1);
    expect(leastSeconds(graph, drawn, 'walk-normal', 'b', 'a')).toBeCloseTo(WALK, 1);
  });

  it('refuses files that are none, or that do not say where they lie, with the remedy', async () => {
    const read = (path: string, crs?: string) => readHeights([path], crs, world, report());
    await expect(read(await folder.write('text.tif', 'no picture'))).rejects.toThrow(/text\.tif is no GeoTIFF/);
    await expect(read('nowhere.tif')).rejects.toThrow(ImportError);
    const plan = { columns: 4, rows: 4, left: 0, top: 0, cell: 0.1, height: () => 1 };
    const own = await write('own.tif', { ...plan, keys: { GTModelTypeGeoKey: 1, ProjectedCSTypeGeoKey: 32767 } });
    await expect(read(own)).rejects.toThrow(/own\.tif does not name its projection.*heights\.crs/);
    await expect(read(own, 'EPSG:4326')).resolves.toBeDefined();
    const whole = await write('cut.tif', { ...plan, columns: 100, rows: 100, keys: DEGREES });
    const cut = await folder.write('half.tif', (await readFile(whole)).subarray(0, 20_000));
    await expect(read(cut)).rejects.toThrow(/half\.tif cannot be read.*cut short/);
  });

  it('warns of a file that lies elsewhere', async () => {
    const plan = { columns: 4, rows: 4, left: 50, top: 50, cell: 0.1, height: () => 1, keys: DEGREES };
    const told = report();
    const heights = await readHeights([await write('far.tif', plan)], undefined, world, told);
    expect(heights.at(0, 0)).toBeNaN();
    expect(told.toJson().warnings.join()).toMatch(/far\.tif holds no height under the map/);
  });
});
