import { multiPolygonAreaSquareKm, pointInMultiPolygon, SeededRandom } from '@hinterland/geo';
import { describe, expect, test } from 'vitest';
import { ORIGIN, onGrid } from '../geometry/plane.ts';
import { CELL_METERS, COLUMNS, ROWS, SOUTH, WEST } from '../geometry/raster.ts';
import { ringFaults } from '../testing/ringFaults.ts';
import { Mesh } from './mesh.ts';

/** A field of 14 × 14 cells with groups at random: holes, corners that touch, crumbs, everything that is awkward. */
function randomGroups(seed: number): Int32Array {
  const random = new SeededRandom(seed);
  const groups = new Int32Array(COLUMNS * ROWS).fill(-1);
  for (let row = 0; row < 14; row++) {
    for (let column = 0; column < 14; column++) groups[(row + 100) * COLUMNS + column + 200] = random.int(5) - 1;
  }
  return groups;
}

describe.each([1, 2, 3, 4])('random groups, seed %i', (seed) => {
  const groups = randomGroups(seed);
  const mesh = new Mesh(groups);
  const fine = mesh.outlines((group) => group);
  const coarse = mesh.outlines((group) => (group < 2 ? 0 : 1));

  test('outlines are simple rings', () => {
    for (const outline of [...fine.values(), ...coarse.values()]) expect(ringFaults(outline)).toEqual([]);
  });

  test('merged groups are as large as their parts', () => {
    const area = (map: typeof fine) =>
      [...map.values()].reduce((sum, outline) => sum + multiPolygonAreaSquareKm(outline), 0);
    expect(area(coarse)).toBeCloseTo(area(fine), 9);
    expect(area(fine)).toBeGreaterThan(0.5);
  });

  test('each point lies in one outline, the one of its cell, or in none at sea', () => {
    const random = new SeededRandom(seed + 50);
    for (let i = 0; i < 3000; i++) {
      const point = onGrid({
        x: WEST + (199 + 16 * random.next()) * CELL_METERS,
        y: SOUTH + (99 + 16 * random.next()) * CELL_METERS,
      });
      const lng = Math.round((ORIGIN.lng + point.x / 89_936) * 1e6) / 1e6;
      const lat = Math.round((ORIGIN.lat + point.y / 110_963) * 1e6) / 1e6;
      const cell = mesh.cellAt(point);
      const holding = [...fine].filter(([, outline]) => pointInMultiPolygon(lng, lat, outline)).map(([group]) => group);
      expect(holding).toEqual(cell < 0 ? [] : [groups[cell]]);
    }
  });
});
