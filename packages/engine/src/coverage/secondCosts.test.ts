import { pointInMultiPolygon, SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { edgeCosts } from '../graph/edgeCosts.ts';
import { searchGraph } from '../graph/searchGraph.ts';
import { originSeeds } from '../search/seeds.ts';
import { plainSearch } from '../search/testing/plainSearch.ts';
import { UNREACHED } from '../search/workspace.ts';
import { snapOrigins } from '../snap/snapOrigins.ts';
import { randomTown } from '../testing/index.ts';
import { storeSets } from './computeStoreSets.ts';
import { coverageGround } from './coverageGround.ts';
import { networkOf, storesByPole } from './network.ts';
import { secondCosts } from './secondCosts.ts';

describe('cost to the second nearest of several places', () => {
  it('is the second smallest of one search per place, at every node', () => {
    for (let seed = 1; seed <= 12; seed++) {
      const random = new SeededRandom(seed);
      const { territory, places } = randomTown({ seed: 70 + seed, nodes: 80 });
      const origins = snapOrigins(
        territory,
        'car',
        // Two of them at one place.
        [places[0]!, ...Array.from({ length: 1 + random.int(8) }, () => random.pick(places)), places[0]!],
      );
      const costs = edgeCosts(territory, 'time', 'car', 'car-normal', 'inbound');
      const { firstArc, endArc, arcs, nodes, need } = searchGraph(territory, costs);
      for (let node = 0; node < nodes; node++) need(node);
      const limitCost = random.pick([60_000, 150_000, 600_000]);
      const found = secondCosts(territory, costs, origins, limitCost);

      const plainArcs = Array.from({ length: nodes }, (_, tail) =>
        Array.from({ length: endArc[tail]! - firstArc[tail]! }, (_, i) => {
          const arc = 2 * (firstArc[tail]! + i);
          return { tail, head: arcs[arc]!, cost: arcs[arc + 1]! };
        }),
      ).flat();
      const each = origins.map((origin) => plainSearch(plainArcs, originSeeds(territory, costs, [origin]), limitCost));
      let reached = 0;
      for (let node = 0; node < nodes; node++) {
        const [, second = UNREACHED] = each.flatMap((of) => of.get(node) ?? []).sort((a, b) => a - b);
        expect(found.cost(node)).toBe(second);
        if (second !== UNREACHED) reached++;
      }
      expect(found.reachedCount).toBe(reached);
    }
  });
});

describe('the ground of a network', () => {
  it('holds every pole that its count of stores puts there, the shared within the covered', () => {
    for (let seed = 1; seed <= 6; seed++) {
      const random = new SeededRandom(seed);
      const { territory, places: all } = randomTown({ seed: 90 + seed, nodes: 80 });
      const places = Array.from({ length: 2 + random.int(9) }, () => random.pick(all));
      const query = { places, mode: 'car', traffic: 'normal', limitSeconds: 90 } as const;
      const network = networkOf(storeSets(territory, query), places.length);
      const { covered, shared } = coverageGround(network, query);
      const counts = storesByPole(network);
      const { lngMicrodegrees, latMicrodegrees } = territory.poles;
      counts.forEach((stores, pole) => {
        const [lng, lat] = [lngMicrodegrees[pole]! / 1e6, latMicrodegrees[pole]! / 1e6];
        if (stores > 0) expect([seed, pole, pointInMultiPolygon(lng, lat, covered)]).toEqual([seed, pole, true]);
        if (stores > 1) expect([seed, pole, pointInMultiPolygon(lng, lat, shared)]).toEqual([seed, pole, true]);
      });
      for (const [outer] of shared) {
        const [lng, lat] = outer![0] as [number, number];
        // A corner of the shared ground lies within the covered ground or on its edge, a cell's width at most.
        const near = [0, 1e-4, -1e-4].flatMap((x) => [0, 1e-4, -1e-4].map((y) => [lng + x, lat + y] as const));
        expect(near.some(([x, y]) => pointInMultiPolygon(x, y, covered))).toBe(true);
      }
    }
  });
});
