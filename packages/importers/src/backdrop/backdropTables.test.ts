import { BACKDROP_KINDS } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { backdropTables } from './backdropTables.ts';

const square = (west: number, south: number, side: number) => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
];

describe('backdrop tables', () => {
  const { backdropFeatures, backdropRings, backdropPoints, backdropBoxes } = backdropTables([
    { kind: 'village', name: 'Aldorf', population: 120, parts: [[[[1.5, 2.5]]]] },
    { kind: 'building', name: '', population: 0, parts: [[square(1, 2, 0.0000004)]] }, // less than the grid
    {
      kind: 'stream',
      name: 'Bach',
      population: 0,
      parts: [
        [
          [
            [1, 2],
            [1.1, 2.1],
            [1.1, 2.1],
            [1.2, 2],
          ],
        ],
      ],
    },
    {
      kind: 'water',
      name: 'See',
      population: 0,
      parts: [[square(1, 2, 0.01), square(1.004, 2.004, 0.001).reverse()], [square(3, 2, 0.01)]],
    },
  ]);
  const kinds = [...backdropFeatures.kind].map((kind) => BACKDROP_KINDS[kind]);

  it('stand in order of kind; what is smaller than the grid is left out', () => {
    expect(kinds).toEqual(['water', 'stream', 'village']);
    expect(backdropFeatures.name).toEqual(['See', 'Bach', 'Aldorf']);
    expect([...backdropFeatures.population]).toEqual([0, 0, 120]);
    // Two squares of 0.01 degrees at 2 degrees north, 1.112 km by 1.111 km, less a hole of a hundredth of one.
    expect(backdropFeatures.areaSquareMeters[0]! / 1e6).toBeCloseTo(1.99 * 1.112 * 1.1113, 2);
    expect([...backdropFeatures.areaSquareMeters].slice(1)).toEqual([0, 0]);
  });

  it('keep rings with their holes, lines without repeated positions, and points', () => {
    expect([...backdropFeatures.ringStart]).toEqual([0, 3, 4]);
    expect([...backdropRings.hole]).toEqual([0, 1, 0, 0, 0]);
    expect([...backdropRings.pointStart]).toEqual([0, 5, 10, 15, 18]);
    expect([...backdropPoints.lngMicrodegrees].slice(15)).toEqual([1_000_000, 1_100_000, 1_200_000, 1_500_000]);
    expect([...backdropPoints.latMicrodegrees].slice(15)).toEqual([2_000_000, 2_100_000, 2_000_000, 2_500_000]);
    expect([backdropBoxes.west[0], backdropBoxes.north[0]]).toEqual([1_000_000, 2_500_000]);
  });
});
