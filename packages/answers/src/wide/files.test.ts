import { readFileSync } from 'node:fs';
import { tableFromIPC } from 'apache-arrow';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { FORMATS } from '../formats.ts';
import { wideFigures } from './figures.ts';

const worked = JSON.parse(
  readFileSync(new URL('../../../../apps/service/examples/worked-answers.json', import.meta.url), 'utf8'),
);
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

describe('files for programs', () => {
  it('GeoParquet has a row for each band, with what the format asks for', async () => {
    const bytes = await FORMATS.parquet.write({ result, input: { lat: -36.15, lng: -151.65 }, area: null });
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
      const { result } = worked[id].execute;
      const table = tableFromIPC(await FORMATS.arrow.write({ result, input: {}, area: null }));
      const figures = wideFigures(result).filter(({ value }) => value !== null);
      const row = table.get(0)!.toJSON();
      expect(figures.map(({ name }) => row[name])).toEqual(figures.map(({ value }) => value));
      expect(table.numRows).toBe(1);
    },
  );
});
