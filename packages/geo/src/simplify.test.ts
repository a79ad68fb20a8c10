import { describe, expect, it } from 'vitest';
import { localProjection } from './projection.ts';
import { SeededRandom } from './random.ts';
import { nearestOnSegment } from './segment.ts';
import { simplifyLine, simplifyRing } from './simplify.ts';

const local = localProjection(47, 9);
const at = (x: number, y: number) => [local.lng(x), local.lat(y)];

describe('simplifyLine', () => {
  it('drops what lies near the line and keeps corners', () => {
    const [xs, ys] = [
      [0, 50, 100, 100, 101],
      [0, 3, 0, 60, 120],
    ];
    expect(simplifyLine(xs, ys, 5)).toEqual([0, 2, 4]);
    expect(simplifyLine(xs, ys, 2)).toEqual([0, 1, 2, 4]);
  });

  it('keeps short lines', () => {
    expect(simplifyLine([0, 1], [0, 0], 100)).toEqual([0, 1]);
    expect(simplifyLine([], [], 1)).toEqual([]);
  });

  it('no dropped point is farther than the tolerance from what is left', () => {
    const random = new SeededRandom(21);
    for (let i = 0; i < 100; i++) {
      let [x, y] = [0, 0];
      const line = Array.from({ length: 60 }, () => {
        x += random.between(-5, 30);
        y += random.between(-20, 20);
        return { x, y };
      });
      const tolerance = random.between(1, 40);
      const places = (axis: 'x' | 'y') => line.map((point) => point[axis]);
      const kept = simplifyLine(places('x'), places('y'), tolerance).map((index) => line[index]!);
      for (const point of line) {
        const distances = kept.slice(1).map((end, s) => {
          const start = kept[s]!;
          return nearestOnSegment(point.x, point.y, start.x, start.y, end.x, end.y).distance;
        });
        expect(Math.min(...distances)).toBeLessThanOrEqual(tolerance);
      }
    }
  });
});

describe('simplifyRing', () => {
  it('keeps a closed ring of at least four points at any tolerance', () => {
    const circle = Array.from({ length: 100 }, (_, i) =>
      at(100 * Math.cos((2 * Math.PI * i) / 100), 100 * Math.sin((2 * Math.PI * i) / 100)),
    );
    const ring = [...circle, circle[0]!];
    for (const tolerance of [0.1, 10, 1e6]) {
      const kept = simplifyRing(ring, tolerance);
      expect(kept.length).toBeGreaterThanOrEqual(4);
      expect(kept[0]).toEqual(kept.at(-1));
    }
    expect(simplifyRing(ring, 0.1).length).toBeGreaterThan(simplifyRing(ring, 10).length);
    expect(simplifyRing(ring, 1e6)).toHaveLength(4);
  });
});
