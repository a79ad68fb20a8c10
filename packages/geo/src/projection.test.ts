import { describe, expect, it } from 'vitest';
import { EARTH_RADIUS_METERS, haversineMeters } from './distance.ts';
import { localProjection } from './projection.ts';
import { SeededRandom } from './random.ts';

describe('localProjection', () => {
  it('puts its centre at 0, 0 and has x to the east, y to the north', () => {
    const local = localProjection(60, 10);
    expect([local.xMeters(10), local.yMeters(60)]).toEqual([0, 0]);
    expect(local.yMeters(61)).toBeCloseTo(111_195.08, 2);
    // cos 60° = 1/2
    expect(local.xMeters(11)).toBeCloseTo(111_195.08 / 2, 2);
  });

  it('goes back to degrees', () => {
    const local = localProjection(-33.87, 151.2);
    expect(local.lng(local.xMeters(151.3))).toBeCloseTo(151.3, 10);
    expect(local.lat(local.yMeters(-33.9))).toBeCloseTo(-33.9, 10);
  });

  it.each([1_000, 10_000, 50_000])('keeps the error that it promises within %i m', (reachMeters) => {
    const random = new SeededRandom(reachMeters);
    const delta = reachMeters / EARTH_RADIUS_METERS;
    for (let i = 0; i < 2000; i++) {
      const lat0 = random.between(-75, 75);
      const local = localProjection(lat0, 20);
      const point = () => {
        const angle = random.between(0, 2 * Math.PI);
        const meters = random.between(0, reachMeters);
        return [local.lng(meters * Math.cos(angle)), local.lat(meters * Math.sin(angle))] as const;
      };
      const [a, b] = [point(), point()];
      const plane = Math.hypot(local.xMeters(b[0]) - local.xMeters(a[0]), local.yMeters(b[1]) - local.yMeters(a[1]));
      const sphere = haversineMeters(...a, ...b);
      const bound = delta * Math.tan((Math.abs(lat0) * Math.PI) / 180) + delta * delta;
      expect(Math.abs(plane - sphere)).toBeLessThan(bound * sphere + 1e-6);
    }
  });
});
