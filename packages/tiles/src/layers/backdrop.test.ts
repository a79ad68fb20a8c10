import { pointInMultiPolygon } from '@hinterland/geo';
import { BACKDROP_KINDS, type BackdropKind, inMemoryTerritory } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { tilesOfBox } from '../address.ts';
import { cutTile, tileOf } from '../cut.ts';
import { lowTiles } from '../prepare.ts';
import { decode } from '../testing/decode.ts';

const BOX = { west: 11.4, south: 48, east: 11.6, north: 48.2 };

/** Rings in thousandths of a degree from 11.4, 48; a hole is marked. */
const DRAWN: readonly [BackdropKind, string, number, number, readonly (readonly [boolean, readonly number[]])[]][] = [
  [
    'water',
    'Weiher',
    17e6,
    0,
    [
      [false, [10, 10, 90, 10, 90, 60, 10, 60, 10, 10]],
      [true, [40, 30, 40, 40, 50, 40, 50, 30, 40, 30]],
    ],
  ],
  ['forest', '', 40, 0, [[false, [120, 20, 121, 20, 121, 21, 120, 20]]]],
  ['building', '', 400, 0, [[false, [100, 100, 100.3, 100, 100.3, 100.2, 100, 100.2, 100, 100]]]],
  ['rail', 'Ostbahn', 0, 0, [[false, [0, 150, 100, 150, 200, 160]]]],
  ['town', 'Aldorf', 0, 5200, [[false, [100, 101]]]],
  ['neighbourhood', 'Am Weiher', 0, 0, [[false, [60, 70]]]],
];

const rings = DRAWN.flatMap(([, , , , parts]) => parts);
const micro = (origin: number, thousandths: number) => Math.round((origin + thousandths / 1000) * 1e6);
const starts = (counts: readonly number[]) =>
  counts.map((_, i) => counts.slice(0, i).reduce((sum, count) => sum + count, 0));
const parts = {
  backdropFeatures: {
    kind: DRAWN.map(([kind]) => BACKDROP_KINDS.indexOf(kind)),
    name: DRAWN.map(([, name]) => name),
    areaSquareMeters: DRAWN.map(([, , area]) => area),
    population: DRAWN.map(([, , , population]) => population),
    ringStart: starts(DRAWN.map(([, , , , own]) => own.length)),
  },
  backdropRings: {
    pointStart: starts(rings.map(([, flat]) => flat.length / 2)),
    hole: rings.map(([hole]) => (hole ? 1 : 0)),
  },
  backdropPoints: {
    lngMicrodegrees: rings.flatMap(([, flat]) => flat.filter((_, i) => i % 2 === 0).map((x) => micro(11.4, x))),
    latMicrodegrees: rings.flatMap(([, flat]) => flat.filter((_, i) => i % 2 === 1).map((y) => micro(48, y))),
  },
  backdropBoxes: { west: [11_400_000], south: [48_000_000], east: [11_600_000], north: [48_200_000] },
  lowTiles: { zoom: [], x: [], y: [], startByte: [] },
  lowTileBytes: { byte: [] },
};
const territory = inMemoryTerritory({ manifest: { bbox: BOX }, backdrop: parts });

const layerAt = (name: string, z: number) =>
  [...tilesOfBox(z, BOX)].flatMap((tile) => decode(cutTile(territory, tile), tile)[name] ?? []);
/** The tile of a zoom that a place lies in, decoded. */
const at = (z: number, lng: number, lat: number) => {
  const [tile] = tilesOfBox(z, { west: lng, east: lng, south: lat, north: lat });
  return decode(cutTile(territory, tile!), tile!);
};

describe('the backdrop of tiles', () => {
  it('has water with its holes, where it lies', () => {
    const covers = (lng: number, lat: number) =>
      (at(13, lng, lat).water ?? []).some(({ polygons }) => pointInMultiPolygon(lng, lat, polygons));
    expect(covers(11.42, 48.02)).toBe(true);
    expect(covers(11.48, 48.05)).toBe(true);
    expect(covers(11.445, 48.035)).toBe(false); // the island
    expect(covers(11.5, 48.02)).toBe(false);
    expect(layerAt('water', 13)[0]!.properties).toEqual({ kind: 'water', name: 'Weiher' });
  });

  it('names kinds as Protomaps does, and shows them from their zoom on', () => {
    expect(layerAt('rail', 10).map(({ properties }) => properties)).toContainEqual({ kind: 'rail', name: 'Ostbahn' });
    expect(layerAt('rail', 7)).toEqual([]);
    expect(layerAt('places', 13).map(({ properties }) => properties)).toEqual(
      expect.arrayContaining([
        { kind: 'locality', kind_detail: 'town', name: 'Aldorf', population: 5200 },
        { kind: 'neighbourhood', kind_detail: 'neighbourhood', name: 'Am Weiher' },
      ]),
    );
    expect(layerAt('places', 12)).toHaveLength(1);
    expect(layerAt('buildings', 14)).toHaveLength(1);
    // Smaller than two pixels by two: 40 square meters fill that from zoom 16 on.
    expect([layerAt('landuse', 14), layerAt('landuse', 16)].map(({ length }) => length)).toEqual([0, 1]);
  });

  it('is the same in tiles that were made with the bundle, and these are handed out as they are', () => {
    const { backdropFeatures, backdropRings, backdropPoints, backdropBoxes } = parts;
    const prepared = inMemoryTerritory({
      manifest: { bbox: BOX },
      backdrop: { backdropFeatures, backdropRings, backdropPoints, backdropBoxes, ...lowTiles(territory, BOX) },
    });
    const { zoom } = prepared.backdrop!.lowTiles;
    expect(Math.max(...zoom)).toBe(10);
    for (const z of [0, 5, 8, 10]) {
      for (const tile of tilesOfBox(z, BOX)) {
        expect(tileOf(prepared, tile)).toEqual(cutTile(territory, tile));
        expect(tileOf(territory, tile)).toEqual(cutTile(territory, tile));
      }
    }
    const marked = inMemoryTerritory({
      backdrop: {
        ...parts,
        lowTiles: { zoom: [0, 1], x: [0, 1], y: [0, 0], startByte: [0, 2] },
        lowTileBytes: { byte: [7, 8, 9] },
      },
    });
    expect([...tileOf(marked, { z: 0, x: 0, y: 0 })]).toEqual([7, 8]);
    expect([...tileOf(marked, { z: 1, x: 1, y: 0 })]).toEqual([9]);
    expect(tileOf(marked, { z: 1, x: 0, y: 0 })).toEqual(cutTile(marked, { z: 1, x: 0, y: 0 }));
  });
});
