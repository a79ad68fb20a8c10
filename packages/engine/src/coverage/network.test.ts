import type { Measure } from '@hinterland/catalogue';
import { SeededRandom } from '@hinterland/geo';
import { type AreaColumn, NONE, type Territory } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { plainCatchment } from '../catchment/testing/plainCatchment.ts';
import { measureOfUnits, measurePerPole } from '../census/measures.ts';
import type { LatLng } from '../query/query.ts';
import { snapOrigins } from '../snap/snapOrigins.ts';
import { gridTown, randomTown } from '../testing/index.ts';
import { classPoles, classWeights } from './classWeights.ts';
import { closingPlan } from './closingPlan.ts';
import { storeSets } from './computeStoreSets.ts';
import { networkOf, networkReach, storesByPole } from './network.ts';
import { openingPlan } from './openingPlan.ts';
import { overlaps } from './overlaps.ts';
import { checkReachedPoles, polesOfPlaces, TooManyPolesError } from './poleLimit.ts';
import { levelInUse, type WhiteSpotLevel, whiteSpots } from './whiteSpots.ts';

const car = (places: readonly LatLng[], limitSeconds: number) =>
  ({ places, mode: 'car', traffic: 'normal', limitSeconds }) as const;

/** The same territory with areas: a column of areas per pole, and their codes. */
function withAreas(
  territory: Territory,
  codes: readonly string[],
  columns: Partial<Record<AreaColumn, Int32Array>>,
): Territory {
  const areas = {
    ...territory.areas,
    rows: codes.length,
    code: { length: codes.length, at: (row: number) => codes[row]! },
  };
  const none = new Int32Array(territory.poles.rows).fill(-1);
  const empty = { country: none, level4: none, level5: none, level6: none, level7: none, level8: none, level9: none };
  return { ...territory, areas, poleAreas: { rows: none.length, ...empty, postcode: none, ...columns } };
}

/** Poles that each place reaches, one plain search each. */
function plainReach(territory: Territory, places: readonly LatLng[], limitSeconds: number): Set<number>[] {
  const origins = snapOrigins(territory, 'car', places);
  return places.map((place, i) => {
    const query = { ...car([], limitSeconds), origins: [place], measure: 'time', limits: [limitSeconds] } as const;
    return new Set(plainCatchment(territory, { ...query, direction: 'inbound' }, [origins[i]!]).keys());
  });
}

