import { describe, expect, it } from 'vitest';
import { type MultiPolygonCoordinates, multiPolygonBox, pointInMultiPolygon } from './polygon.ts';
import { SeededRandom } from './random.ts';

/** A square with a square hole, and a triangle apart from it. */
const shape: MultiPolygonCoordinates = [
  [
    [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
      [0, 0],
    ],
    [
      [4, 4],
      [4, 6],
      [6, 6],
      [6, 4],
      [4, 4],
    ],
  ],
  [
    [
      [20, 0],
      [30, 0],
      [25, 10],
      [20, 0],
    ],
  ],
];

describe('pointInMultiPolygon', () => {
  it.each([
    [1, 1, true],
    [5, 5, false],
    [5, 3, true],
    [15, 5, false],
    [25, 5, true],
    [21, 9, false],
    [-1, 5, false],
    [5, 11, false],
    [Number.NaN, 5, false],
    [5, Number.NaN, false],
  ])('%d, %d: %s', (lng, lat, expected) => {
    expect(pointInMultiPolygon(lng, lat, shape)).toBe(expected);
  });

  it('gives an edge to the side east or north of it', () => {
    expect(pointInMultiPolygon(0, 5, shape)).toBe(true);
    expect(pointInMultiPolygon(10, 5, shape)).toBe(false);
    expect(pointInMultiPolygon(5, 0, shape)).toBe(true);
    expect(pointInMultiPolygon(5, 10, shape)).toBe(false);
    // Of the hole: its west edge borders the hole to the east, its east edge the square.
    expect(pointInMultiPolygon(4, 5, shape)).toBe(false);
    expect(pointInMultiPolygon(6, 5, shape)).toBe(true);
  });

  it('does not mind which way rings turn or whether they are closed', () => {
    const turned = shape.map((polygon) => polygon.map((ring) => ring.slice(0, -1).toReversed()));
    const random = new SeededRandom(2);
    for (let i = 0; i < 500; i++) {
      const [lng, lat] = [random.between(-2, 32), random.between(-2, 12)];
      expect(pointInMultiPolygon(lng, lat, turned)).toBe(pointInMultiPolygon(lng, lat, shape));
    }
  });

  it('a tiling by triangles holds each point once, also those on edges and corners', () => {
    const random = new SeededRandom(4);
    // Fans around an inner point of a 10 x 10 square whose border has uneven corners.
    const border = [
      [0, 0],
      [3.3, 0],
      [10, 0],
      [10, 7.1],
      [10, 10],
      [2.7, 10],
      [0, 10],
      [0, 0.9],
    ];
    const centre = [random.between(3, 7), random.between(3, 7)];
    const tiles = border.map((a, i): MultiPolygonCoordinates => {
      const b = border[(i + 1) % border.length]!;
      const ring = i % 2 === 0 ? [centre, a, b, centre] : [b, a, centre, b];
      return [[ring]];
    });
    const points = border.flatMap((a) =>
      [0.25, 1 / 3, 0.7].map((f) => [centre[0]! + f * (a[0]! - centre[0]!), centre[1]! + f * (a[1]! - centre[1]!)]),
    );
    for (let i = 0; i < 500; i++) points.push([random.between(0, 10), random.between(0, 10)]);
    for (const [lng, lat] of [...points, centre]) {
      expect(tiles.filter((tile) => pointInMultiPolygon(lng!, lat!, tile))).toHaveLength(1);
    }
  });
});

describe('multiPolygonBox', () => {
  it('holds all outer rings', () => {
    expect(multiPolygonBox(shape)).toEqual({ west: 0, south: 0, east: 30, north: 10 });
  });
});
