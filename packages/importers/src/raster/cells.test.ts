import { Buffer } from 'node:buffer';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Box, multiPolygonAreaSquareKm } from '@hinterland/geo';
import { writeArrayBuffer } from 'geotiff';
import { describe, expect, it } from 'vitest';
import { testFolder } from '../testing/folder.ts';
import { type Cell, isCount } from './cell.ts';
import { eachTableCell } from './cellsOfTable.ts';
import { eachTiffCell } from './cellsOfTiff.ts';
import { cellClipper } from './clipCell.ts';
import { gridCode } from './gridCode.ts';

const folder = await testFolder();
const DATA = resolve(import.meta.dirname, '../../../../../shared/data/world/rasters');
const SOUTH_UP = resolve(import.meta.dirname, '../../../../../shared/field-4/inputs/raster-south-up/pop.tif');
const WORLD: Box = { west: -180, south: -85, east: 180, north: 85 };
const people = (cells: readonly Cell[]) => cells.reduce((sum, { figures }) => sum + Number(figures[0]), 0);

async function tiffCells(paths: string | string[], box: Box = WORLD, options = {}): Promise<Cell[]> {
  const cells: Cell[] = [];
  await eachTiffCell([paths].flat(), box, { isDensity: false, layers: [], ...options }, (cell) => cells.push(cell));
  return cells;
}

/** A raster of `columns` × `rows` cells of 0.01° from its upper left corner on. */
function raster(
  name: string,
  left: number,
  top: number,
  values: readonly (readonly number[])[],
  noData?: string,
  stepY = 0.01,
): Promise<string> {
  const metadata = {
    width: values[0]!.length,
    height: values.length,
    ModelPixelScale: [0.01, stepY, 0],
    ModelTiepoint: [0, 0, 0, left, top, 0],
    SampleFormat: [3],
    BitsPerSample: [32],
    GTRasterTypeGeoKey: 1,
    GTModelTypeGeoKey: 2,
    GeographicTypeGeoKey: 4326,
    ...(noData === undefined ? {} : { GDAL_NODATA: noData }),
  };
  return folder.write(name, Buffer.from(writeArrayBuffer(Float32Array.from(values.flat()), metadata)));
}

describe('cells of a raster', () => {
  it('are those with people that may touch the box, each with its outline', async () => {
    const path = await raster('plain.tif', 10, 50, [
      [1, 2, 4],
      [8, 0, 16],
    ]);
    const all = await tiffCells(path);
    expect(all.map(({ code, figures }) => [code, figures[0]])).toEqual([
      ['r0c0', '1'],
      ['r0c1', '2'],
      ['r0c2', '4'],
      ['r1c0', '8'],
      ['r1c2', '16'],
    ]);
    const [west, south, east, north] = [10.01, 49.99, 10.02, 50];
    for (const [i, corner] of [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ].entries()) {
      expect(all[1]!.ring[i]).toEqual(corner.map((value) => expect.closeTo(value, 9)));
    }
    // The window has one more cell on each side.
    expect(people(await tiffCells(path, { west: 10.0251, south: 49.995, east: 10.029, north: 49.999 }))).toBe(
      2 + 4 + 16,
    );
    expect(await tiffCells(path, { west: 20, south: 49, east: 21, north: 50 })).toEqual([]);
  });

  it('are the same where rows go from south to north, and where longitudes go to 360', async () => {
    const values = [
      [1, 2, 4],
      [8, 0, 16],
    ];
    const placed = (cells: readonly Cell[]) =>
      cells
        .map(({ ring, figures }) => `${ring[0]!.map((degrees) => degrees.toFixed(5)).join()} ${figures[0]}`)
        .toSorted();
    const northUp = placed(await tiffCells(await raster('north-up.tif', -10, 50, values)));
    expect(northUp).toHaveLength(5);
    const southUp = await raster('south-up.tif', -10, 49.98, values.toReversed(), undefined, -0.01);
    expect(placed(await tiffCells(southUp))).toEqual(northUp);
    const to360 = await raster('to-360.tif', 350, 50, values);
    expect(placed(await tiffCells(to360))).toEqual(northUp);
    expect(await tiffCells(to360, { west: 5, south: 49, east: 9, north: 51 })).toEqual([]);
  });

  it.skipIf(!existsSync(SOUTH_UP))(
    'are read by a matrix that goes south to north (needs ../shared/field-4)',
    async () => {
      // As the case says: 1,096 residents.
      expect(people(await tiffCells(SOUTH_UP))).toBe(1096);
      const cells = await tiffCells(SOUTH_UP, { west: 19, south: 9, east: 21, north: 11 });
      expect(people(cells)).toBe(1096);
    },
  );

  it('pass over every sign for "no data", also in the middle', async () => {
    const path = await raster(
      'holes.tif',
      0,
      1,
      [
        [5, -99999, Number.NaN],
        [4294967295, -3.4e38, 7],
      ],
      '-99999',
    );
    expect(people(await tiffCells(path))).toBe(12);
    expect([-1, Number.NaN, 4294967295, Infinity].map(isCount)).toEqual([false, false, false, false]);
  });

  it('are multiplied by their area where numbers are people per km²', async () => {
    const path = await raster('density.tif', 0, 60.005, [[100]]);
    const [cell] = await tiffCells(path, WORLD, { isDensity: true });
    // A cell of 0.01° at 60° north: 1.112 km by 0.556 km.
    expect(Number(cell!.figures[0])).toBeCloseTo(100 * 1.11195 * 1.11195 * Math.cos(Math.PI / 3), 1);
  });

  it('have the figures of further layers, which must have the same cells', async () => {
    const total = await raster('total.tif', 0, 1, [[10, 20]]);
    const young = await raster('young.tif', 0, 1, [[3, 5]]);
    expect((await tiffCells(total, WORLD, { layers: [young] })).map(({ figures }) => figures)).toEqual([
      ['10', '3'],
      ['20', '5'],
    ]);
    const other = await raster('other.tif', 5, 1, [[3, 5]]);
    await expect(tiffCells(total, WORLD, { layers: [other] })).rejects.toThrow(/other\.tif has other cells than/);
  });

  it('count once where files overlap, the first one first', async () => {
    const left = await raster('left.tif', 0, 1, [[1, 2]]);
    const right = await raster('right.tif', 0.01, 1, [[100, 4]]);
    const cells = await tiffCells([left, right]);
    expect(people(cells)).toBe(1 + 2 + 4);
    expect(new Set(cells.map(({ code }) => code)).size).toBe(3);
  });

  it.skipIf(!existsSync(DATA))(
    'add up to the published total of Nauru, a whole country (needs ../shared/data)',
    async () => {
      const cells = await tiffCells(join(DATA, 'nauru-worldpop-ppp-100m.tif'));
      // WorldPop 2020, sum of all cells as SOURCES.md counts it.
      expect(people(cells)).toBeCloseTo(10_244, 0);
    },
  );

  it.skipIf(!existsSync(DATA))(
    'are read in Mollweide, with cells of one square kilometer (needs ../shared/data)',
    async () => {
      const cells = await tiffCells(join(DATA, 'belgium-ghs-pop-1km-mollweide.tif'));
      expect(people(cells)).toBeCloseTo(20_602_096, -1);
      for (const { ring } of cells.slice(0, 50)) expect(multiPolygonAreaSquareKm([[ring]])).toBeCloseTo(1, 1);
    },
  );

  it.skipIf(!existsSync(DATA))(
    'are the same in the table and in the GeoTIFF of one grid (needs ../shared/data)',
    async () => {
      const fromTiff = await tiffCells(join(DATA, 'krems-geostat-2021-1km-3035.tif'), WORLD, { crs: 'EPSG:3035' });
      const text = (await import('node:fs')).readFileSync(join(DATA, 'krems-2021.csv'), 'utf8');
      const sum = text
        .trim()
        .split('\n')
        .slice(1)
        .reduce((all, line) => all + Number(line.split(',')[3]), 0);
      expect(people(fromTiff)).toBe(sum);
    },
  );
});

