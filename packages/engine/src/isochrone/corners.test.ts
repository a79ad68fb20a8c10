import { SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { Corners } from './corners.ts';
import { ReachedCells } from './reachedCells.ts';

const LIMITS = [100, 250, 600];

/** Cells around the corner of four tiles, and some far off, with their costs. */
function drawn(seed: number) {
  const random = new SeededRandom(seed);
  const costs = new Map<string, number>();
  const cells = new ReachedCells();
  cells.start(LIMITS);
  const side = random.pick([3, 40, 140]);
  const count = side * side * random.pick([0.2, 2]) + 1;
  for (let i = 0; i < count; i++) {
    const far = random.next() < 0.05 ? 4000 : 0;
    const x = random.int(2 * side) - side + far;
    const y = random.int(2 * side) - side - far;
    const cost = random.int(1000);
    cells.lower(x, y, cost);
    costs.set(`${x},${y}`, Math.min(cost, costs.get(`${x},${y}`) ?? Infinity));
  }
  return { random, side, cells, cost: (x: number, y: number) => costs.get(`${x},${y}`) ?? Infinity };
}

describe('corners', () => {
  it('lie inside when one of their four cells is reached, at each limit alone', () => {
    let inside = 0;
    for (let seed = 1; seed <= 30; seed++) {
      const { side, cells, cost } = drawn(seed);
      LIMITS.forEach((limitCost, limit) => {
        const corners = new Corners(cells, limit);
        const isInside = (x: number, y: number) =>
          Math.min(cost(x, y), cost(x - 1, y), cost(x, y - 1), cost(x - 1, y - 1)) <= limitCost;
        for (const far of [0, 4000]) {
          for (let x = far - side - 2; x <= far + side + 2; x += 1 + (side >> 4)) {
            for (let y = -far - side - 2; y <= -far + side + 2; y++) {
              const around = [isInside(x, y), isInside(x + 1, y), isInside(x, y + 1), isInside(x + 1, y + 1)];
              const bits = around.reduce((sum, one, i) => sum + (one ? 1 << i : 0), 0);
              if (corners.isInside(x, y) !== around[0] || corners.around(x, y) !== bits) {
                expect.fail(`seed ${seed}, limit ${limit}: ${x}, ${y}`);
              }
              if (around[0]) inside++;
            }
          }
        }
      });
    }
    expect(inside).toBeGreaterThan(10_000);
  });

  it('are filled by rows, covered by boxes and followed to the west as one by one', () => {
    const seen = { all: 0, none: 0, some: 0 };
    for (let seed = 1; seed <= 60; seed++) {
      const { random, side, cells } = drawn(seed);
      const corners = new Corners(cells, 2);
      for (let i = 0; i < 20; i++) {
        const y = random.int(2 * side) - side;
        const [west, east] = [random.int(side) - side, random.int(side)];
        const changed = new Corners(cells, 2);
        const inside = i % 2 === 0;
        changed.fillRow(y, west, east, inside);
        for (let x = west - 40; x <= east + 40; x++) {
          const isFilled = x >= west && x <= east && changed.tileAt(x >> 6, y >> 6) !== -1;
          if (changed.isInside(x, y) !== (isFilled ? inside : corners.isInside(x, y))) {
            expect.fail(`seed ${seed}: ${x}, ${y} filled from ${west} to ${east}`);
          }
        }
        if (changed.isInside(east, y)) {
          let x = east;
          while (changed.isInside(x - 1, y)) x--;
          expect(changed.runToWest(east, y)).toBe(x);
        }
        const north = y + random.int(random.pick([2, 30]));
        const right = west + random.int(random.pick([3, 60]));
        const box: boolean[] = [];
        for (let at = y; at <= north; at++) for (let x = west; x <= right; x++) box.push(corners.isInside(x, at));
        const expected = box.every((one) => one) ? 'all' : box.some((one) => one) ? 'some' : 'none';
        expect(corners.coverOf(west, y, right, north)).toBe(expected);
        seen[expected]++;
      }
    }
    expect(Math.min(seen.all, seen.none, seen.some)).toBeGreaterThan(20);
    // Too large to be looked at.
    expect(new Corners(drawn(1).cells, 0).coverOf(0, 0, 100_000, 0)).toBe('some');
  });
});
