import { pointInMultiPolygon, SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { Contour, type Ring } from './contour.ts';
import { Corners } from './corners.ts';
import type { Lattice } from './lattice.ts';
import { ReachedCells } from './reachedCells.ts';

const lattice: Lattice = { cellClass: 0, cellLng: 16, cellLat: 12, metersPerLng: 0.1, metersPerLat: 0.1 };

/** Some of the cells in a square that lies over the corner of four tiles. */
function randomCells(random: SeededRandom, share: number): ReachedCells {
  const cells = new ReachedCells();
  cells.start([500]);
  for (let x = -6; x < 5; x++) {
    for (let y = -6; y < 5; y++) if (random.next() < share) cells.lower(x, y, random.int(1000));
  }
  return cells;
}

const contourOf = (cells: ReachedCells) => new Contour(new Corners(cells, 0), lattice);

/** In whole microdegrees, so that the comparison is exact on the rim. */
const closed = ({ points }: Contour, { first, end }: Ring): number[][] => {
  const ring: number[][] = [];
  for (let i = first; i < end; i += 2) ring.push([points[i]!, points[i + 1]!]);
  return [...ring, ring[0]!];
};

describe('contour', () => {
  it('says of every place what its rings say, the rim included', () => {
    let [inside, rim] = [0, 0];
    for (let seed = 1; seed <= 40; seed++) {
      const contour = contourOf(randomCells(new SeededRandom(seed), 0.4));
      // Ground lies within an odd number of rings: an outer ring and, on islands, the holes around it and their outer rings.
      const rings = contour.rings.map((ring) => [[closed(contour, ring)]]);
      const isGround = (lng: number, lat: number) =>
        rings.filter((ring) => pointInMultiPolygon(lng, lat, ring)).length % 2 === 1;
      for (let lng = -120; lng <= 120; lng++) {
        for (let lat = -90; lat <= 90; lat++) {
          const expected = isGround(lng, lat);
          const found = contour.holds(lng, lat);
          if (found !== expected) expect.fail(`seed ${seed}: ${lng}, ${lat} ${found ? 'in' : 'out'}`);
          if (expected) inside++;
          if (expected !== isGround(lng - 0.5, lat)) rim++;
        }
      }
    }
    expect(inside).toBeGreaterThan(100_000);
    expect(rim).toBeGreaterThan(10_000);
  });

  it('knows boxes that are ground all over, and boxes without any', () => {
    const seen = { all: 0, none: 0, some: 0 };
    for (let seed = 1; seed <= 60; seed++) {
      const random = new SeededRandom(seed);
      const contour = contourOf(randomCells(random, random.pick([0.1, 1.5])));
      for (let i = 0; i < 200; i++) {
        const [west, south] = [random.int(220) - 110, random.int(160) - 80];
        const [east, north] = [west + random.int(30), south + random.int(30)];
        const cover = contour.coverOf(west, south, east, north);
        seen[cover]++;
        if (cover === 'some') continue;
        for (let k = 0; k < 20; k++) {
          const place = [west + random.int(east - west + 1), south + random.int(north - south + 1)] as const;
          expect(contour.holds(...place), `seed ${seed}: ${place}`).toBe(cover === 'all');
        }
      }
    }
    expect(Math.min(seen.all, seen.none, seen.some)).toBeGreaterThan(100);
  });

  it('fills what lies within a ring', () => {
    const cells = new ReachedCells();
    cells.start([500]);
    // All corners from -3 to 3 but that at 0, 0.
    for (let x = -3; x <= 2; x++) {
      for (let y = -3; y <= 2; y++) if (x < -1 || x > 0 || y < -1 || y > 0) cells.mark(x, y, 0);
    }
    const contour = contourOf(cells);
    const [outer, hole] = contour.rings.toSorted((a, b) => b.doubleArea - a.doubleArea);
    expect(contour.rings).toHaveLength(2);
    expect(contour.rings[contour.ringWestOf(hole!)]).toBe(outer);
    expect(contour.holds(0, 0)).toBe(false);
    contour.fill(hole!, true);
    expect(contour.holds(0, 0)).toBe(true);
    contour.fill(outer!, false);
    for (const at of [0, 16, 40]) expect(contour.holds(at, 0)).toBe(false);
  });
});
