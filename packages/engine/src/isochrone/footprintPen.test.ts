import { MODE_BIT, type Mode } from '@hinterland/catalogue';
import { SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { catchment, sweepOf } from '../catchment/catchment.ts';
import { randomTown } from '../testing/randomTown.ts';
import { drawByLine, drawReached } from './drawReached.ts';
import { FOOTPRINT_CLASS } from './footprintBlock.ts';
import { CELL_CLASSES, latticeOf } from './lattice.ts';
import { ReachedCells, TILE_WORDS, wordOf } from './reachedCells.ts';
import { LeastCosts } from './testing/leastCosts.ts';

describe('footprints', () => {
  it('cover the cells that a look at every shape point and pole covers, never later and hardly earlier', () => {
    const early: number[] = [];
    for (let seed = 1; seed <= 20; seed++) {
      const random = new SeededRandom(seed);
      // Up to 60 km wide, so that some roads are longer than steps of a byte.
      const sideMeters = random.pick([2000, 20_000, 60_000]);
      const mode = random.pick(['car', 'walk'] as const);
      const { territory, places } = townOf(seed, sideMeters, mode);
      const measure = random.pick(['time', 'distance'] as const);
      const of = catchment(territory, {
        origins: [random.pick(places), random.pick(places)],
        measure,
        mode,
        traffic: 'normal',
        limits: [measure === 'time' ? 12 * 3600 : 400_000],
        direction: random.pick(['inbound', 'outbound'] as const),
      });
      const limitCost = of.bands[0]!.limitCost;
      // Few limits, whose edges lie within them as a whole, and many, which tell when a cell counts.
      const steps = random.pick([3, 40]);
      const limits = Array.from({ length: steps }, (_, i) => Math.round(limitCost * ((i + 1) / steps) ** 2));
      const classes = Array.from({ length: CELL_CLASSES - FOOTPRINT_CLASS }, (_, i) => FOOTPRINT_CLASS + i);
      // Fine cells of a region are too many to be kept plainly.
      for (const cellClass of classes.filter((one) => one > 1 || sideMeters < 10_000)) {
        const lattice = latticeOf(territory, cellClass);
        const [fast, exact] = [new ReachedCells(), new LeastCosts()];
        fast.start(limits);
        drawReached({ ...sweepOf(of), limitCosts: limits }, lattice, fast);
        drawByLine(sweepOf(of), limitCost, lattice, exact);
        const within = limits.map((_, limit) => fast.within(limit));
        const isWithin = (x: number, y: number, limit: number) => {
          const tile = fast.tileAt(x >> 6, y >> 6);
          return tile !== -1 && ((within[limit]![tile * TILE_WORDS + wordOf(x, y)]! >> x) & 1) === 1;
        };
        let count = 0;
        exact.each((x, y, cost) => {
          count++;
          const expected = limits.findIndex((limit) => limit >= cost);
          if (!isWithin(x, y, expected)) expect.fail(`seed ${seed}, class ${cellClass}: cell ${x}, ${y} comes late`);
          let first = expected;
          while (first > 0 && isWithin(x, y, first - 1)) first--;
          early.push(Math.max(0, cost - limits[first]!) / Math.max(1, cost));
        });
        // A line that only touches a cell's corner may cover it here and not there.
        expect(bitsOf(within.at(-1)!), `seed ${seed}`).toBeLessThanOrEqual(1.02 * count + 2);
      }
    }
    expect(early.length).toBeGreaterThan(10_000);
    early.sort((a, b) => a - b);
    expect(early[early.length >> 1]).toBeLessThan(0.005);
    expect(early[Math.floor(0.95 * early.length)]).toBeLessThan(0.03);
  });
});

/** With the ends of roads that the mode may use. */
function townOf(seed: number, sideMeters: number, mode: Mode) {
  const { territory } = randomTown({ seed, sideMeters });
  const { lngMicrodegrees, latMicrodegrees } = territory.nodes;
  const { fromNode, mainComponent } = territory.edges;
  const ends = [...fromNode].filter((_, edge) => (mainComponent[edge]! & MODE_BIT[mode]) !== 0);
  const places = ends.map((node) => ({ lng: lngMicrodegrees[node]! / 1e6, lat: latMicrodegrees[node]! / 1e6 }));
  return { territory, places };
}

function bitsOf(words: Int32Array): number {
  let count = 0;
  for (const word of words) for (let bits = word; bits !== 0; bits &= bits - 1) count++;
  return count;
}
