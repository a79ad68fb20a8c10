import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { multiPolygonAreaSquareKm } from './area.ts';
import { geoJsonOf, type MicroPolygon, microPolygonAreaSquareKm, microPolygonOf } from './microPolygon.ts';

/** Polygons of closed rings in microdegrees, and the same packed. */
const microPolygons = fc
  .array(fc.array(fc.array(fc.tuple(micro(180), micro(85)), { minLength: 3, maxLength: 9 }), { minLength: 1 }))
  .map((polygons) => polygons.map((rings) => rings.map((ring) => [...ring, ring[0]!])))
  .map((polygons) => ({ polygons, packed: packed(polygons) }));

describe('polygons in microdegrees', () => {
  it('read as GeoJSON in degrees, and cover the same area to the last digit', () => {
    fc.assert(
      fc.property(microPolygons, ({ polygons, packed: polygon }) => {
        const coordinates = polygons.map((rings) =>
          rings.map((ring) => ring.map(([lng, lat]) => [lng / 1e6, lat / 1e6])),
        );
        const geoJson = geoJsonOf(polygon);
        expect(geoJson).toEqual({ type: 'MultiPolygon', coordinates });
        expect(JSON.stringify(geoJson)).toBe(JSON.stringify({ type: 'MultiPolygon', coordinates }));
        expect(geoJson.coordinates).toBe(geoJson.coordinates);
        expect(microPolygonOf(geoJson)).toBe(polygon);
        expect(microPolygonOf({ ...geoJson })).toBeUndefined();
        expect(microPolygonAreaSquareKm(polygon)).toBe(multiPolygonAreaSquareKm(coordinates));
      }),
    );
  });
});

function packed(polygons: readonly (readonly (readonly (readonly [number, number])[])[])[]): MicroPolygon {
  const runningSums = (sizes: readonly number[]) => {
    let sum = 0;
    return sizes.map((size) => {
      sum += size;
      return sum;
    });
  };
  return {
    points: Int32Array.from(polygons.flat(3)),
    ringEnds: runningSums(polygons.flat().map((ring) => 2 * ring.length)),
    polygonEnds: runningSums(polygons.map((rings) => rings.length)),
  };
}

function micro(degrees: number) {
  return fc.integer({ min: -degrees * 1e6, max: degrees * 1e6 });
}
