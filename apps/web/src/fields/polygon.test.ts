import { describe, expect, it } from 'vitest';
import { cornersIn, isUnfinished, polygonOf } from './polygon.ts';

const [A, B, C] = [
  { lat: 1, lng: 2 },
  { lat: 1, lng: 4 },
  { lat: 3, lng: 4 },
] as const;

describe('drawn polygons', () => {
  it('are closed rings of longitude and latitude, and give their corners back', () => {
    expect(polygonOf([A, B, C])).toEqual({
      type: 'Polygon',
      coordinates: [
        [
          [2, 1],
          [4, 1],
          [4, 3],
          [2, 1],
        ],
      ],
    });
    for (const corners of [[A], [A, B], [A, B, C]]) expect(cornersIn(polygonOf(corners))).toEqual(corners);
    expect(polygonOf([])).toBeUndefined();
  });

  it('are finished with three corners', () => {
    expect([[A], [A, B], [A, B, C]].map((corners) => isUnfinished(polygonOf(corners)))).toEqual([true, true, false]);
  });

  it('have no corners to move where they have holes or parts', () => {
    const ring = polygonOf([A, B, C])?.coordinates[0] ?? [];
    expect(cornersIn({ type: 'Polygon', coordinates: [ring, ring] })).toEqual([]);
    expect(cornersIn({ type: 'MultiPolygon', coordinates: [[ring]] })).toEqual([]);
    for (const other of [undefined, null, 'text', []]) expect(cornersIn(other)).toEqual([]);
  });
});
