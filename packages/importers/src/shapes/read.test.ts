import { join } from 'node:path';
import { Database } from 'node-sqlite3-wasm';
import { describe, expect, it } from 'vitest';
import wkx from 'wkx';
import { ImportError } from '../errors/importError.ts';
import { Report } from '../report/report.ts';
import { testFolder } from '../testing/folder.ts';
import { shapefileOf } from '../testing/shapefile.ts';
import { zipOf } from '../testing/zip.ts';
import { type OutlineOptions, readOutlines } from './read.ts';

const folder = await testFolder();
const SQUARE = [
  [
    [7, 50],
    [7.5, 50],
    [7.5, 50.5],
    [7, 50.5],
    [7, 50],
  ],
];
const HOLED = [
  [
    [8, 50],
    [9, 50],
    [9, 51],
    [8, 51],
    [8, 50],
  ],
  [
    [8.2, 50.2],
    [8.2, 50.4],
    [8.4, 50.4],
    [8.4, 50.2],
    [8.2, 50.2],
  ],
];
/** The two areas that every file of these tests holds. */
const AREAS = [
  { properties: { code: 'A', n: 1 }, geometry: { type: 'Polygon', coordinates: SQUARE } },
  { properties: { code: 'B', n: 2 }, geometry: { type: 'MultiPolygon', coordinates: [HOLED] } },
] as const;
const features = AREAS.map((area) => ({ type: 'Feature', ...area }));

async function read(path: string, options: OutlineOptions & { entry?: string } = {}) {
  const counter = new Report('Test').subject('areas');
  const outlines = await readOutlines({ path, entry: options.entry }, options, counter);
  return { outlines: outlines.map(({ properties, polygon }) => [String(properties.code), polygon]), counter };
}
const EXPECTED = [
  ['A', [SQUARE]],
  ['B', [HOLED]],
];

