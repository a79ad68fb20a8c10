import { type MultiPolygonCoordinates, pointInMultiPolygon, SeededRandom } from '@hinterland/geo';
import { AREA_KINDS, inMemoryTerritory } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { tilesOfBox } from '../address.ts';
import { cutTile } from '../cut.ts';
import { decode } from '../testing/decode.ts';

/** A ragged ring around a point, counterclockwise. */
function ring(random: SeededRandom, lng: number, lat: number, radius: number, corners: number): number[][] {
  const points = Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * i) / corners;
    const reach = radius * (0.6 + 0.4 * random.next());
    return [lng + reach * Math.cos(angle), lat + 0.7 * reach * Math.sin(angle)];
  });
  return [...points, points[0]!];
}

const random = new SeededRandom(7);
const polygons: MultiPolygonCoordinates[] = [
  [[ring(random, 11.5, 48.1, 0.2, 400)]],
  [[ring(random, 11.45, 48.1, 0.08, 90), ring(random, 11.45, 48.1, 0.02, 30).reverse()]],
  [[ring(random, 11.6, 48.15, 0.03, 50)], [ring(random, 11.6, 48.05, 0.03, 50)]],
];
const boxes = polygons.map((polygon) => {
  const points = polygon.flat(2);
  const [lngs, lats] = [points.map(([lng]) => lng!), points.map(([, lat]) => lat!)];
  return { west: Math.min(...lngs), east: Math.max(...lngs), south: Math.min(...lats), north: Math.max(...lats) };
});
const kinds = ['county', 'municipality', 'postcode'] as const;
const territory = inMemoryTerritory({
  areas: {
    code: ['C', 'M', '80331'],
    name: ['Land', 'Stadt', ''],
    country: ['DE', 'DE', 'DE'],
    kind: kinds.map((kind) => AREA_KINDS.indexOf(kind)),
    level: [6, 8, -1],
    localType: ['', '', ''],
    parent: [-1, 0, 0],
    areaSquareKm: [1, 1, 1],
    west: boxes.map(({ west }) => west),
    south: boxes.map(({ south }) => south),
    east: boxes.map(({ east }) => east),
    north: boxes.map(({ north }) => north),
    cut: [0, 0, 0],
  },
  polygons,
});

describe('areas of tiles', () => {
  it.each([8, 10, 12, 13])('cover at zoom %d what they cover in the bundle', (z) => {
    let inside = 0;
    for (const tile of tilesOfBox(z, boxes[0]!)) {
      const drawn = decode(cutTile(territory, tile), tile).area ?? [];
      // Positions of this tile, a pixel away from the outline.
      const pixel = 360 / 2 ** z / 512;
      for (let i = 0; i < (z < 9 ? 3000 : z < 12 ? 400 : 20); i++) {
        const lng = (360 * (tile.x + random.next())) / 2 ** z - 180;
        const lat = (Math.atan(Math.sinh(Math.PI * (1 - (2 * (tile.y + random.next())) / 2 ** z))) * 180) / Math.PI;
        for (const [row, polygon] of polygons.entries()) {
          const near = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [
            lng + pixel * Math.cos((k * Math.PI) / 4),
            lat + pixel * Math.sin((k * Math.PI) / 4),
          ]);
          const sides = new Set(near.map(([x, y]) => pointInMultiPolygon(x!, y!, polygon)));
          // Postcodes are drawn from zoom 9 on.
          if (sides.size > 1 || (z < 9 && row === 2)) continue;
          const parts = drawn.filter(({ id }) => id === row).flatMap(({ polygons }) => polygons);
          const covers = pointInMultiPolygon(lng, lat, parts);
          expect([z, row, lng, lat, covers]).toEqual([z, row, lng, lat, [...sides][0]]);
          inside += covers ? 1 : 0;
        }
      }
    }
    expect(inside).toBeGreaterThan(50);
  });

  it('have code, name, kind and level, and a point for their name inside them once', () => {
    const points = [...tilesOfBox(11, boxes[0]!)].flatMap(
      (tile) => decode(cutTile(territory, tile), tile).area_name ?? [],
    );
    expect(points.map(({ properties }) => properties).sort((a, b) => Number(a.level) - Number(b.level))).toEqual([
      { code: 'C', name: 'Land', kind: 'county', level: 6 },
      { code: 'M', name: 'Stadt', kind: 'municipality', level: 8 },
    ]);
    for (const {
      id,
      points: [place],
    } of points) {
      const [lng, lat] = place as [number, number];
      expect(pointInMultiPolygon(lng, lat, polygons[id!]!)).toBe(true);
    }
  });
});
