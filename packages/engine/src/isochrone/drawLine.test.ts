import { SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { drawLine, NO_WAY } from './drawLine.ts';
import type { Lattice } from './lattice.ts';
import { LeastCosts } from './testing/leastCosts.ts';

const lattice = (cellClass: number): Lattice => ({
  cellClass,
  cellLng: 120 * 2 ** cellClass,
  cellLat: 112 * 2 ** cellClass,
  metersPerLng: 0.104,
  metersPerLat: 0.111,
});

describe('lines on the lattice', () => {
  it('write just the cells they run through, at the least cost within', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const line = randomLine(new SeededRandom(seed));
      const grid = new LeastCosts();
      draw(grid, lattice(0), line);
      let written = 0;
      grid.each((x, y, value) => {
        written++;
        const stretch = within(line, x, y);
        const least = stretch === null ? Number.NaN : Math.min(...stretch.map((share) => costAt(line, share)));
        if (!(Math.abs(value - least) <= 1)) expect.fail(`seed ${seed}: cell ${x}, ${y} has ${value}, not ${least}`);
      });
      // As many as lines of the lattice are crossed, one less for each corner run through.
      const steps = crossings(line.lng, 120) + crossings(line.lat, 112);
      expect(written, `seed ${seed}`).toBeLessThanOrEqual(steps + 1);
      expect(written, `seed ${seed}`).toBeGreaterThan(steps / 2);
    }
  });

  it('give a coarse cell the least of its four finer ones, to the bit', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = new SeededRandom(seed);
      const lines = Array.from({ length: 1 + random.int(6) }, () => randomLine(random));
      const [fine, coarse] = [new LeastCosts(), new LeastCosts()];
      for (const line of lines) {
        draw(fine, lattice(0), line);
        draw(coarse, lattice(1), line);
      }
      const pooled = new LeastCosts();
      fine.each((x, y, value) => pooled.lower(x >> 1, y >> 1, value));
      expect(valuesOf(coarse), `seed ${seed}`).toEqual(valuesOf(pooled));
    }
  });

  it('leave cells above the limit alone and change nothing below it', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const random = new SeededRandom(seed);
      const line = randomLine(random);
      const limit = random.int(3000);
      const [all, some] = [new LeastCosts(), new LeastCosts()];
      draw(all, lattice(0), line);
      draw(some, lattice(0), line, limit);
      const within = valuesOf(all).filter(([, value]) => value <= limit);
      expect(valuesOf(some).filter(([, value]) => value <= limit)).toEqual(within);
    }
  });
});

interface Line {
  readonly lng: readonly [number, number];
  readonly lat: readonly [number, number];
  /** Cost at both ends over the one and over the other end of the road. */
  readonly first: readonly [number, number];
  readonly second: readonly [number, number];
}

/** Where a line enters and leaves a cell (with its rim), as shares of its length; null where it passes by. */
function within({ lng, lat }: Line, x: number, y: number): [number, number] | null {
  let [from, to] = [0, 1];
  for (const [[a, b], low, high] of [
    [lng, x * 120, (x + 1) * 120],
    [lat, y * 112, (y + 1) * 112],
  ] as const) {
    if (a === b && (a < low || a > high)) return null;
    if (a === b) continue;
    const [enters, leaves] = [(low - a) / (b - a), (high - a) / (b - a)].sort((p, q) => p - q) as [number, number];
    from = Math.max(from, enters);
    to = Math.min(to, leaves);
  }
  return from <= to ? [from, to] : null;
}

function costAt({ first, second }: Line, share: number): number {
  return Math.min(...[first, second].map(([a, b]) => a + (b - a) * share));
}

/** Lines of the lattice strictly between two coordinates. */
function crossings([a, b]: readonly [number, number], cell: number): number {
  return Math.max(0, Math.ceil(Math.max(a, b) / cell) - 1 - Math.floor(Math.min(a, b) / cell));
}

/** Lines of all directions and lengths around (0, 0), many of them along or through corners of the lattice. */
function randomLine(random: SeededRandom): Line {
  const reach = random.pick([50, 500, 20_000]);
  const near = (cell: number) => {
    const at = Math.round(random.between(-reach, reach));
    return random.next() < 0.4 ? Math.round(at / cell) * cell : at;
  };
  const lng = [near(120), near(240)] as const;
  const lat = [near(112), near(224)] as const;
  const cost = () => random.int(2000);
  const [a, b] = [cost(), cost()];
  const isOneWay = random.next() < 0.3;
  return {
    lng: random.next() < 0.1 ? [lng[0], lng[0]] : lng,
    lat: random.next() < 0.1 ? [lat[0], lat[0]] : lat,
    first: [a, a + cost()],
    second: isOneWay ? [NO_WAY, NO_WAY] : [b + cost(), b],
  };
}

function draw(grid: LeastCosts, on: Lattice, { lng, lat, first, second }: Line, limit = 1e9): void {
  drawLine(grid, on, limit, lng[0], lat[0], lng[1], lat[1], first[0], first[1], second[0], second[1]);
}

function valuesOf(grid: LeastCosts): [string, number][] {
  const values: [string, number][] = [];
  grid.each((x, y, value) => values.push([`${x},${y}`, value]));
  return values.sort(([a], [b]) => (a < b ? -1 : 1));
}
