import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inMemoryTerritory, ROAD_CLASSES } from '@hinterland/territory';
import { cutTile, tileOnBasemap } from '@hinterland/tiles';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { zxyToTileId } from 'pmtiles';
import { afterAll, describe, expect, it } from 'vitest';
import { openBasemap } from './basemap.ts';

const folder = await mkdtemp(join(tmpdir(), 'hinterland-basemap-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A square of a kind around 11.5, 48.1, and a road through it. */
const drawn = (kind: number, name: string, size: number) => {
  const [west, south, east, north] = [11_500_000 - size, 48_100_000 - size, 11_500_000 + size, 48_100_000 + size];
  return inMemoryTerritory({
    nodes: { lngMicrodegrees: [11_490_000, 11_510_000], latMicrodegrees: [48_100_000, 48_100_000] },
    edges: {
      fromNode: [0],
      toNode: [1],
      lengthMillimeters: [1],
      shapeStart: [0],
      roadClass: [ROAD_CLASSES.indexOf('primary')],
      mainComponent: [7],
      street: [0],
    },
    backdrop: {
      backdropFeatures: { kind: [kind], name: [name], areaSquareMeters: [1e9], population: [0], ringStart: [0] },
      backdropRings: { pointStart: [0], hole: [0] },
      backdropPoints: {
        lngMicrodegrees: [west, east, east, west, west],
        latMicrodegrees: [south, south, north, north, south],
      },
      backdropBoxes: { west: [west], south: [south], east: [east], north: [north] },
      lowTiles: { zoom: [], x: [], y: [], startByte: [] },
      lowTileBytes: { byte: [] },
    },
  });
};
const WATER = 1;
const PARK = 5;

const tileAt = (z: number) => ({
  z,
  x: Math.floor(((11.5 + 180) / 360) * 2 ** z),
  y: Math.floor(((1 - Math.asinh(Math.tan((48.1 * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z),
});

/** A file of one tile as version 3 of the specification has it, nothing compressed. */
function pmtiles({ z, x, y }: { z: number; x: number; y: number }, tile: Uint8Array, metadata: object): Buffer {
  const varint = (value: number): number[] =>
    value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
  const directory = Buffer.from([1, ...varint(zxyToTileId(z, x, y)), 1, ...varint(tile.byteLength), 1]);
  const json = Buffer.from(JSON.stringify(metadata));
  const header = Buffer.alloc(127);
  header.write('PMTiles', 0);
  header[7] = 3;
  const [rootAt, jsonAt] = [127, 127 + directory.byteLength];
  const tilesAt = jsonAt + json.byteLength;
  const numbers = [
    rootAt,
    directory.byteLength,
    jsonAt,
    json.byteLength,
    tilesAt,
    0,
    tilesAt,
    tile.byteLength,
    1,
    1,
    1,
  ];
  for (const [i, number] of numbers.entries()) header.writeBigUInt64LE(BigInt(number), 8 + 8 * i);
  header.set([1, 1, 1, 1, z, z], 96);
  return Buffer.concat([header, directory, json, tile]);
}

const layersOf = (bytes: Uint8Array) => new VectorTile(new PbfReader(bytes)).layers;

describe('an operator’s background map', () => {
  it('takes the place of the backdrop, enlarged where it ends before; roads stay', async () => {
    const theirs = cutTile(drawn(WATER, 'Their lake', 20_000), tileAt(10));
    await writeFile(
      join(folder, 'basemap.pmtiles'),
      pmtiles(tileAt(10), theirs, { attribution: '<a href="#">Them</a>' }),
    );
    const basemap = (await openBasemap(folder))!;
    expect(basemap.attribution).toBe('<a href="#">Them</a>');
    const ours = drawn(PARK, 'Our park', 5_000);
    for (const z of [10, 14, 16]) {
      const layers = layersOf(tileOnBasemap(ours, tileAt(z), await basemap.tile(tileAt(z))));
      expect(Object.keys(layers).sort()).toEqual(['road', 'water']);
      const { x, y } = tileAt(z);
      const { properties, geometry } = layers.water!.feature(0).toGeoJSON(x, y, z);
      expect(properties).toEqual({ kind: 'water', name: 'Their lake' });
      const lngs = (geometry as { coordinates: number[][][] }).coordinates[0]!.map(([lng]) => lng!);
      const tile = 360 / 2 ** z;
      const [low, high] = [11.48, 11.52].map((lng) => Math.min(Math.max(lng, x * tile - 180), (x + 1) * tile - 180));
      // A unit of the tile of zoom 10, and the buffer.
      expect(Math.min(...lngs)).toBeGreaterThan(low! - tile / 60 - 0.0001);
      expect(Math.min(...lngs)).toBeLessThan(low! + 0.0001);
      expect(Math.max(...lngs)).toBeGreaterThan(high! - 0.0001);
      expect(Math.max(...lngs)).toBeLessThan(high! + tile / 60 + 0.0001);
    }
    // Where their map has nothing, there is no backdrop.
    expect(await basemap.tile({ z: 10, x: 0, y: 0 })).toBeNull();
    expect(Object.keys(layersOf(tileOnBasemap(ours, tileAt(14), null)))).toEqual(['road']);
  });

  it('is not there without a file, and changes with it', async () => {
    expect(await openBasemap(join(folder, 'nowhere'))).toBeNull();
    const before = (await openBasemap(folder))!.fingerprint;
    await writeFile(join(folder, 'basemap.pmtiles'), pmtiles(tileAt(9), new Uint8Array([]), {}));
    const after = (await openBasemap(folder))!;
    expect([after.attribution, after.fingerprint === before]).toEqual([null, false]);
  });

  it('is refused where it is no such file', async () => {
    await writeFile(join(folder, 'basemap.pmtiles'), 'a picture');
    await expect(openBasemap(folder)).rejects.toThrow();
  });
});
