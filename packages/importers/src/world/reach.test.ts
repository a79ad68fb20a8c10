import { multiPolygonBox, PolygonIndex, SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { reachAround } from './reach.ts';

const METERS = 10_000;
const STEP = METERS / 8;

/** Distance to the nearest of points along all edges, by the plane at that latitude. */
function metersTo(outline: number[][][][], lng: number, lat: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (const ring of outline.flat()) {
    for (let i = 0; i + 1 < ring.length; i++) {
      for (let k = 0; k <= 100; k++) {
        const x = ring[i]![0]! + ((ring[i + 1]![0]! - ring[i]![0]!) * k) / 100;
        const y = ring[i]![1]! + ((ring[i + 1]![1]! - ring[i]![1]!) * k) / 100;
        const east = (x - lng) * 111_195 * Math.cos((lat * Math.PI) / 180);
        least = Math.min(least, Math.hypot(east, (y - lat) * 111_195));
      }
    }
  }
  return least;
}

describe.each([
  [
    'a square',
    [
      [9, 47],
      [9.4, 47],
      [9.4, 47.2],
      [9, 47.2],
      [9, 47],
    ],
  ],
  [
    'a corner',
    [
      [9, -47],
      [9.6, -47],
      [9.6, -46.9],
      [9.1, -46.9],
      [9.1, -46.5],
      [9, -46.5],
      [9, -47],
    ],
  ],
  [
    'an island smaller than a step',
    [
      [9, 60],
      [9.002, 60],
      [9.002, 60.001],
      [9, 60],
    ],
  ],
] as [string, number[][]][])('the reach around %s', (_, ring) => {
  const outline = [[ring]];
  const reach = reachAround(outline, METERS);
  const [inside, around] = [new PolygonIndex([outline]), new PolygonIndex(reach.map((polygon) => [polygon]))];
  const box = multiPolygonBox(reach);

  it('holds all that is so near, and nothing that is three steps farther', () => {
    const random = new SeededRandom(62);
    let near = 0;
    for (let i = 0; i < 2000; i++) {
      const lng = box.west - 0.1 + (box.east - box.west + 0.2) * random.next();
      const lat = box.south - 0.1 + (box.north - box.south + 0.2) * random.next();
      const meters = inside.first(lng, lat) >= 0 ? 0 : metersTo(outline, lng, lat);
      if (meters < METERS) {
        near++;
        expect(around.first(lng, lat), `${lng},${lat}`).toBeGreaterThanOrEqual(0);
      } else if (meters > METERS + 3 * STEP) expect(around.first(lng, lat), `${lng},${lat}`).toBe(-1);
      // Rectangles lie side by side, so that areas add up.
      expect(around.all(lng, lat).length).toBeLessThan(2);
    }
    expect(near).toBeGreaterThan(100);
  });
});

it('ends at the antimeridian', () => {
  const box = multiPolygonBox(
    reachAround(
      [
        [
          [
            [179.9, 0],
            [179.95, 0],
            [179.95, 0.1],
            [179.9, 0],
          ],
        ],
      ],
      METERS * 10,
    ),
  );
  expect(box.east).toBe(180);
});
