import { describe, expect, it } from 'vitest';
import { SeededRandom } from './random.ts';
import { nearestOnSegment } from './segment.ts';

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

  it('no point of the segment is nearer than the foot', () => {
    const random = new SeededRandom(5);
    const between = () => random.between(-50, 50);
    for (let i = 0; i < 500; i++) {
      const [px, py, ax, ay, bx, by] = [between(), between(), between(), between(), between(), between()];
      const foot = nearestOnSegment(px, py, ax, ay, bx, by);
      let nearest = Infinity;
      for (let f = 0; f <= 1; f += 1 / 256) {
        nearest = Math.min(nearest, Math.hypot(px - (ax + f * (bx - ax)), py - (ay + f * (by - ay))));
      }
      expect(foot.distance).toBeLessThanOrEqual(nearest + 1e-9);
      expect(foot.distance).toBeGreaterThan(nearest - 0.5);
      expect(Math.hypot(px - foot.x, py - foot.y)).toBeCloseTo(foot.distance, 9);
    }
  });
});