describe('a network on a grid of one resident per crossing', () => {
  // Within k blocks of a crossing lie 2k² + 2k + 1 crossings (an ideal street grid).
  const town = gridTown({ blocks: 30, blockMeters: 200, speedKph: 5 });
  const blockSeconds = 144;

  it('counts 5, 13, 25, 61 and 221 for one store', () => {
    for (const [blocks, residents] of [
      [1, 5],
      [2, 13],
      [3, 25],
      [5, 61],
      [10, 221],
    ]) {
      const sets = storeSets(town.territory, car([town.at(0, 0)], blocks! * blockSeconds), { method: 'sweep' });
      const [weights] = classWeights(sets, ['population']);
      expect(networkReach(networkOf(sets, 1), weights!).covered).toBe(residents);
    }
  });

  it('counts what two, three and four stores share, by hand', () => {
    // Diamonds of 2 blocks (13 crossings) around (0,0), (2,0), (20,0) misses the first two, (0,0) again.
    const places = [town.at(0, 0), town.at(2, 0), town.at(12, 0), town.at(0, 0)];
    const sets = storeSets(town.territory, car(places, 2 * blockSeconds), { method: 'sweep' });
    const [weights] = classWeights(sets, ['population']);
    const three = networkReach(networkOf(sets, 3), weights!);
    // Two diamonds of radius 2, two apart: (0,0) (1,0) (2,0) (1,1) (1,-1) lie in both.
    expect(three.stores).toEqual([
      { reached: 13, exclusive: 8, shared: 5 },
      { reached: 13, exclusive: 8, shared: 5 },
      { reached: 13, exclusive: 13, shared: 0 },
    ]);
    expect(three).toMatchObject({ one: 29, twoPlus: 5, covered: 34, sharedShare: 5 / 34 });
    expect(overlaps(networkOf(sets, 3), weights!)).toEqual([{ first: 0, second: 1, shared: 5 }]);

    // The fourth store stands where the first stands: neither has anyone to itself.
    const four = networkReach(networkOf(sets, 4), weights!);
    expect(four.stores[0]).toEqual({ reached: 13, exclusive: 0, shared: 13 });
    expect(four.stores[3]).toEqual({ reached: 13, exclusive: 0, shared: 13 });
    expect(four.covered).toBe(34);
    expect(closingPlan(networkOf(sets, 4), weights!, { closeCount: 10 }).steps).toMatchObject([
      { store: 0, lost: 0, covered: 34 },
      { store: 1, lost: 8, covered: 26 },
      { store: 2, lost: 13, covered: 13 },
    ]);
    // With the first two open, the third adds 13 and the fourth nobody.
    expect(openingPlan(networkOf(sets, 2), weights!, { openCount: 20 })).toMatchObject({
      steps: [
        { candidate: 2, gained: 13, covered: 34 },
        { candidate: 3, gained: 0, covered: 34 },
      ],
      endedBy: 'candidates',
    });
  });

  it('names the people of touched areas whom nobody reaches', () => {
    // Areas are columns of streets: west of the middle street, the middle street itself, east of it; none for x > 10.
    const { poles } = town.territory;
    const codes = ['B', 'A', 'C', 'D'];
    const column = Int32Array.from({ length: poles.rows }, (_, pole) => {
      const x = Math.round(
        (poles.lngMicrodegrees[pole]! / 1e6 - town.at(0, 0).lng) / (town.at(1, 0).lng - town.at(0, 0).lng),
      );
      return x < 0 ? 0 : x === 0 ? 1 : x <= 10 ? 2 : -1;
    });
    const territory = withAreas(town.territory, codes, { level8: column });
    const sets = storeSets(territory, car([town.at(0, 0), town.at(14, 0)], 2 * blockSeconds), { method: 'sweep' });
    const network = networkOf(sets, 2);
    // 31 crossings a street, 15 streets west and 10 east; 5 of the middle street and 4 on either side are reached.
    // The second store's diamond lies outside all areas but for nothing: 14 - 2 > 10; it is cut by the town's edge at 15.
    const spots = whiteSpots(network, 'population', 8)!;
    expect(spots.areas).toEqual([
      { area: 0, people: 465, covered: 4, unreached: 461 },
      { area: 2, people: 310, covered: 4, unreached: 306 },
      { area: 1, people: 31, covered: 5, unreached: 26 },
    ]);
    expect(spots).toMatchObject({ levelUsed: 8, people: 806, covered: 13, unreached: 793, coveredOutside: 12 });
    expect(whiteSpots(network, 'population', 5)!.levelUsed).toBe(8);
    expect(whiteSpots(network, 'population', 'postcode')!.levelUsed).toBe(8);
    expect(whiteSpots(networkOf(storeSets(town.territory, car([town.at(0, 0)], 60)), 1), 'population', 6)).toEqual({
      levelUsed: null,
      areas: [],
      people: 0,
      covered: 0,
      unreached: 0,
      coveredOutside: 1,
    });
  });
});

