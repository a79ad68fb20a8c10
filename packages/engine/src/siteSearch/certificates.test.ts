import { SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { snapOrigins } from '../snap/snapOrigins.ts';
import { gridTown } from '../testing/index.ts';
import { bestSet } from './bestSet.ts';
import { CoverageGains } from './coverageGains.ts';
import type { Gains } from './gains.ts';
import { Reach } from './reach.ts';
import { SectorGains } from './sectorGains.ts';
import { SiteSearch } from './siteSearch.ts';

const TRAVEL = { mode: 'car', traffic: 'normal' } as const;

/** 500 places drawn from the crossings of a grid of 60 × 60, with 1 to 15 people or what they spend at each. */
function grid() {
  const { territory } = gridTown({ blocks: 59, blockMeters: 100, speedKph: 36 });
  const { rows, latMicrodegrees, lngMicrodegrees } = territory.poles;
  const random = new SeededRandom(7);
  const demand = Float64Array.from({ length: rows }, () => 1 + random.int(15));
  const left = [...Array(rows).keys()];
  const places = Array.from({ length: 500 }, () => left.splice(random.int(left.length), 1)[0]!).map((pole) => ({
    lat: latMicrodegrees[pole]! / 1e6,
    lng: lngMicrodegrees[pole]! / 1e6,
  }));
  const candidates = snapOrigins(territory, 'car', places).map((snap) => ({ snap, size: 100 }));
  const searchOf = (gains: Gains) => new SiteSearch(candidates, gains, new Reach(territory, TRAVEL));
  return { edges: territory.edges.rows, demand, random, searchOf };
}

describe('ten of 500 places on a grid', () => {
  it('reach people with a gap of at most 2%', () => {
    const { edges, demand, searchOf } = grid();
    const gains = new CoverageGains(edges, 90_000, demand, new Uint8Array(demand.length));
    const { total, upperBound } = bestSet(searchOf(gains), 10);
    expect(1 - total / upperBound).toBeLessThan(0.02);
    expect(upperBound).toBeLessThan(demand.reduce((sum, one) => sum + one, 0));
  });

  it('sell with a gap of at most 5%', () => {
    const { edges, demand, random, searchOf } = grid();
    const parameters = {
      attractionExponent: 0.9,
      decay: { kind: 'power', exponent: 2.2 },
      floorSeconds: 60,
      limitSeconds: 300,
    } as const;
    const market = {
      demand,
      utilitySums: demand.map(() => random.between(20, 200)),
      ownUtilities: demand.map(() => 0),
    };
    const { total, upperBound } = bestSet(searchOf(new SectorGains(edges, parameters, market)), 10);
    expect(1 - total / upperBound).toBeLessThan(0.05);
  });
});
