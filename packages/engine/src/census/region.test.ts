import { describe, expect, it } from 'vitest';
import { gridTown } from '../testing/index.ts';
import { measurePerPole } from './measures.ts';
import { polesInRegion, regionShares, regionTest } from './region.ts';

const { territory, at } = gridTown({ blocks: 8, blockMeters: 100, speedKph: 30, center: { lat: 40, lng: -74 } });

describe('the region of a territory', () => {
  it('is all of the map where nothing says otherwise', () => {
    expect(regionTest(territory)).toBeNull();
    expect(polesInRegion(territory)).toBeNull();
    expect(regionShares(territory)).toBe(territory.sociodemo!.units.insideShare);
  });

  it('has the people of its poles, whatever units reach over its edge', () => {
    const [low, high] = [at(-4.5, -4.5), at(0.5, 4.5)];
    const ring = [
      [low.lng, low.lat],
      [high.lng, low.lat],
      [high.lng, high.lat],
      [low.lng, high.lat],
      [low.lng, low.lat],
    ];
    const part = { ...territory, manifest: { ...territory.manifest, region: [[ring]] } };
    const { lngMicrodegrees, rows } = territory.poles;
    const people = measurePerPole(territory, 'population')!;
    let expected = 0;
    let poles = 0;
    for (let pole = 0; pole < rows; pole++) {
      if (lngMicrodegrees[pole]! / 1e6 >= high.lng) continue;
      poles++;
      expected += people[pole]!;
    }
    expect(polesInRegion(part)!.reduce((sum, isIn) => sum + isIn, 0)).toBe(poles);
    expect(poles).toBeLessThan(rows);
    const total = territory.sociodemo!.topics.get('residents')!.columns.get('total')!;
    const shares = Array.from(regionShares(part));
    expect(shares.reduce((sum, share, unit) => sum + share * total[unit]!, 0)).toBeCloseTo(expected, 6);
    expect(expected).toBeGreaterThan(0);
  });
});
