import type { Territory } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { analysisIsochrone } from '../analysis.isochrone/index.ts';
import { tell } from '../analysis.isochrone/tell.ts';
import { BLOCK_SECONDS, contextOf, HALF } from '../testing/island.ts';
import { islandWithShops } from '../testing/shops.ts';
import { siteSearch } from './index.ts';

const { town, territory } = islandWithShops();
const [low, high] = [town.at(-HALF, -HALF), town.at(HALF, HALF)];
const SEA = 0.005;
/** The same island on a map that ends at its southern street, and in the sea elsewhere. */
const bbox = { west: low.lng - SEA, south: low.lat, east: high.lng + SEA, north: high.lat + SEA };
const cut: Territory = { ...territory, manifest: { ...territory.manifest, bbox } };

const search = (given: object, on = cut) =>
  siteSearch.run(contextOf(on), siteSearch.input.parse({ measure: 'population', candidates: 'addresses', ...given }))
    .result;
/** Two minutes by car are a circle of 840 m: a tenth of it lies beyond the edge from 590 m on. */
const near = { minutes: 2, apartMeters: 0, listCount: 50 };

describe('a search at the edge of a map', () => {
  it('leaves out candidates of whose reach a tenth lies beyond it, and says how many', () => {
    const { search: work, places, certainty } = search(near);
    expect(work.atEdge).toBe(2 * (2 * HALF + 1));
    expect(work.candidates).toBe((2 * HALF - 1) * (2 * HALF + 1));
    for (const { lat } of places) expect(lat).toBeGreaterThan(town.at(0, -HALF + 1).lat + 1e-5);
    expect(certainty!.beyondMapShare).toBeLessThan(0.1);
    expect(search(near, territory).search.atEdge).toBe(0);
  });

  it('says of a place that was asked about that it lies there', () => {
    const asked = [{ id: 'q', ...town.at(-HALF, -HALF) }];
    const [place] = search({ ...near, listCount: 1, askedPlaces: asked }).asked!;
    expect(place!.why).toBe('map_edge');
  });

  it('keeps places that the caller names, all where there are no others, and says so', () => {
    const places = [-2, 0, 2].map((right) => ({ id: right, ...town.at(right, -HALF) }));
    const named = search({ ...near, candidates: 'places', places });
    expect([named.search.atEdge, named.places.length]).toEqual([0, 3]);
    expect(named.certainty!.beyondMapShare).toBeCloseTo(0.5, 1);
    const all = search({ ...near, minutes: 30 });
    expect(all.search).toMatchObject({ atEdge: 0, candidates: (2 * HALF + 1) ** 2 });
    const { verdict } = all as unknown as { verdict: { outcome: string; because: string[] } };
    expect(verdict.because.join(' ')).toMatch(/lies beyond the edge of the map/);
  });
});

it('an isochrone says which share of its reach lies beyond the map, and nothing where none does', () => {
  const reach = (at: object, on = cut) => {
    const given = { origins: [at], bandSeconds: [2 * BLOCK_SECONDS], mode: 'car' };
    return analysisIsochrone.run(contextOf(on), analysisIsochrone.input.parse(given)).result;
  };
  const edge = reach(town.at(0, -HALF));
  expect(edge.origins[0]!.beyondMapShare).toBeCloseTo(0.5, 1);
  expect(JSON.stringify(tell(edge))).toContain('verdict.edge');
  for (const inside of [reach(town.at(0, 0)), reach(town.at(0, -HALF), territory)]) {
    expect(inside.origins[0]).not.toHaveProperty('beyondMapShare');
    expect(JSON.stringify(tell(inside))).not.toContain('verdict.edge');
  }
});
