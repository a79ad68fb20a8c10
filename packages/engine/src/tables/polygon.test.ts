import { pointInMultiPolygon } from '@hinterland/geo';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawnCensus } from '../census/testing/drawnCensus.ts';
import { polesInPolygon } from './polygon.ts';

const square = (west: number, south: number, size: number): number[][] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];

describe('poles inside a drawn polygon', () => {
  const town = drawnCensus({
    units: [{ code: 'A', poles: [0.05, 0.15, 0.25, 0.35].map((lng) => ({ lng, lat: 0.05 })) }],
    topics: {},
  });

  it('counts holes out and parts in', () => {
    const hole = square(0.12, 0.02, 0.06).reverse();
    expect([...polesInPolygon(town, [[square(0, 0, 0.2), hole]])]).toEqual([0]);
    expect([...polesInPolygon(town, [[square(0, 0, 0.1)], [square(0.3, 0, 0.1)]])]).toEqual([0, 3]);
  });

  it('finds nothing in a polygon that lies elsewhere or has no height', () => {
    expect(polesInPolygon(town, [[square(5, 5, 1)]])).toHaveLength(0);
    const flat = [
      [0, 0.05],
      [1, 0.05],
      [0, 0.05],
    ];
    expect(polesInPolygon(town, [[flat]])).toHaveLength(0);
  });

  it('overlapping parts count a pole once', () => {
    expect([...polesInPolygon(town, [[square(0, 0, 0.2)], [square(0, 0, 0.1)]])]).toEqual([0, 1]);
  });

  it('agrees with looking at every pole and edge, on ragged rings', () => {
    const degrees = fc.integer({ min: -40, max: 40 }).map((tenths) => tenths / 10);
    const place = fc.record({ lng: degrees, lat: degrees });
    const ring = fc.array(place, { minLength: 3, maxLength: 30 }).map((points) => {
      const line = points.map(({ lng, lat }) => [lng, lat]);
      return [...line, line[0]!];
    });
    fc.assert(
      fc.property(
        fc.array(fc.array(ring, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 }),
        fc.array(place, { minLength: 1, maxLength: 30 }),
        (polygons, poles) => {
          const territory = drawnCensus({ units: [{ code: 'A', poles }], topics: {} });
          const expected = poles.flatMap(({ lng, lat }, pole) =>
            pointInMultiPolygon(lng, lat, polygons) ? [pole] : [],
          );
          expect([...polesInPolygon(territory, polygons)]).toEqual(expected);
        },
      ),
      { seed: 3, numRuns: 150 },
    );
  });
});
