import { buildScene, gridTown, randomTown } from '@hinterland/engine/town';
import { pointInMultiPolygon, SeededRandom } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ActionProblem, CancelledError } from '../action.ts';
import { quotedCredits } from '../pricing.ts';
import { BLOCK_SECONDS, contextOf, island, residentsWithin } from '../testing/island.ts';
import { PlainNetwork } from '../testing/plainNetwork.ts';
import { networkCoverage } from './index.ts';
import { input, type Output } from './schema.ts';

const { town, territory } = island();
const minutesOf = (blocks: number) => (blocks * BLOCK_SECONDS) / 60;
const run = (given: object, on: Territory = territory): Output =>
  networkCoverage.run(contextOf(on), input.parse(given)).result;
const quote = (given: object, on: Territory = territory) => networkCoverage.quote(contextOf(on), input.parse(given));
const at = (id: string, right: number, up: number) => ({ id, ...town.at(right, up) });
const stores = [at('a', 0, 0), at('b', 2, 0), at('c', -5, 3)];
const network = { stores, minutes: minutesOf(2) };

/** What a refusal says, and where. */
function refusal(given: object): string {
  const parsed = input.safeParse({ ...network, ...given });
  if (parsed.success) return 'accepted';
  return `#/${parsed.error.issues[0]!.path.map(String).join('/')} ${parsed.error.issues[0]!.message}`;
}

function problem(work: () => unknown): ActionProblem {
  try {
    work();
  } catch (error) {
    if (error instanceof ActionProblem) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

/** Any number of stores on crossings of the island, several at one crossing. */
const many = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, i) => at(`${prefix}${i}`, (i % 13) - 6, (Math.floor(i / 13) % 13) - 6));

describe('input', () => {
  it('S109, D57: takes 2 to 500 stores with id, lat, lng and name', () => {
    expect(refusal({ stores: many(1, 's') })).toBe('#/stores stores holds 1 places; give at least 2.');
    expect(refusal({ stores: many(2, 's') })).toBe('accepted');
    expect(refusal({ stores: many(500, 's') })).toBe('accepted');
    expect(refusal({ stores: many(501, 's') })).toBe('#/stores stores holds 501 places; give at most 500.');
    expect(refusal({ stores: [stores[0], { ...town.at(0, 0) }] })).toMatch(/^#\/stores\/1\/id id is missing/);
    expect(refusal({ stores: [...stores, at('b', 1, 1)] })).toBe(
      '#/stores/3/id stores/1 has the id "b" already: give every place an id of its own.',
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
    expect(warnings({ openCount: 2 })).toEqual([
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

describe('price', () => {
  it('S36: 5 credits per store and per candidate, with the poles of all catchments', () => {
    const priced = quote({ ...network, candidates: many(2, 'k'), closeCount: 2 });
    expect(quotedCredits(priced)).toBe(25);
    expect(priced.lines).toEqual([
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
      expect([refused.code, refused.fields]).toEqual(['territory_too_large', { poles: 55_000_000, limit: 50_000_000 }]);
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
        expect(refused.message).toContain(pointer.includes('stores') ? 'stores[3]' : 'candidates[');
      }
    }
  });
});

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

describe('random networks', () => {
  it.each([2, 3, 7, 20, 60, 500])(
    'S117 to S125, S263-S266: %i stores equal a naive twin, and the identities hold',
    (count) => {
      const seed = 600 + count;
      const random = new SeededRandom(seed);
      const { territory: on, places } = randomTown({ seed, nodes: 90 });
      const pick = (id: string) => ({ id, ...random.pick(places) });
      const open = Array.from({ length: count }, (_, i) => pick(`s${i}`));
      const candidates = Array.from({ length: 8 }, (_, i) => pick(`k${i}`));
      const minutes = random.pick([0.8, 1.5, 3]);
      const result = run({ stores: open, candidates, minutes, closeCount: 6, openCount: 5 }, on);
      const twin = new PlainNetwork(on, open, candidates, minutes);

      const { network: sums } = result;
      expect(sums.coveredByOne).toBeCloseTo(
        twin.total((pole) => twin.count(pole) === 1),
        3,
      );
      expect(sums.coveredByTwoOrMore).toBeCloseTo(
        twin.total((pole) => twin.count(pole) > 1),
        3,
      );
      expect(sums.coveredByOne + sums.coveredByTwoOrMore).toBeCloseTo(sums.covered, 4);
      expect(result.stores.reduce((sum, { exclusive }) => sum + exclusive, 0)).toBeCloseTo(sums.coveredByOne, 4);
      expect(result.method.polesInvolved).toBe(
        [...open, ...candidates].reduce((sum, p) => sum + twin.reach(p).size, 0),
      );
      result.stores.slice(0, 40).forEach((figures, i) => {
        const reach = twin.reach(open[i]!);
        expect(figures.exclusive + figures.shared).toBeCloseTo(figures.reached, 4);
        expect(figures.poles).toBe(reach.size);
        expect(figures.reached).toBeCloseTo(
          twin.total((pole) => reach.has(pole)),
          3,
        );
        expect(figures.exclusive).toBeCloseTo(twin.lossOf(open[i]!, open), 3);
      });
      for (const { stores: pair, shared } of result.overlaps.slice(0, 10)) {
        const [first, second] = pair.map((id) => twin.reach(open.find((place) => place.id === id)!));
        expect(shared).toBeCloseTo(
          twin.total((pole) => first!.has(pole) && second!.has(pole)),
          3,
        );
      }

      // Each step is one that a look at everything would choose; ties within rounding may fall either way here.
      let left = open.slice();
      if (count > 1)
        expect(result.closurePlan![0]!.lost).toBe(Math.min(...result.stores.map(({ exclusive }) => exclusive)));
      for (const { id, lost, covered } of result.closurePlan!) {
        const losses = left.map((place) => twin.lossOf(place, left));
        expect(lost).toBeCloseTo(Math.min(...losses), 3);
        expect(lost).toBeCloseTo(losses[left.findIndex((place) => place.id === id)]!, 3);
        left = left.filter((place) => place.id !== id);
        expect(covered).toBeCloseTo(twin.covered(left), 3);
      }
      let opened: typeof open = open;
      let before = Infinity;
      for (const { id, gained, covered } of result.openingPlan!) {
        const gains = candidates.filter((place) => !opened.includes(place)).map((place) => twin.gainOf(place, opened));
        expect(gained).toBeCloseTo(Math.max(...gains), 3);
        const chosen = candidates.find((place) => place.id === id)!;
        expect(gained).toBeCloseTo(twin.gainOf(chosen, opened), 3);
        expect(gained).toBeLessThanOrEqual(before);
        before = gained;
        opened = [...opened, chosen];
        expect(covered).toBeCloseTo(twin.covered(opened), 3);
      }
      for (const [i, { optimum, lostInAll }] of result.closurePlan!.entries()) {
        expect(optimum.value, `closing ${i + 1}`).toBeLessThanOrEqual(lostInAll);
        expect(optimum.gap).toBe(lostInAll - optimum.value);
      }
      for (const { optimum, gainedInAll } of result.openingPlan!) {
        expect(optimum.value).toBeGreaterThanOrEqual(gainedInAll);
      }
      expect(networkCoverage.output.parse(result)).toEqual(result);
    },
  );
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