describe('a network on random towns', () => {
  it('agrees with a plain twin, for stores of 2 to 500', () => {
    for (const [seed, stores] of [2, 3, 5, 9, 20, 60, 500].entries()) {
      const town = randomTown({ seed: 40 + seed, nodes: 90 });
      const random = new SeededRandom(seed);
      const places = Array.from({ length: stores + 4 }, () => random.pick(town.places));
      const limitSeconds = random.pick([60, 120, 240]);
      const column = Int32Array.from({ length: town.territory.poles.rows }, () => random.int(6) - 1);
      const territory = withAreas(town.territory, ['e', 'd', 'c', 'b', 'a'], { postcode: column });
      const reach = plainReach(territory, places, limitSeconds);
      const people = measurePerPole(territory, 'population')!;
      const poles = Array.from({ length: territory.poles.rows }, (_, pole) => pole);
      const storesAt = poles.map((pole) => reach.slice(0, stores).filter((reached) => reached.has(pole)).length);
      const total = (test: (pole: number) => boolean) =>
        poles.filter(test).reduce((sum, pole) => sum + people[pole]!, 0);

      const sets = storeSets(territory, car(places, limitSeconds), { method: seed % 2 === 0 ? 'sweep' : 'plain' });
      const network = networkOf(sets, stores);
      const [weights] = classWeights(sets, ['population']);
      const result = networkReach(network, weights!);
      expect(result.one).toBeCloseTo(
        total((pole) => storesAt[pole] === 1),
        3,
      );
      expect(result.twoPlus).toBeCloseTo(
        total((pole) => storesAt[pole]! > 1),
        3,
      );
      result.stores.forEach((store, i) => {
        expect(store.reached).toBeCloseTo(
          total((pole) => reach[i]!.has(pole)),
          3,
        );
        expect(store.exclusive).toBeCloseTo(
          total((pole) => reach[i]!.has(pole) && storesAt[pole] === 1),
          3,
        );
      });
      expect(result.stores.reduce((sum, store) => sum + store.exclusive, 0)).toBe(result.one);
      for (const { first, second, shared } of overlaps(network, weights!).slice(0, 20)) {
        expect(shared).toBeCloseTo(
          total((pole) => reach[first]!.has(pole) && reach[second]!.has(pole)),
          3,
        );
      }
      expect([...polesOfPlaces(sets)]).toEqual(reach.map((reached) => reached.size));
      expect([...storesByPole(network)]).toEqual(storesAt);

      const spots = whiteSpots(network, 'population', 'postcode')!;
      const touched = [0, 1, 2, 3, 4].filter((area) => poles.some((p) => column[p] === area && storesAt[p]! > 0));
      expect(spots.areas.map(({ area }) => area).sort((a, b) => a - b)).toEqual(touched);
      for (const { area, unreached, covered } of spots.areas) {
        expect(unreached).toBeCloseTo(
          total((pole) => column[pole] === area && storesAt[pole] === 0),
          3,
        );
        expect(covered).toBeCloseTo(
          total((pole) => column[pole] === area && storesAt[pole]! > 0),
          3,
        );
      }
      expect(spots.covered + spots.coveredOutside).toBe(result.covered);
      expect(spots.covered + spots.unreached).toBe(spots.people);
    }
  });

  it('counts several measures in one pass as each alone, and says which it lacks', () => {
    const { territory, places } = randomTown({ seed: 3 });
    const sets = storeSets(territory, car(places.slice(0, 5), 120));
    const all = ['population', 'families', 'under_5', 'aged_65_plus', 'aged_70_plus'] as const satisfies Measure[];
    const weights = classWeights(sets, all);
    all.forEach((measure, i) => {
      expect(classWeights(sets, [measure])[0]).toEqual(weights[i]);
      const known = measureOfUnits(territory, measure);
      expect(weights[i] === null).toBe(known === null);
      expect(known === null).toBe(measurePerPole(territory, measure) === null);
    });
    expect(weights[0]).not.toBeNull();
    expect(weights.some((of) => of === null)).toBe(true);
    const missing = all[weights.indexOf(null)]!;
    expect(whiteSpots(networkOf(sets, 5), missing, 'postcode')).toBeNull();
    expect(classPoles(sets).reduce((sum, count) => sum + count, 0)).toBe(territory.snaps.car!.rows);
  });

  it('orders white spots of equal need by code', () => {
    const { territory: plain, places } = randomTown({ seed: 8 });
    const { unit } = plain.sociodemo!.poleUnits;
    const nobody = Array.from(unit, (row, pole) => ({ row, pole })).filter(({ row }) => row === NONE);
    expect(nobody.length).toBeGreaterThan(2);
    const column = Int32Array.from(unit, (row, pole) => (row === NONE ? pole % 3 : -1));
    const territory = withAreas(plain, ['z', 'x', 'y'], { level4: column });
    const sets = storeSets(territory, car([places[0]!], 3600));
    const spots = whiteSpots(networkOf(sets, 1), 'population', 4)!;
    expect(spots.areas.every(({ unreached }) => unreached === 0)).toBe(true);
    expect(spots.areas.map(({ area }) => area)).toEqual([1, 2, 0]);
  });
});

describe('levels of white spots', () => {
  it('fall to the next finer one that has poles, and to the finest where there is none', () => {
    const { territory } = randomTown({ seed: 1 });
    const some = new Int32Array(territory.poles.rows);
    const used = (columns: AreaColumn[], level: WhiteSpotLevel) =>
      levelInUse(withAreas(territory, ['a'], Object.fromEntries(columns.map((column) => [column, some]))), level);
    expect(used(['level4', 'level6', 'level8'], 4)).toBe(4);
    expect(used(['level4', 'level6', 'level8'], 5)).toBe(6);
    expect(used(['level4', 'level6', 'level8'], 7)).toBe(8);
    expect(used(['level4', 'postcode'], 7)).toBe('postcode');
    expect(used(['level4', 'level6'], 9)).toBe(6);
    expect(used(['level4', 'level6'], 'postcode')).toBe(6);
    expect(used([], 'postcode')).toBeNull();
  });
});

describe('the limit of poles', () => {
  it('refuses networks whose catchments add up to too many, with the numbers and a remedy', () => {
    const { territory, places } = randomTown({ seed: 2 });
    const sets = storeSets(territory, car(places.slice(0, 6), 600));
    const poles = checkReachedPoles(sets, Infinity);
    expect(poles).toBe(plainReach(territory, places.slice(0, 6), 600).reduce((sum, reached) => sum + reached.size, 0));
    expect(checkReachedPoles(sets, poles)).toBe(poles);
    const refusal = () => checkReachedPoles(sets, poles - 1);
    expect(refusal).toThrow(TooManyPolesError);
    expect(refusal).toThrow(/split the network by region or use fewer minutes/);
    expect(() => checkReachedPoles(sets, poles - 1)).toThrow(expect.objectContaining({ poles, limit: poles - 1 }));
  });
});
