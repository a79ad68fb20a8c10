import { BACKDROP_KINDS, type BackdropKind, inMemoryTerritory } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { seaBeyond } from './sea.ts';

const BOX = { west: 10, south: 40, east: 11, north: 41 };
type Ring = readonly (readonly [number, number])[];

/** A territory of one box with polygons of a kind, each of an outer ring and holes. */
function territoryOf(kind: BackdropKind, polygons: readonly (readonly Ring[])[]) {
  const rings = polygons.flat();
  const count = (n: number) => rings.slice(0, n).reduce((sum, { length }) => sum + length, 0);
  return inMemoryTerritory({
    manifest: { bbox: BOX },
    backdrop: {
      backdropFeatures: {
        kind: polygons.map(() => BACKDROP_KINDS.indexOf(kind)),
        name: polygons.map(() => ''),
        areaSquareMeters: polygons.map(() => 1e9),
        population: polygons.map(() => 0),
        ringStart: polygons.map((_, i) => polygons.slice(0, i).flat().length),
      },
      backdropRings: {
        pointStart: rings.map((_, i) => count(i)),
        hole: polygons.flatMap((own) => own.map((_, i) => (i === 0 ? 0 : 1))),
      },
      backdropPoints: {
        lngMicrodegrees: rings.flat().map(([lng]) => Math.round(lng * 1e6)),
        latMicrodegrees: rings.flat().map(([, lat]) => Math.round(lat * 1e6)),
      },
      backdropBoxes: { west: [9_000_000], south: [39_000_000], east: [12_000_000], north: [42_000_000] },
      lowTiles: { zoom: [], x: [], y: [], startByte: [] },
      lowTileBytes: { byte: [] },
    },
  });
}

const square = (west: number, south: number, east: number, north: number): Ring => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

describe('the sea beyond the box of a territory', () => {
  it('goes on all around an island, corners included', () => {
    const found = seaBeyond(territoryOf('ocean', [[square(9, 39, 12, 42), square(10.3, 40.3, 10.7, 40.7)]]));
    expect(found).toEqual([
      [square(10, -85, 11, 40)],
      [square(10, 41, 11, 85)],
      [square(-180, 40, 10, 41)],
      [square(11, 40, 180, 41)],
      [square(-180, -85, 10, 40)],
      [square(11, -85, 180, 40)],
      [square(-180, 41, 10, 85)],
      [square(11, 41, 180, 85)],
    ]);
  });

  it('goes on beyond the side that it touches, as far along it as it reaches', () => {
    // The western quarter is sea.
    const found = seaBeyond(territoryOf('ocean', [[square(9.9, 39.9, 10.25, 41.1)]]));
    expect(found).toEqual([
      [square(10, -85, 10.25, 40)],
      [square(10, 41, 10.25, 85)],
      [square(-180, 40, 10, 41)],
      [square(-180, -85, 10, 40)],
      [square(-180, 41, 10, 85)],
    ]);
  });

  it('is nowhere around land, a lake within it, or where nothing is known of the ground', () => {
    expect(seaBeyond(territoryOf('water', [[square(10.4, 40.4, 10.6, 40.6)]]))).toEqual([]);
    expect(seaBeyond(territoryOf('forest', [[square(9, 39, 12, 42)]]))).toEqual([]);
    expect(seaBeyond(inMemoryTerritory({ manifest: { bbox: BOX } }))).toEqual([]);
  });
});
