import { gridTown } from '@hinterland/engine/testing';
import { pointInMultiPolygon } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { run } from '../testing/network.ts';

describe('an ideal grid with one resident per crossing (D-13)', () => {
  // Within k blocks of a crossing lie 2k² + 2k + 1 crossings.
  const grid = gridTown({ blocks: 30, blockMeters: 200, speedKph: 5 });
  const on = (id: string, right: number, up: number) => ({ id, ...grid.at(right, up) });
  const within = (blocks: number) => (blocks * 144) / 60;

  it.each([
    [1, 5],
    [2, 13],
    [3, 25],
    [5, 61],
  ])('S118: within %i blocks two stores far apart reach %i each', (blocks, residents) => {
    const { stores: figures, network: sums } = run(
      { stores: [on('w', -7, 0), on('e', 8, 0)], minutes: within(blocks) },
      grid.territory,
    );
    expect(figures.map(({ reached, exclusive, shared }) => [reached, exclusive, shared])).toEqual([
      [residents, residents, 0],
      [residents, residents, 0],
    ]);
    expect(sums).toMatchObject({ coveredByOne: 2 * residents, coveredByTwoOrMore: 0, covered: 2 * residents });
  });

  it('S117, S118, S119, S121, S123, S124: the worked example of docs/methods/network-coverage.md', () => {
    const result = run(
      {
        stores: [on('a', 0, 0), on('b', 2, 0), on('c', 12, 0)],
        minutes: within(2),
        closeCount: 2,
        candidates: [on('beside c', 12, 1), on('new', 0, 10)],
      },
      grid.territory,
    );
    expect(result.stores.map(({ id, reached, exclusive, shared }) => [id, reached, exclusive, shared])).toEqual([
      ['a', 13, 8, 5],
      ['b', 13, 8, 5],
      ['c', 13, 13, 0],
    ]);
    expect(result.network).toMatchObject({ coveredByOne: 29, coveredByTwoOrMore: 5, covered: 34 });
    expect(result.network.sharedShare).toBeCloseTo(5 / 34, 5);
    expect(result.overlaps).toEqual([
      { stores: ['a', 'b'], shared: 5, shareOfFirst: 0.384615, shareOfSecond: 0.384615 },
    ]);
    expect(result.closurePlan).toMatchObject([
      { id: 'a', lost: 8, lostInAll: 8, covered: 26, optimum: { kind: 'exact', value: 8, gap: 0 } },
      { id: 'b', lost: 13, lostInAll: 21, covered: 13, optimum: { kind: 'exact', value: 21, gap: 0 } },
    ]);
    // Of the 13 crossings around (12, 1) the store at (12, 0) reaches 8.
    expect(result.openingPlan).toMatchObject([
      { id: 'new', gained: 13, covered: 47, optimum: { kind: 'exact', value: 13, gap: 0 } },
      { id: 'beside c', gained: 5, gainedInAll: 18, covered: 52 },
    ]);
  });

  it('two stores at one place have nobody to themselves', () => {
    const { stores: figures, closurePlan } = run(
      { stores: [on('a', 0, 0), on('twin', 0, 0), on('c', 8, 0)], minutes: within(2), closeCount: 2 },
      grid.territory,
    );
    expect(figures.map(({ exclusive, shared }) => [exclusive, shared])).toEqual([
      [0, 13],
      [0, 13],
      [13, 0],
    ]);
    // S122: the people of the first move to its twin, so it closes at no loss.
    expect(closurePlan!.map(({ id, lost, covered }) => [id, lost, covered])).toEqual([
      ['a', 0, 26],
      ['twin', 13, 13],
    ]);
  });

  it('keeps fixed stores, keeps opened candidates apart, and opens before it closes', () => {
    const given = {
      stores: [on('a', 0, 0), on('b', 2, 0), on('c', 12, 0)],
      minutes: within(2),
      closeCount: 1,
      candidates: [on('k', 12, 1), on('l', 12, 2), on('m', 0, 10)],
    };
    expect(run({ ...given, fixedStores: ['a', 'b'] }, grid.territory).closurePlan).toMatchObject([
      { id: 'c', lost: 13 },
    ]);
    const apart = run({ ...given, minimumSpacingMeters: 500 }, grid.territory);
    expect([apart.openingPlan!.map(({ id }) => id), apart.openingPlanEndedBy]).toEqual([['m', 'l'], 'spacing']);
    // "l" reaches 9 of whom "c" reaches, so with "l" and "k" in place closing "c" loses few.
    const combined = run({ ...given, combinedPlan: true }, grid.territory).combinedPlan!;
    expect(combined.opening.map(({ id }) => id)).toEqual(['m', 'l', 'k']);
    expect(combined.closing).toMatchObject([{ id: 'c' }]);
    expect(combined.coveredAfter).toBe(
      combined.coveredBefore + combined.opening.at(-1)!.gainedInAll - combined.closing[0]!.lost,
    );
  });

  it('draws the ground that one store covers and that two share, around their poles', () => {
    const { geojson } = run(
      { stores: [on('a', 0, 0), on('b', 2, 0)], minutes: within(2), geometry: true },
      grid.territory,
    );
    const partOf = (part: string) => geojson!.features.find(({ properties }) => properties.part === part)!;
    expect(geojson!.features.map(({ properties }) => [properties.part, properties.people])).toEqual([
      ['covered', 21],
      ['shared', 5],
    ]);
    for (let right = -3; right <= 5; right++) {
      for (let up = -3; up <= 3; up++) {
        const { lng, lat } = grid.at(right, up);
        const a = Math.abs(right) + Math.abs(up) <= 2;
        const b = Math.abs(right - 2) + Math.abs(up) <= 2;
        const lies = (part: string) => pointInMultiPolygon(lng, lat, partOf(part).geometry.coordinates as never);
        expect([right, up, lies('covered'), lies('shared')]).toEqual([right, up, a || b, a && b]);
      }
    }
  });
});