describe('cells of a table', () => {
  const HEADER = 'GRD_ID,T,NOTE';
  const rows = [
    'CRS3035RES1000mN2819000E4736000,54,a',
    'CRS3035RES1000mN2819000E4737000,–,b',
    'CRS3035RES1000mN2919000E4737000,9,far',
  ];
  const box = { west: 15, south: 48, east: 16.2, north: 48.9 };
  const read = async (text: string, options = {}) => {
    const path = await folder.write('cells.csv', text);
    const cells: Cell[] = [];
    await eachTableCell({ path }, box, { cell: 'GRD_ID', people: 'T', missing: ['–'], ...options }, (cell) =>
      cells.push(cell),
    );
    return cells;
  };

  it('are those near the box with people that are published', async () => {
    const cells = await read([HEADER, ...rows].join('\n'));
    expect(cells.map(({ code }) => code)).toEqual(['CRS3035RES1000mN2819000E4736000']);
    expect(multiPolygonAreaSquareKm([[cells[0]!.ring]])).toBeCloseTo(1, 2);
  });

  it('are refused with row and remedy where a code or a number is none', async () => {
    await expect(read(`${HEADER}\nX1,5,a`)).rejects.toThrow(/row 2: "X1" is no code of a cell.*as cell/);
    await expect(read(`${HEADER}\nCRS3035RES1000mN2819000E4736000,viele,a`)).rejects.toThrow(
      /column "T": "viele" is no number.*missing/,
    );
    await expect(read(`${HEADER}\n`, { people: 'P' })).rejects.toThrow(/P/);
  });

  it('have codes as the publishers write them', () => {
    const cell = { epsg: 3035, meters: 1000, north: 2_684_000, east: 4_285_000 };
    expect(gridCode('CRS3035RES1000mN2684000E4285000')).toEqual(cell);
    expect(gridCode('1kmN2684E4285')).toEqual(cell);
    expect(gridCode('RES1000mN2684000E4285000')).toEqual(cell);
    expect(gridCode('100mN26891E43370')).toEqual({ epsg: 3035, meters: 100, north: 2_689_100, east: 4_337_000 });
    expect(gridCode('CRS2975RES200mN7634000E340200')).toMatchObject({ epsg: 2975, meters: 200 });
    expect(gridCode('N1E1')).toBeUndefined();
  });
});

describe('cells at an outline', () => {
  const ring = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
    [0, 0],
  ];

  it('stay whole inside, are gone outside, and are cut by area between', () => {
    const square = (west: number, east: number) => [
      [
        [
          [west, -1],
          [east, -1],
          [east, 2],
          [west, 2],
          [west, -1],
        ],
      ],
    ];
    expect(cellClipper(square(-1, 2))(ring)).toEqual([[ring]]);
    expect(cellClipper(square(5, 6))(ring)).toBeNull();
    const quarter = cellClipper(square(-1, 0.25))(ring)!;
    expect(multiPolygonAreaSquareKm(quarter) / multiPolygonAreaSquareKm([[ring]])).toBeCloseTo(0.25, 9);
  });
});
