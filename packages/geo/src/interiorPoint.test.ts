import { describe, expect, it } from 'vitest';
import { interiorPoint } from './interiorPoint.ts';
import { type MultiPolygonCoordinates, pointInMultiPolygon } from './polygon.ts';
import { SeededRandom } from './random.ts';

describe('interiorPoint', () => {
  it('is inside a horseshoe, whose middle is not', () => {
    const horseshoe = [
      [
        [
          [0, 0],
          [10, 0],
          [10, 10],
          [8, 10],
          [8, 2],
          [2, 2],
          [2, 10],
          [0, 10],
          [0, 0],
        ],
      ],
    ];
    expect(pointInMultiPolygon(5, 5, horseshoe)).toBe(false);
    expect(pointInMultiPolygon(...interiorPoint(horseshoe)!, horseshoe)).toBe(true);
  });

  it('keeps out of holes', () => {
    const frame = [
      [
        [
          [0, 0],
          [10, 0],
          [10, 10],
          [0, 10],
          [0, 0],
        ],
        [
          [0.1, 0.1],
          [0.1, 9.9],
          [9.9, 9.9],
          [9.9, 0.1],
          [0.1, 0.1],
        ],
      ],
    ];
    expect(pointInMultiPolygon(...interiorPoint(frame)!, frame)).toBe(true);
  });

  it('finds the inside of a thin comb that the first lines miss', () => {
    // A needle of height 1e-6 beside a flat line of height 1: all inside is at the bottom.
    const needle = [
      [
        [
          [0, 0],
          [1, 0],
          [1, 1e-6],
          [0.5, 1e-6],
          [0.5, 1],
          [0.5, 1e-6],
          [0, 1e-6],
          [0, 0],
        ],
      ],
    ];
    expect(pointInMultiPolygon(...interiorPoint(needle)!, needle)).toBe(true);
  });

  it('is the middle of a square, in the largest polygon', () => {
    const square = (x: number, size: number) => [
      [
        [x, 0],
        [x + size, 0],
        [x + size, size],
        [x, size],
        [x, 0],
      ],
    ];
    expect(interiorPoint([square(0, 1), square(5, 4)])).toEqual([7, 2]);
  });

  it('is null where there is no inside', () => {
    expect(interiorPoint([])).toBeNull();
    expect(interiorPoint([[]])).toBeNull();
    expect(
      interiorPoint([
        [
          [
            [0, 0],
            [1, 1],
            [0, 0],
          ],
        ],
      ]),
    ).toBeNull();
  });

  it('is inside random stars', () => {
    const random = new SeededRandom(6);
    for (let i = 0; i < 300; i++) {
      const corners = 3 + random.int(30);
      const ring = Array.from({ length: corners }, (_, k) => {
        const angle = (2 * Math.PI * k) / corners;
        const r = random.between(0.01, 1) ** 3;
        return [r * Math.cos(angle), r * Math.sin(angle)];
      });
      const shape: MultiPolygonCoordinates = [[[...ring, ring[0]!]]];
      expect(pointInMultiPolygon(...interiorPoint(shape)!, shape)).toBe(true);
    }
  });
});
