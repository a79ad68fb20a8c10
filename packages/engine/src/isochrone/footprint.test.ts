import { SeededRandom } from '@hinterland/geo';
import { MODE_BIT, type Mode } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { catchment, sweepOf } from '../catchment/catchment.ts';
import { randomTown } from '../town/randomTown.ts';
import { drawByLine, drawCosts } from './drawCosts.ts';
import { FOOTPRINT_CLASS } from './footprint.ts';
import { CELL_CLASSES, latticeOf } from './lattice.ts';
import { insideTile, TILE_SIDE, TILE_VALUES, TileGrid } from './tileGrid.ts';

describe('footprints', () => {
  it('cover the cells that a look at every shape point and pole covers, never later and hardly earlier', () => {
    const early: number[] = [];
    for (let seed = 1; seed <= 24; seed++) {
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
      for (let cellClass = FOOTPRINT_CLASS; cellClass < CELL_CLASSES; cellClass++) {
        const lattice = latticeOf(territory, cellClass);
        const [fast, exact] = [new TileGrid(), new TileGrid()];
        drawCosts(sweepOf(of), limitCost, lattice, fast);
        drawByLine(sweepOf(of), limitCost, lattice, exact);
        const expected = cellsOf(exact);
        const found = cellsOf(fast);
        for (const [cell, cost] of expected) {
          const least = found.get(cell);
          if (least === undefined || least > cost)
            expect.fail(`seed ${seed}, class ${cellClass}, cell ${cell}: ${least} for ${cost}`);
          early.push((cost - least) / Math.max(1, cost));
        }
        // A line that only touches a cell's corner may cover it here and not there.
        expect(found.size, `seed ${seed}`).toBeLessThanOrEqual(1.02 * expected.size + 2);
      }
    }
    expect(early.length).toBeGreaterThan(10_000);
    early.sort((a, b) => a - b);
    expect(early[early.length >> 1]).toBeLessThan(0.005);
    expect(early[Math.floor(0.95 * early.length)]).toBeLessThan(0.03);
  }, 120_000);
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

function cellsOf(grid: TileGrid): Map<string, number> {
  const cells = new Map<string, number>();
  for (let tile = 0; tile < grid.tiles; tile++) {
    for (let i = 0; i < TILE_VALUES; i++) {
      const [x, y] = [i % TILE_SIDE, Math.floor(i / TILE_SIDE)];
      const value = grid.values[tile * TILE_VALUES + insideTile(x, y)]!;
      if (value === 0x7fffffff) continue;
      cells.set(`${grid.places[2 * tile]! * TILE_SIDE + x} ${grid.places[2 * tile + 1]! * TILE_SIDE + y}`, value);
    }
  }
  return cells;
}
