import { describe, expect, it } from 'vitest';
import { clipLine } from './clipLine.ts';
import { SeededRandom } from './random.ts';

const BOX = { west: 0, south: 0, east: 10, north: 5 };

describe('a line cut to a box', () => {
  it('falls into the parts that lie inside', () => {
    expect(clipLine([-1, 1, 11, 1], BOX)).toEqual([[0, 1, 10, 1]]);
    expect(clipLine([2, 2, 4, 2, 4, 8, 6, 8, 6, 2], BOX)).toEqual([
      [2, 2, 4, 2, 4, 5],
      [6, 5, 6, 2],
    ]);
    expect(clipLine([-1, -1, -1, 9, 20, 9], BOX)).toEqual([]);
    expect(clipLine([3, 3], BOX)).toEqual([]);
  });

  it('keeps every position inside and no other, on random lines', () => {
    const random = new SeededRandom(4);
    for (let round = 0; round < 40; round++) {
      const line = Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? 16 : 9) * random.next() - (i % 2 === 0 ? 3 : 2));
      const parts = clipLine(line, BOX);
      for (let i = 2; i < line.length; i += 2) {
        for (let share = 0.005; share < 1; share += 0.01) {
          const [x, y] = [0, 1].map((k) => line[i - 2 + k]! + share * (line[i + k]! - line[i - 2 + k]!)) as [
            number,
            number,
          ];
          const margin = Math.min(x - BOX.west, BOX.east - x, y - BOX.south, BOX.north - y);
          if (Math.abs(margin) < 1e-6) continue;
          const near = parts.some((part) =>
            Array.from({ length: part.length / 2 - 1 }, (_, k) => {
              const [ax, ay, bx, by] = part.slice(2 * k, 2 * k + 4) as [number, number, number, number];
              return Math.hypot(x - ax, y - ay) + Math.hypot(x - bx, y - by) - Math.hypot(bx - ax, by - ay) < 1e-9;
            }).includes(true),
          );
          expect([round, x, y, near]).toEqual([round, x, y, margin > 0 || near]);
          if (margin < 0)
            expect(parts.flat().every((value, k) => value >= -1e-9 && value <= (k % 2 === 0 ? 10 : 5) + 1e-9)).toBe(
              true,
            );
        }
      }
    }
  });
});
