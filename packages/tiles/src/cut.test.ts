import { SeededRandom } from '@hinterland/geo';
import { inMemoryTerritory, ROAD_CLASSES } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { isTileAddress, tileBox, tilesOfBox } from './address.ts';
import { cutTile, TILE_BYTES_MAX } from './cut.ts';
import { decode } from './testing/decode.ts';
import { randomRoads } from './testing/random.ts';

describe('addresses of tiles', () => {
  it('the tile of a place, by published figures', () => {
    // OpenStreetMap wiki, "Slippy map tilenames": Hachiko at 35.6590699, 139.7006793 is 18/232798/103246.
    const hachiko = { west: 139.7006793, east: 139.7006793, south: 35.6590699, north: 35.6590699 };
    expect([...tilesOfBox(18, hachiko)]).toEqual([{ z: 18, x: 232_798, y: 103_246 }]);
  });

  it('the box of the only tile of zoom 0 is the world', () => {
    const { west, south, east, north } = tileBox({ z: 0, x: 0, y: 0 }, 0);
    expect([west, east]).toEqual([-180e6, 180e6]);
    expect(north).toBeCloseTo(85_051_128.78, 1);
    expect(south).toBeCloseTo(-85_051_128.78, 1);
  });

  it('are whole, inside the world and no deeper than tiles go', () => {
    const wrong = [
      [17, 0, 0],
      [-1, 0, 0],
      [1, 2, 0],
      [1, 0, 2],
      [1, -1, 0],
      [1.5, 0, 0],
      [1, 0.5, 0],
      [Number.NaN, 0, 0],
    ];
    expect(wrong.filter(([z, x, y]) => isTileAddress({ z: z!, x: x!, y: y! }))).toEqual([]);
    expect(isTileAddress({ z: 16, x: 65_535, y: 65_535 })).toBe(true);
    expect(() => cutTile(randomRoads(1), { z: 1, x: 2, y: 0 })).toThrow(/no tile 1\/2\/0/);
  });
});

describe('a tile', () => {
  it('is empty where nothing lies, and the same each time', () => {
    expect(cutTile(randomRoads(1), { z: 14, x: 0, y: 0 }).byteLength).toBe(0);
    const tile = [...tilesOfBox(12, { west: 11.5, south: 48.1, east: 11.56, north: 48.14 })][0]!;
    expect(cutTile(randomRoads(3), tile)).toEqual(cutTile(randomRoads(3), tile));
    expect(cutTile(randomRoads(3), tile).byteLength).toBeGreaterThan(1000);
  });

  it('stays below 500 kB by leaving minor roads to deeper zooms', () => {
    // Short crooked roads, far more than any city has in a tile.
    const random = new SeededRandom(2);
    const edges = 60_000;
    const nodes = 2 * edges;
    const lng = () => Math.round(11_500_000 + 20_000 * random.next());
    const lat = () => Math.round(48_100_000 + 12_000 * random.next());
    const classes = ['residential', 'secondary'].map((name) => ROAD_CLASSES.indexOf(name as 'residential'));
    const every = <T>(count: number, value: (row: number) => T) =>
      Array.from({ length: count }, (_, row) => value(row));
    const territory = inMemoryTerritory({
      nodes: { lngMicrodegrees: every(nodes, lng), latMicrodegrees: every(nodes, lat) },
      edges: {
        fromNode: every(edges, (row) => 2 * row),
        toNode: every(edges, (row) => 2 * row + 1),
        lengthMillimeters: every(edges, () => 1),
        shapeStart: every(edges, () => 0),
        roadClass: every(edges, (row) => classes[row % 20 === 0 ? 1 : 0]!),
        mainComponent: every(edges, () => 7),
        street: every(edges, () => 0),
      },
    });
    const [tile] = [...tilesOfBox(12, { west: 11.51, south: 48.105, east: 11.51, north: 48.105 })];
    const cut = cutTile(territory, tile!);
    expect(cut.byteLength).toBeLessThanOrEqual(TILE_BYTES_MAX);
    const drawn = decode(cut, tile!).road!;
    expect(new Set(drawn.map(({ properties }) => properties.class))).toEqual(new Set(['secondary']));
  });
});
