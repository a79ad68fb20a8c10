import { tableFromIPC } from 'apache-arrow';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { FORMATS } from '../formats.ts';
import { originOf } from '../origin.ts';
import { planOfAction, resultOf, worked } from '../testing/worked.ts';
import { wideFigures } from './figures.ts';

const plan = planOfAction('analysis.isochrone');
const ring = [
  [-151.7, -36.2],
  [-151.6, -36.2],
  [-151.6, -36.1],
  [-151.7, -36.2],
];
const result = {
  bands: [{ limitSeconds: 300, residents: 1, cumulativeResidents: 1 }],
  geojson: {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: { limitSeconds: 300, residents: 1, quality: { recall: 0.9 }, partial: false },
        geometry: { type: 'MultiPolygon', coordinates: [[ring]] },
      },
    ],
  },
  method: { mode: 'car' },
};
const osm = { name: 'Roads', licence: 'ODbL-1.0', attribution: '© OpenStreetMap contributors' };
const census = { name: 'Census', licence: 'CC0-1.0', attribution: 'Office of Statistics', vintage: '2021' };
const town = {
  manifest: { id: 'town', name: 'Town', bbox: [0, 0, 1, 1] },
  descriptors: { territory: { sources: [osm] }, sociodemo: { sources: [census, { ...osm }] }, players: undefined },
};
const origin = originOf('analysis.isochrone', [town]);

describe('files for programs', () => {
  it('GeoParquet has a row for each band, with what the format asks for', async () => {
    const bytes = await FORMATS.parquet.write({
      result,
      input: { lat: -36.15, lng: -151.65 },
      area: null,
      origin,
      plan,
    });
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const metadata = parquetMetadata(file);
    const texts = Object.fromEntries((metadata.key_value_metadata ?? []).map(({ key, value }) => [key, value]));
    expect(JSON.parse(texts.geo!)).toMatchObject({
      version: '1.1.0',
      primary_column: 'geometry',
      columns: {
        geometry: { encoding: 'WKB', geometry_types: ['MultiPolygon', 'Point'], bbox: [-151.7, -36.2, -151.6, -36.1] },
      },
    });
    expect(JSON.parse(texts['hinterland.method']!)).toEqual({ mode: 'car' });
    expect(texts['hinterland.action']).toBe('analysis.isochrone');
    expect(JSON.parse(texts['hinterland.territory']!)).toEqual({ id: 'town', name: 'Town' });
    expect(JSON.parse(texts['hinterland.sources']!)).toEqual([osm, census]);
    // The reader makes GeoJSON of the bytes by itself.
    const rows = await parquetReadObjects({ file });
    expect(rows).toMatchObject([
      {
        layer: '300 s',
        limitSeconds: 300,
        partial: false,
        quality: '{"recall":0.9}',
        geometry: { coordinates: [[ring]] },
      },
      { layer: 'point', limitSeconds: null, geometry: { type: 'Point', coordinates: [-151.65, -36.15] } },
    ]);
  });

  it.each(Object.keys(worked).filter((id) => worked[id].execute !== undefined))(
    'an Arrow stream of %s has every figure',
    async (id) => {
      const [result, own] = [resultOf(id), planOfAction(id)];
      const table = tableFromIPC(await FORMATS.arrow.write({ result, input: {}, area: null, origin, plan: own }));
      const figures = wideFigures(result, own).filter(({ value }) => value !== null);
      const row = table.get(0)!.toJSON();
      expect(figures.map(({ name }) => row[name])).toEqual(figures.map(({ value }) => value));
      expect(table.numRows).toBe(1);
      expect(JSON.parse(table.schema.metadata.get('sources')!)).toEqual([osm, census]);
    },
  );

  it('keeps nulls in their rows, of numbers and of texts', async () => {
    const stores = [
      { id: 'a', minutes: 1.5, street: 'North' },
      { id: 'b', minutes: null, street: null },
      { id: 'c', minutes: 2, street: 'West' },
    ];
    const table = tableFromIPC(await FORMATS.arrow.write({ result: { stores }, input: {}, area: null }, 'stores'));
    expect(table.toArray().map((row) => row.toJSON())).toEqual(stores);
    expect(table.getChild('minutes')?.nullCount).toBe(1);
  });

  it('an answer of several territories names the sources of all, and no territory', () => {
    const other = { ...town, descriptors: { territory: { sources: [{ ...osm, name: 'Other roads' }, osm] } } };
    const { territory, sources } = originOf('search.addresses', [town, other]);
    expect(territory).toBeNull();
    expect(sources).toEqual([osm, census, { ...osm, name: 'Other roads' }]);
  });
});
