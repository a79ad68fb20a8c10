import { describe, expect, it } from 'vitest';
import { type MultiPolygonCoordinates, pointInMultiPolygon } from './polygon.ts';
import { PolygonIndex } from './polygonIndex.ts';
import { SeededRandom } from './random.ts';

/** A star with many corners around a centre, with a hole half its size. */
function star(random: SeededRandom, lng: number, lat: number, corners: number, radius: number): number[][][] {
  const ring = (size: number) =>
    Array.from({ length: corners }, (_, i) => {
      const angle = (2 * Math.PI * i) / corners;
      const r = size * random.between(0.5, 1);
      // Whole hundredths, so that level edges and points on edges happen.
      return [Math.round((lng + r * Math.cos(angle)) * 100) / 100, Math.round((lat + r * Math.sin(angle)) * 100) / 100];
    });
  return [ring(radius), ring(radius / 2)].map((open) => [...open, open[0]!]);
}

describe('PolygonIndex', () => {
  const random = new SeededRandom(11);
  const multiPolygons = Array.from(
    { length: 60 },
    (): MultiPolygonCoordinates =>
      Array.from({ length: 1 + random.int(3) }, () =>
        star(
          random,
          random.between(0, 20),
          random.between(0, 20),
          random.pick([4, 9, 40, 700]),
          random.between(0.2, 6),
        ),
      ),
  );
  const index = new PolygonIndex(multiPolygons);

  it('answers as the plain test does, on and off edges', () => {
    let hits = 0;
    for (let i = 0; i < 3000; i++) {
      const lng = i % 2 === 0 ? random.between(-5, 25) : random.int(2500) / 100;
      const lat = i % 2 === 0 ? random.between(-5, 25) : random.int(2500) / 100;
      const expected = multiPolygons.flatMap((mp, row) => (pointInMultiPolygon(lng, lat, mp) ? [row] : []));
      expect(index.all(lng, lat)).toEqual(expected);
      expect(index.first(lng, lat)).toBe(expected[0] ?? -1);
      expect(index.firstNear(lng, lat)).toBe(expected[0] ?? -1);
      hits += expected.length;
    }
    expect(hits).toBeGreaterThan(1000);
  });

  it('finds nothing in nothing', () => {
    const none = new PolygonIndex([]);
    expect(none.first(1, 1)).toBe(-1);
    expect(none.all(1, 1)).toEqual([]);
    expect(index.first(Number.NaN, 3)).toBe(-1);
    expect(index.firstNear(Number.NaN, 3)).toBe(-1);
    expect(index.first(3, Number.NaN)).toBe(-1);
  });

  it('keeps the rows of a list with gaps and flat shapes', () => {
    const square = [
      [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 1],
          [0, 0],
        ],
      ],
    ];
    const flat = [
      [
        [
          [0, 0],
          [1, 0],
          [0, 0],
        ],
      ],
    ];
    const gaps = new PolygonIndex([null, [], flat, square, [[]], square]);
    expect(gaps.all(0.5, 0.5)).toEqual([3, 5]);
    expect(gaps.first(0.5, 0.5)).toBe(3);
  });

  it('names a multipolygon once where two of its polygons hold the point', () => {
    const square = [
      [
        [0, 0],
        [2, 0],
        [2, 2],
        [0, 2],
        [0, 0],
      ],
    ];
    expect(new PolygonIndex([[square, square]]).all(1, 1)).toEqual([0]);
  });
});
