import { describe, expect, it } from 'vitest';
import { multiPolygonAreaSquareKm, ringSignedAreaSquareMeters } from './area.ts';
import { clipToBox } from './clip.ts';
import { localProjection } from './projection.ts';
import { SeededRandom } from './random.ts';
import { closeRing, orientRings } from './rings.ts';

const rectangle = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

describe('areas on the sphere', () => {
  it("an eighth of the globe is an eighth of the Earth's surface, 510,065,622 km², to a millionth", () => {
    const share = (8 * multiPolygonAreaSquareKm([[rectangle(0, 0, 90, 90)]])) / 510_065_622;
    expect(Math.abs(share - 1)).toBeLessThan(1e-6);
  });

  it('Colorado between its legal lines has 269,601 km² (United States Census Bureau) to 0.3%', () => {
    const colorado = rectangle(-(109 + 3 / 60), 37, -(102 + 3 / 60), 41);
    const share = multiPolygonAreaSquareKm([[colorado]]) / 269_601;
    expect(Math.abs(share - 1)).toBeLessThan(0.003);
  });

  it('counterclockwise is positive, clockwise negative, open as closed', () => {
    const ring = rectangle(10, 50, 11, 51);
    expect(ringSignedAreaSquareMeters(ring)).toBeGreaterThan(7e9);
    expect(ringSignedAreaSquareMeters(ring.toReversed())).toBeCloseTo(-ringSignedAreaSquareMeters(ring), 0);
    expect(ringSignedAreaSquareMeters(ring.slice(0, -1))).toBe(ringSignedAreaSquareMeters(ring));
    expect(ringSignedAreaSquareMeters([])).toBe(0);
  });

  it('a parcel of 10 m by 20 m keeps its digits', () => {
    const local = localProjection(47.1, 9.5);
    const [lng, lat] = [local.lng(20), local.lat(10)];
    expect(ringSignedAreaSquareMeters(rectangle(9.5, 47.1, lng, lat))).toBeCloseTo(200, 3);
  });

  it('holes are taken off whatever way they turn', () => {
    const outer = rectangle(0, 0, 2, 2);
    const hole = rectangle(0.5, 0.5, 1, 1);
    const whole = multiPolygonAreaSquareKm([[outer]]);
    const less = whole - multiPolygonAreaSquareKm([[hole]]);
    expect(multiPolygonAreaSquareKm([[outer, hole]])).toBeCloseTo(less, 6);
    expect(multiPolygonAreaSquareKm([[outer, hole.toReversed()]])).toBeCloseTo(less, 6);
  });
});

describe('rings', () => {
  it('closes open rings and leaves closed ones alone', () => {
    const closed = rectangle(0, 0, 1, 1);
    expect(closeRing(closed)).toBe(closed);
    expect(
      closeRing([
        [0, 0],
        [1, 0],
        [1, 1],
      ]),
    ).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ]);
    expect(closeRing([])).toEqual([]);
  });

  it('turns outer rings counterclockwise and holes clockwise', () => {
    const ccw = rectangle(0, 0, 9, 9);
    const cw = rectangle(2, 2, 3, 3).toReversed();
    const right = [[ccw, cw]];
    expect(orientRings(right)).toEqual(right);
    expect(orientRings([[ccw.toReversed(), cw.toReversed()]])).toEqual(right);
  });
});

describe('clipToBox', () => {
  it('cuts a rectangle with a hole at all four sides', () => {
    const shape = [[rectangle(0, 0, 10, 10), rectangle(4, 4, 6, 6)]];
    const cut = clipToBox(shape, { west: 5, south: -1, east: 20, north: 5 });
    expect(multiPolygonAreaSquareKm(cut)).toBeCloseTo(
      multiPolygonAreaSquareKm([[rectangle(5, 0, 10, 5)]]) - multiPolygonAreaSquareKm([[rectangle(5, 4, 6, 5)]]),
      4,
    );
  });

  it('gives nothing outside and everything inside', () => {
    const shape = [[rectangle(0, 0, 1, 1)]];
    expect(clipToBox(shape, { west: 5, south: 5, east: 6, north: 6 })).toEqual([]);
    expect(multiPolygonAreaSquareKm(clipToBox(shape, { west: -1, south: -1, east: 2, north: 2 }))).toBeCloseTo(
      multiPolygonAreaSquareKm(shape),
      6,
    );
  });

  it('the pieces of a jagged shape over a grid of boxes add up to it', () => {
    const random = new SeededRandom(8);
    const corners = Array.from({ length: 40 }, (_, i) => {
      const angle = (2 * Math.PI * i) / 40;
      const r = random.between(0.05, 0.2);
      return [8 + r * Math.cos(angle), 47 + r * Math.sin(angle)];
    });
    const shape = [[closeRing(corners)]];
    let sum = 0;
    for (let x = 0; x < 4; x++) {
      for (let y = 0; y < 4; y++) {
        const box = { west: 7.8 + x * 0.1, south: 46.8 + y * 0.1, east: 7.9 + x * 0.1, north: 46.9 + y * 0.1 };
        sum += multiPolygonAreaSquareKm(clipToBox(shape, box));
      }
    }
    expect(sum / multiPolygonAreaSquareKm(shape)).toBeCloseTo(1, 4);
  });
});
