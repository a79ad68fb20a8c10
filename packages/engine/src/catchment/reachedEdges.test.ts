import { MODE_BIT } from '@hinterland/catalogue';
import { SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { UNREACHED } from '../search/workspace.ts';
import { randomTown } from '../testing/randomTown.ts';
import { catchment, forEachReachedPole, sweepOf } from './catchment.ts';
import { GROUP_BITS } from './edgeGroup.ts';
import { reachedEdges } from './reachedEdges.ts';
import { forEachReachedEdge } from './sweep.ts';

describe('reached edges', () => {
  it('are all edges that a look from every node finds, and whole groups hold poles of one band alone', () => {
    let groupsSeen = 0;
    for (let seed = 1; seed <= 5; seed++) {
      const random = new SeededRandom(seed);
      const { territory, places } = randomTown({ seed, nodes: 250 });
      const limits = random.pick([[900], [200, 400, 3000], [3600]]);
      const of = catchment(territory, {
        origins: [random.pick(places)],
        measure: 'time',
        mode: 'car',
        traffic: 'normal',
        limits,
        direction: random.pick(['inbound', 'outbound'] as const),
      });
      const sweep = sweepOf(of);
      const { mainComponent, rows } = territory.edges;
      const serves = (edge: number) => (mainComponent[edge]! & MODE_BIT.car) !== 0;
      const found = reachedEdges(sweep);
      const bandOfEdge = new Map<number, number>();
      const times = new Uint8Array(rows);
      for (let i = 0; i < found.groupCount; i++) {
        const first = found.groups[i]! << GROUP_BITS;
        for (let edge = first; edge < Math.min(rows, first + (1 << GROUP_BITS)); edge++) {
          if (serves(edge)) times[edge]!++;
          bandOfEdge.set(edge, found.groupBands[i]!);
        }
      }
      groupsSeen += found.groupCount;
      for (let i = 0; i < found.edgeCount; i++) times[found.edges[i]!]!++;
      const expected = new Uint8Array(rows);
      forEachReachedEdge(territory, sweep.workspace, (edge, costAtFrom, costAtTo) => {
        if (serves(edge) && (costAtFrom !== UNREACHED || costAtTo !== UNREACHED)) expected[edge]!++;
      });
      expect(times).toEqual(expected);
      const snaps = territory.snaps.car!;
      const edgeOf = new Map([...snaps.pole].map((pole, row) => [pole, snaps.edge[row]!]));
      const reached = new Map<number, number>();
      forEachReachedPole(of, (pole, _, band) => reached.set(pole, band));
      for (const [pole, edge] of edgeOf) {
        const band = bandOfEdge.get(edge);
        if (band !== undefined) expect(reached.get(pole)).toBe(band);
      }
      expect(reachedEdges(sweepOf(of))).toBe(found);
    }
    expect(groupsSeen).toBeGreaterThan(10);
  });
});