describe('reading outlines', () => {
  it.each([
    ['a collection', JSON.stringify({ type: 'FeatureCollection', features })],
    ['features first', JSON.stringify({ features, type: 'FeatureCollection', name: 'x' })],
    ['with white space', JSON.stringify({ type: 'FeatureCollection', features }, null, 2)],
    ['with brackets in texts', JSON.stringify({ type: 'FeatureCollection', note: '"features": [{ \\', features })],
    ['one feature per line', features.map((feature) => JSON.stringify(feature)).join('\n')],
    ['a byte order mark', `\uFEFF${JSON.stringify({ type: 'FeatureCollection', features })}`],
  ])('GeoJSON: %s', async (name, text) => {
    const path = await folder.write(`${name.replaceAll(' ', '-')}.geojson`, text);
    expect((await read(path)).outlines).toEqual(EXPECTED);
  });

  it('GeoJSON read in pieces of any size', async () => {
    // Texts of many chunks: 3 MB of padding between the features.
    const padded = features.map((feature) => ({
      ...feature,
      properties: { ...feature.properties, pad: '€'.repeat(5e5) },
    }));
    const path = await folder.write('pieces.geojson', JSON.stringify({ type: 'FeatureCollection', features: padded }));
    expect((await read(path)).outlines).toEqual(EXPECTED);
  });

  it('zipped GeoJSON', async () => {
    const path = await folder.write(
      'z.zip',
      zipOf({ 'x/areas.geojson': JSON.stringify({ type: 'FeatureCollection', features }) }),
    );
    expect((await read(path, { entry: 'areas.geojson' })).outlines).toEqual(EXPECTED);
  });

  it('GeoPackage, also zipped', async () => {
    const path = geoPackage(join(folder.path, 'areas.gpkg'));
    expect((await read(path)).outlines).toEqual(EXPECTED);
    expect((await read(path, { layer: 'areas' })).outlines).toEqual(EXPECTED);
    await expect(read(path, { layer: 'area' })).rejects.toThrow(
      /has no layer "area"\. Name one of its layers in the recipe as layer: areas/,
    );
  });

  it('Shapefile with attributes and projection, plain and zipped', async () => {
    const { shp, dbf } = shapefileOf(AREAS);
    const path = await folder.write('areas.shp', shp);
    await folder.write('areas.dbf', dbf);
    expect((await read(path)).outlines).toEqual(EXPECTED);
    const zip = await folder.write(
      'shp.zip',
      zipOf({
        'a/areas.shp': shp,
        'a/areas.dbf': dbf,
        'a/areas.prj':
          'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]',
      }),
    );
    expect((await read(zip)).outlines.map(([code]) => code)).toEqual(['A', 'B']);
  });

  it('takes coordinates out of their projection, by the file or by the recipe', async () => {
    const inMetres = [
      [
        [500000, 5538630],
        [535000, 5538630],
        [535000, 5594000],
        [500000, 5594000],
        [500000, 5538630],
      ],
    ];
    const collection = {
      type: 'FeatureCollection',
      crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::25832' } },
      features: [{ type: 'Feature', properties: { code: 'A' }, geometry: { type: 'Polygon', coordinates: inMetres } }],
    };
    const path = await folder.write('utm.geojson', JSON.stringify(collection));
    const [[, polygon]] = (await read(path)).outlines as [[string, number[][][][]]];
    expect(polygon[0]![0]![0]![0]).toBeCloseTo(9, 9);
    expect(polygon[0]![0]![0]![1]).toBeCloseTo(50, 3);
    await expect(read(path, { crs: 'EPSG:4326' })).rejects.toThrow(
      /utm\.geojson, feature 1: the point 500000, 5538630 is no longitude and latitude in degrees\. Give the projection/,
    );
  });

  it('counts what it drops and repairs', async () => {
    const open = {
      type: 'Feature',
      properties: { code: 'C' },
      geometry: { type: 'Polygon', coordinates: [SQUARE[0]!.slice(0, 4)] },
    };
    const point = { type: 'Feature', properties: { code: 'D' }, geometry: { type: 'Point', coordinates: [7, 50] } };
    const none = { type: 'Feature', properties: null, geometry: null };
    const path = await folder.write(
      'mixed.geojson',
      JSON.stringify({ type: 'FeatureCollection', features: [open, point, none] }),
    );
    const { outlines, counter } = await read(path);
    expect(outlines).toEqual([['C', [SQUARE]]]);
    expect(counter.toJson()).toMatchObject({
      changes: [{ reason: 'ring closed', references: ['feature 1'] }],
      drops: [{ reason: 'no outline with an inside', references: ['feature 2', 'feature 3'] }],
    });
  });

  it('refuses cut and foreign files with the remedy', async () => {
    const text = JSON.stringify({ type: 'FeatureCollection', features });
    const failing = async (name: string, content: string | Uint8Array) => {
      const error = await read(await folder.write(name, content)).catch((e) => e);
      expect(error).toBeInstanceOf(ImportError);
      return (error as Error).message;
    };
    expect(await failing('cut.geojson', text.slice(0, -40))).toMatch(
      /ends in the middle, after 1 whole features: it is cut short/,
    );
    expect(await failing('bad.geojson', text.replace('50.5', '50.'))).toMatch(/feature 1 is no JSON/);
    expect(await failing('none.geojson', '{"a":1}')).toMatch(/holds no GeoJSON features/);
    expect(await failing('cut.gpkg', Buffer.from('SQLite format 3\0'))).toMatch(/cannot be read as a GeoPackage/);
    expect(await failing('cut.shp', shapefileOf(AREAS).shp.subarray(0, 150))).toMatch(
      /has 150 of the \d+ bytes that its header announces: it is cut short/,
    );
    expect(await failing('areas.kml', '<kml/>')).toMatch(/is of no format that boundaries are read from/);
  });
});

function geoPackage(path: string): string {
  const database = new Database(path);
  database.exec(`CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, srs_id INTEGER);
    CREATE TABLE gpkg_spatial_ref_sys (srs_id INTEGER, definition TEXT);
    INSERT INTO gpkg_spatial_ref_sys VALUES (4326, 'EPSG:4326');
    INSERT INTO gpkg_geometry_columns VALUES ('areas', 'geom', 4326);
    CREATE TABLE areas (geom BLOB, code TEXT, n INTEGER);`);
  for (const { properties, geometry } of AREAS) {
    const header = Buffer.from([0x47, 0x50, 0, 1, 0xe6, 0x10, 0, 0]);
    const blob = Buffer.concat([header, wkx.Geometry.parseGeoJSON(geometry).toWkb()]);
    database.run('INSERT INTO areas VALUES (?, ?, ?)', [blob, properties.code, properties.n]);
  }
  database.close();
  return path;
}
