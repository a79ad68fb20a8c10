import { randomTown } from '@hinterland/engine/testing';
import type { Territory } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { at, many, network, problem, refusal, run, stores, territory, town } from '../testing/network.ts';
import { networkCoverage } from './index.ts';

describe('input', () => {
  it('S109, D57: takes 2 to 500 stores with id, lat, lng and name', () => {
    expect(refusal({ stores: many(1, 's') })).toBe('#/stores stores holds 1 places; give at least 2.');
    expect(refusal({ stores: many(2, 's') })).toBe('accepted');
    expect(refusal({ stores: many(500, 's') })).toBe('accepted');
    expect(refusal({ stores: many(501, 's') })).toBe('#/stores stores holds 501 places; give at most 500.');
    expect(refusal({ stores: [stores[0], { ...town.at(0, 0) }] })).toMatch(/^#\/stores\/1\/id id is missing/);
    expect(refusal({ stores: [...stores, at('b', 1, 1)] })).toBe(
      '#/stores/3/id Row 2 has the id "b" already: give every place an id of its own.',
    );
    const named = run({
      ...network,
      stores: [
        { ...stores[0]!, id: 7, name: 'Seven' },
        { ...stores[1]!, id: '7' },
      ],
    });
    expect(named.stores.map(({ id, name }) => [id, name])).toEqual([
      [7, 'Seven'],
      ['7', undefined],
    ]);
  });

  it('S110: takes minutes above 0 and up to 60', () => {
    for (const minutes of [0, -1, 60.5, '10', undefined, Number.NaN]) {
      expect(refusal({ minutes })).toMatch(/^#\/minutes /);
    }
    for (const minutes of [0.5, 12.5, 60]) expect(refusal({ minutes })).toBe('accepted');
  });

  it('S111, D53: takes whiteSpotLevel 4 to 9, and postcodes without it, as its schema says', () => {
    const { properties } = z.toJSONSchema(networkCoverage.input, { io: 'input' }) as {
      properties: Record<string, { default?: unknown }>;
    };
    expect(properties.whiteSpotLevel?.default).toBe('postcode');
    for (const level of [3, 10, 4.5, '8']) expect(refusal({ whiteSpotLevel: level })).toMatch(/^#\/whiteSpotLevel /);
    expect(run(network).levelUsed).toBe('postcode');
    expect(run(network).whiteSpots.map(({ kind }) => kind)).toEqual(['postcode']);
    // The island has levels 4, 6 and 9.
    const used = [4, 5, 6, 7, 8, 9].map((whiteSpotLevel) => run({ ...network, whiteSpotLevel }).levelUsed);
    expect(used).toEqual([4, 6, 6, 9, 9, 9]);
    expect(run({ ...network, whiteSpotLevel: 5 }).notes).toEqual([
      'The territory has no areas of level 5; white spots are shown by areas of level 6.',
    ]);
  });

  it('S112, S113, S114, D54: counts and candidates within their limits add plans, and none without them', () => {
    for (const closeCount of [0, 51, 1.5]) expect(refusal({ closeCount })).toMatch(/^#\/closeCount /);
    for (const openCount of [0, 21]) expect(refusal({ openCount })).toMatch(/^#\/openCount /);
    expect(refusal({ candidates: many(101, 'k') })).toBe('#/candidates candidates holds 101 places; give at most 100.');
    const plain = run(network);
    expect(plain).not.toHaveProperty('closurePlan');
    expect(plain).not.toHaveProperty('openingPlan');
    expect(run({ ...network, closeCount: 2 }).closurePlan).toHaveLength(2);
    expect(run({ ...network, candidates: many(30, 'k') }).openingPlan).toHaveLength(20);
    expect(run({ ...network, candidates: many(30, 'k'), openCount: 3 }).openingPlan).toHaveLength(3);
    const one = run({ ...network, closeCount: 50 });
    expect([one.closurePlan!.length, one.closurePlanEndedBy]).toEqual([2, 'stores']);
    const all = run({ ...network, candidates: many(3, 'k'), openCount: 20 });
    expect([all.openingPlan!.length, all.openingPlanEndedBy]).toEqual([3, 'candidates']);
    expect(run({ ...network, openCount: 2 }).notes).toEqual(['openCount has no effect without candidates.']);
    const warnings = (more: object) =>
      networkCoverage.warningsOf!(networkCoverage.input.parse({ ...network, ...more }));
    expect(warnings({ openCount: 2 })).toMatchObject([
      { pointer: '#/openCount', detail: 'openCount has no effect without candidates.' },
    ]);
    expect(warnings({})).toEqual([]);
    expect(warnings({ openCount: 2, candidates: many(3, 'k') })).toEqual([]);
  });

  it('S115, S116, S126, S270: counts the five measures, and households as families', () => {
    const counts = (measure: string, on: Territory) => run({ ...network, measure }, on).network;
    const { territory: random, places } = randomTown({ seed: 3 });
    expect(counts('population', territory).covered).toBeGreaterThan(0);
    // Age classes are eighteenths of the residents there; one, five and four of them.
    const people = counts('population', territory).covered;
    expect(counts('under_5', territory).covered).toBeCloseTo(people / 18, 3);
    expect(counts('aged_65_plus', territory).covered).toBeCloseTo((5 * people) / 18, 3);
    expect(counts('aged_70_plus', territory).covered).toBeCloseTo((4 * people) / 18, 3);
    expect(run({ ...network, measure: 'households' })).toEqual(run({ ...network, measure: 'families' }));
    // 84 and 98 families on 42 and 49 poles: two on each of the eleven that "a" and "b" reach in the south and north-east.
    const east = { ...network, stores: [at('a', 4, 0), at('b', 4, 0)] };
    expect(run({ ...east, measure: 'families' }).network.covered).toBeCloseTo(26, 3);
    expect(refusal({ measure: 'residents' })).toMatch(/^#\/measure measure must be one of population, families/);
    const missing = problem(() =>
      run(
        { stores: places.slice(0, 2).map((place, id) => ({ id, ...place })), minutes: 2, measure: 'families' },
        random,
      ),
    );
    expect([missing.code, missing.message]).toEqual([
      'validation_error',
      expect.stringContaining('does not hold the measure families; it has population'),
    ]);
  });

  it('refuses fixed stores that are none, and a combined plan of one half', () => {
    expect(refusal({ fixedStores: ['a', 'z'] })).toBe('#/fixedStores/1 No store has the id "z".');
    expect(refusal({ combinedPlan: true, closeCount: 1 })).toMatch(/^#\/combinedPlan combinedPlan needs/);
  });
});
