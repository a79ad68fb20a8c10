import { describe, expect, it } from 'vitest';
import { localProjection } from './projection.ts';
import { SeededRandom } from './random.ts';
import { nearestOnSegment } from './segment.ts';
import { simplifyLine, simplifyRing } from './simplify.ts';

const local = localProjection(47, 9);
const at = (x: number, y: number) => [local.lng(x), local.lat(y)];

describe('simplifyLine', () => {
  it('drops what lies near the line and keeps corners', () => {
    const line = [at(0, 0), at(50, 3), at(100, 0), at(100, 60), at(101, 120)];
    expect(simplifyLine(line, 5)).toEqual([line[0], line[2], line[4]]);
    expect(simplifyLine(line, 2)).toEqual([line[0], line[1], line[2], line[4]]);
  });

  it('keeps short lines', () => {
    expect(simplifyLine([at(0, 0), at(1, 0)], 100)).toHaveLength(2);
    expect(simplifyLine([], 1)).toEqual([]);
  });

  it('no dropped point is farther than the tolerance from what is left', () => {
    const random = new SeededRandom(21);
    for (let i = 0; i < 100; i++) {
      let [x, y] = [0, 0];
      const line = Array.from({ length: 60 }, () => {
        x += random.between(-5, 30);
        y += random.between(-20, 20);
        return at(x, y);
      });
      const tolerance = random.between(1, 40);
      const kept = simplifyLine(line, tolerance);
      const xs = kept.map((point) => local.xMeters(point[0]!));
      const ys = kept.map((point) => local.yMeters(point[1]!));
      for (const point of line) {
        const [px, py] = [local.xMeters(point[0]!), local.yMeters(point[1]!)];
        const distances = xs.slice(1).map((x, s) => nearestOnSegment(px, py, xs[s]!, ys[s]!, x, ys[s + 1]!).distance);
        // A thousandth for the projection around another centre.
        expect(Math.min(...distances)).toBeLessThanOrEqual(tolerance * 1.001);
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
