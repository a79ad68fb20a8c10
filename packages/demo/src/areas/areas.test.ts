import { multiPolygonAreaSquareKm, PolygonIndex, pointInMultiPolygon, SeededRandom } from '@hinterland/geo';
import { describe, expect, test } from 'vitest';
import { demo, LEVELS, layer } from '../testing/demo.ts';
import { ringFaults } from '../testing/ringFaults.ts';

describe('areas', () => {
  test('outlines are simple rings', () => {
    for (const { polygon } of [...demo.boundaries, ...demo.census!.units]) expect(ringFaults(polygon)).toEqual([]);
  });

  test('each level covers the land, all of it and nothing twice', () => {
    const land = multiPolygonAreaSquareKm(layer(2)[0]!.polygon);
    for (const areas of [...LEVELS.map(layer), demo.census!.units]) {
      const sum = areas.reduce((km, { polygon }) => km + multiPolygonAreaSquareKm(polygon), 0);
      expect(Math.abs(sum / land - 1)).toBeLessThan(1e-6);
    }
  });

  test('a random point lies in one area of each level, or in the sea for all of them', () => {
    const random = new SeededRandom(8);
    const indexes = [...LEVELS.map(layer), demo.census!.units].map(
      (areas) => new PolygonIndex(areas.map(({ polygon }) => polygon)),
    );
    let onLand = 0;
    for (let i = 0; i < 20_000; i++) {
      const [lng, lat] = [random.between(-152.02, -151.34), random.between(-36.3, -36)];
      const counts = indexes.map((index) => index.all(lng, lat).length);
      expect(new Set(counts).size).toBe(1);
      expect(counts[0]).toBeLessThanOrEqual(1);
      onLand += counts[0]!;
    }
    expect(onLand).toBeGreaterThan(5_000);
  });

  test('units nest in localities, these in local government areas, and these in states', () => {
    const chains = demo.census!.units.map(({ code, polygon }) => {
      const [lng, lat] = someInnerPoint(polygon);
      const [state, government, locality] = [4, 6, 9].map((level) =>
        layer(level).find((area) => pointInMultiPolygon(lng, lat, area.polygon)),
      );
      return { unit: code, locality: locality!.code, government: government!.code, state: state!.code };
    });
    for (const { unit, locality } of chains) expect(`XM-${unit}`.startsWith(locality)).toBe(true);
    for (const [child, parent] of [
      ['locality', 'government'],
      ['government', 'state'],
    ] as const) {
      const parents = new Map<string, Set<string>>();
      for (const chain of chains)
        parents.set(chain[child], (parents.get(chain[child]) ?? new Set()).add(chain[parent]));
      expect([...parents].filter(([, of]) => of.size !== 1)).toEqual([]);
    }
  });
});

/** A point of the microdegree grid inside a polygon, found by trial. */
function someInnerPoint(polygon: number[][][][]): [number, number] {
  const ring = polygon[0]![0]!;
  const random = new SeededRandom(ring.length);
  const [lngs, lats] = [ring.map((point) => point[0]!), ring.map((point) => point[1]!)];
  for (;;) {
    const lng = random.between(Math.min(...lngs), Math.max(...lngs));
    const lat = random.between(Math.min(...lats), Math.max(...lats));
    if (pointInMultiPolygon(lng, lat, polygon)) return [lng, lat];
  }
}
