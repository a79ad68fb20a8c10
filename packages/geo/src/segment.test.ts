import { describe, expect, it } from 'vitest';
import { SeededRandom } from './random.ts';
import { nearestOnPolyline, nearestOnSegment } from './segment.ts';

describe('nearestOnSegment', () => {
  it.each([
    ['beside it', [3, 4], [3, 0, 0.3, 4]],
    ['before it', [-3, 4], [0, 0, 0, 5]],
    ['behind it', [13, -4], [10, 0, 1, 5]],
    ['on it', [2.5, 0], [2.5, 0, 0.25, 0]],
  ] as const)('%s', (_, [px, py], [x, y, fraction, distance]) => {
    expect(nearestOnSegment(px, py, 0, 0, 10, 0)).toEqual({ x, y, fraction, distance });
  });

  it('of a segment without length is its point', () => {
    expect(nearestOnSegment(3, 4, 0, 0, 0, 0)).toEqual({ x: 0, y: 0, fraction: 0, distance: 5 });
  });
});

describe('nearestOnPolyline', () => {
  it('says how far along the line the foot lies', () => {
    const foot = nearestOnPolyline(11, 4, [0, 10, 10], [0, 0, 20]);
    expect(foot).toEqual({ x: 10, y: 4, fraction: 0.2, distance: 1, segment: 1, along: 14, length: 30 });
  });

  it('takes the first of equally near points, and a single point for what it is', () => {
    expect(nearestOnPolyline(5, 5, [0, 10, 10, 0], [0, 0, 10, 10])).toMatchObject({ segment: 0, along: 5 });
    expect(nearestOnPolyline(3, 4, [0], [0])).toMatchObject({ x: 0, y: 0, distance: 5, along: 0, length: 0 });
    expect(nearestOnPolyline(3, 4, [], []).distance).toBe(Infinity);
  });

  it('no point of the line is nearer than the foot', () => {
    const random = new SeededRandom(5);
    for (let i = 0; i < 200; i++) {
      const points = 2 + random.int(6);
      const xs = Array.from({ length: points }, () => random.between(-50, 50));
      const ys = Array.from({ length: points }, () => random.between(-50, 50));
      const [px, py] = [random.between(-60, 60), random.between(-60, 60)];
      const foot = nearestOnPolyline(px, py, xs, ys);
      let nearest = Infinity;
      for (let s = 0; s + 1 < points; s++) {
        for (let f = 0; f <= 1; f += 1 / 256) {
          const [x, y] = [xs[s]! + f * (xs[s + 1]! - xs[s]!), ys[s]! + f * (ys[s + 1]! - ys[s]!)];
          nearest = Math.min(nearest, Math.hypot(px - x, py - y));
        }
      }
      expect(foot.distance).toBeLessThanOrEqual(nearest + 1e-9);
      expect(foot.distance).toBeGreaterThan(nearest - 0.5);
      expect(Math.hypot(px - foot.x, py - foot.y)).toBeCloseTo(foot.distance, 9);
    }
  });
});
