import { buildScene, randomTown } from '@hinterland/engine/testing';
import { describe, expect, it } from 'vitest';
import { CancelledError } from '../action/action.ts';
import { quotedCredits } from '../action/pricing.ts';
import { contextOf, residentsWithin } from '../testing/island.ts';
import { at, many, network, problem, quote, run, stores } from '../testing/network.ts';
import { networkCoverage } from './index.ts';
import { input } from './schema.ts';

describe('price', () => {
  it('S36: 5 credits per store and per candidate, with the poles of all catchments', () => {
    const priced = quote({ ...network, candidates: many(2, 'k'), closeCount: 2 });
    expect(quotedCredits(priced)).toBe(25);
    expect(priced.lines).toMatchObject([
      {
        tariff: 'network_coverage.place',
        label: '3 stores and 2 candidates',
        unit: 'place',
        quantity: 5,
        unitCredits: 5,
        credits: 25,
      },
    ]);
    expect(quote(network).extra).toEqual({ polesInvolved: 13 + 13 + 12 });
  });

  it('S190, D55: refuses catchments of more than 50 million poles in quote and run, with the advice', () => {
    // 110,000 poles along one road, within reach of 500 stores on the next: 55 million, a pole once for every store.
    const road = { lengthMillimeters: 1_000_000, forwardMilliseconds: 60_000, backwardMilliseconds: 60_000 };
    const crowded = buildScene({
      nodes: [0, 1000, 2000].map((x) => ({ x, y: 0 })),
      roads: [
        { ...road, from: 0, to: 1 },
        { ...road, from: 1, to: 2 },
      ],
      poles: Array.from({ length: 110_000 }, (_, i) => ({
        x: i / 110,
        y: 0,
        road: 0,
        positionMillimeters: Math.round((i * 1000) / 110),
        accessMillimeters: 0,
        residents: 1,
        unit: 0,
      })),
    });
    const crowd = Array.from({ length: 500 }, (_, id) => ({ id, ...crowded.place({ x: 1100 + id, y: 0 }) }));
    const call = { stores: crowd, minutes: 20 };
    for (const work of [quote, run]) {
      const refused = problem(() => work(call, crowded.territory));
      // Known after 480 of the stores, whose 110,000 poles each are 52.8 million; all have 55.
      expect([refused.code, refused.fields]).toEqual(['territory_too_large', { poles: 52_800_000, limit: 50_000_000 }]);
      expect(refused.message).toMatch(/split the network by region or use fewer minutes/);
    }
    expect(quote({ ...call, stores: crowd.slice(0, 400) }, crowded.territory).extra).toEqual({
      polesInvolved: 44_000_000,
    });
  });

  it('names a place that cannot be answered for, in quote and run', () => {
    const sea = { id: 'sea', lat: -36.4, lng: -151.95 };
    const mars = { id: 'far', lat: 48, lng: 2 };
    const cases: [object, string, string][] = [
      [{ stores: [...stores, sea] }, 'validation_error', '#/stores/3'],
      [{ candidates: [at('k', 0, 0), sea] }, 'validation_error', '#/candidates/1'],
      [{ candidates: [mars] }, 'outside_coverage', '#/candidates/0'],
    ];
    for (const [given, code, pointer] of cases) {
      for (const work of [quote, run]) {
        const refused = problem(() => work({ ...network, ...given }));
        expect([refused.code, (refused.fields.errors as { pointer: string }[])[0]!.pointer]).toEqual([code, pointer]);
        expect(refused.message).toMatch(/^The place \(lat /);
      }
    }
  });
});

describe('white spots', () => {
  it('S120, S266: touched areas by people whom nobody reaches, with all that is needed to check them', () => {
    // Level 6 has one area per quarter; "c" at (-5, 3) reaches the north-west alone, "a" all four.
    const result = run({ ...network, whiteSpotLevel: 6 });
    const quarter = (unit: 'SW' | 'NW' | 'SE' | 'NE') => {
      const of = (places: [number, number][]) => residentsWithin(2, places, -1, unit);
      return of([
        [0, 0],
        [2, 0],
        [-5, 3],
      ]);
    };
    const all = { SW: 36 * 30, NW: 42 * 20, SE: 42 * 10, NE: 49 * 10 };
    const expected = (['SW', 'NW', 'SE', 'NE'] as const)
      .map((unit) => ({ people: all[unit], covered: quarter(unit), unreached: all[unit] - quarter(unit) }))
      .sort((x, y) => y.unreached - x.unreached);
    result.whiteSpots.forEach((spot, i) => {
      for (const figure of ['people', 'covered', 'unreached'] as const) {
        expect(spot[figure]).toBeCloseTo(expected[i]![figure], 3);
      }
    });
    expect(result.whiteSpots.map(({ name }) => name)[0]).toBe('São Bento');
    expect(result.network.touchedPeople).toBe(result.network.covered + result.network.unreached);
    expect(result.whiteSpots.reduce((sum, { unreached }) => sum + unreached, 0)).toBe(result.network.unreached);
    const sum = (figure: 'people' | 'covered') => expected.reduce((all, area) => all + area[figure], 0);
    expect(result.network.touchedReached).toBeCloseTo(sum('covered'), 6);
    expect(result.network.reachedShare).toBeCloseTo(sum('covered') / sum('people'), 6);
  });

  it('are drawn beneath what is covered', () => {
    const { geojson } = run({ ...network, whiteSpotLevel: 6, geometry: true });
    expect(geojson!.features.map(({ properties }) => [properties.part, properties.code])).toEqual([
      ['white', 'XD-22'],
      ['white', 'XD-21'],
      ['covered', undefined],
      ['shared', undefined],
    ]);
  });
});

describe('several measures', () => {
  it('are counted in one run as each alone', () => {
    const result = run({ ...network, alsoMeasures: ['under_5', 'households', 'population'] });
    expect(result.alsoMeasures.map(({ measure }) => measure)).toEqual(['under_5', 'families']);
    for (const { measure, network: sums, stores: figures } of result.alsoMeasures) {
      const alone = run({ ...network, measure });
      expect(sums).toEqual(alone.network);
      expect(figures).toEqual(
        alone.stores.map(({ id, reached, exclusive, shared }) => ({ id, reached, exclusive, shared })),
      );
    }
    expect(quotedCredits(quote({ ...network, alsoMeasures: ['under_5'] }))).toBe(15);
  });
});

describe('long runs', () => {
  it('report progress that never falls, and stop when the caller is gone', () => {
    const { territory: on, places } = randomTown({ seed: 5, nodes: 90 });
    const given = input.parse({
      stores: Array.from({ length: 80 }, (_, id) => ({ id, ...places[id % places.length]! })),
      minutes: 2,
      closeCount: 10,
      geometry: true,
    });
    const heard: number[] = [];
    networkCoverage.run(contextOf(on, { progress: (fraction) => heard.push(fraction) }), given);
    expect(heard.length).toBeGreaterThan(4);
    expect(heard).toEqual(heard.toSorted((a, b) => a - b));
    expect(heard.at(-1)).toBe(1);
    for (const calls of [0, 1, 3, 6]) {
      let left = calls;
      const { territory: fresh } = randomTown({ seed: 5, nodes: 90 });
      const gone = contextOf(fresh, { cancelled: () => left-- <= 0 });
      expect(() => networkCoverage.run(gone, given)).toThrow(CancelledError);
    }
  });
});
