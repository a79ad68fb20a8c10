import type { Mode } from '@hinterland/catalogue';
import { SeededRandom } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import type { CatchmentQuery, LatLng } from '../query/query.ts';
import { gridTown, randomTown, type Town, town } from '../testing/index.ts';
import { catchment, forEachReachedPole, reachedPoles } from './catchment.ts';
import { plainCatchment } from './testing/plainCatchment.ts';
import type { Catchment } from './types.ts';

const query = (origins: readonly LatLng[], limits: readonly number[], change: Partial<CatchmentQuery> = {}) =>
  ({ origins, limits, measure: 'time', mode: 'car', traffic: 'normal', direction: 'outbound', ...change }) as const;

/** Who is reached from `a` within the limits, each band alone: "ab|c". */
function whoByBand(drawn: Town, origins: readonly LatLng[], limits: number[], change: Partial<CatchmentQuery> = {}) {
  const found = catchment(drawn.territory, query(origins, limits, change));
  return found.bands.map((band) => drawn.who(band.own.residents!)).join('|');
}

describe('catchments of drawn towns', () => {
  const line = town('a---b---c---d', { blockMeters: 100, speedKph: 36 });

  it('reaches c 20 s from a, the limit included', () => {
    expect(whoByBand(line, [line.at('a')], [10, 20])).toBe('ab|c');
    expect(whoByBand(line, [line.at('a')], [9.999, 19.999])).toBe('a|b');
    expect(whoByBand(line, [line.at('a')], [10.001, 20])).toBe('ab|c');
  });

  it('measures the road in meters', () => {
    expect(whoByBand(line, [line.at('a')], [100, 200, 299.999, 300], { measure: 'distance' })).toBe('ab|c||d');
    expect(whoByBand(line, [line.at('a')], [100, 300], { measure: 'distance', mode: 'walk' })).toBe('ab|cd');
  });

  it('measures the straight way without a network', () => {
    const square = town(['a---b', '|   |', 'c---d'].join('\n'), { blockMeters: 100, speedKph: 36 });
    expect(whoByBand(square, [square.at('a')], [99, 101, 142], { measure: 'radius' })).toBe('a|bc|d');
    expect(whoByBand(square, [square.at('a')], [141], { measure: 'radius' })).toBe('abc');
  });

  it('walks at 5 km/h against one-way streets', () => {
    const oneWay = town('a->-b', { blockMeters: 100, speedKph: 36, roads: { ba: {} } });
    expect(whoByBand(oneWay, [oneWay.at('b')], [71.999], { mode: 'walk' })).toBe('b');
    expect(whoByBand(oneWay, [oneWay.at('b')], [72], { mode: 'walk' })).toBe('ab');
  });

  it('differs by direction where one-way streets make it', () => {
    const ring = town(['a->-b', '^   v', 'c-<-d'].join('\n'), { blockMeters: 100, speedKph: 36 });
    expect(whoByBand(ring, [ring.at('a')], [10, 20, 30])).toBe('ab|d|c');
    expect(whoByBand(ring, [ring.at('a')], [10, 20, 30], { direction: 'inbound' })).toBe('ac|d|b');
  });

  it('takes speeds from the traffic profile', () => {
    expect(whoByBand(line, [line.at('a')], [15], { traffic: 'heavy' })).toBe('ab');
    expect(whoByBand(line, [line.at('a')], [16], { traffic: 'free' })).toBe('abc');
  });

  it('starts in the middle of a road, both ways', () => {
    // A drawn place is rounded to 0.1 m, 0.01 s.
    expect(whoByBand(line, [line.along('bc', 40)], [3.9, 4.1, 5.9, 6.1, 13.9, 14.1, 15.9, 16.1])).toBe('|b||c||a||d');
  });

  it('knows what lies before and behind on the same one-way road', () => {
    const drawn = town(['a->-b', '^   |', 'c---d'].join('\n'), {
      blockMeters: 100,
      speedKph: 36,
      poles: [
        { on: 'ab', atMeters: 20, residents: 2 ** 10 },
        { on: 'ab', atMeters: 80, residents: 2 ** 11 },
      ],
    });
    const at50 = [drawn.along('ab', 50)];
    const names = (limit: number, direction: 'inbound' | 'outbound') => {
      const residents = catchment(drawn.territory, query(at50, [limit], { direction })).bands[0]!.own.residents!;
      return `${residents & (2 ** 10) ? 'behind ' : ''}${residents & (2 ** 11) ? 'ahead' : ''}`.trim();
    };
    expect(names(3.1, 'outbound')).toBe('ahead');
    expect(names(3.1, 'inbound')).toBe('behind');
    // The rest of the ring: 50 m to b, 300 m over d and c to a, 20 m.
    expect(names(36.9, 'outbound')).toBe('ahead');
    expect(names(37.1, 'outbound')).toBe('behind ahead');
    expect(names(36.9, 'inbound')).toBe('behind');
    expect(names(37.1, 'inbound')).toBe('behind ahead');
  });

  it('adds the access legs of origin and pole at 5 km/h', () => {
    const drawn = town('a---b', {
      blockMeters: 400,
      speedKph: 36,
      poles: [{ on: 'ab', atMeters: 100, offMeters: 50, residents: 1024 }],
    });
    const from = (offMeters: number, limit: number) =>
      catchment(drawn.territory, query([drawn.along('ab', 0, offMeters)], [limit])).bands[0]!.own.residents! >= 1024;
    expect(from(0, 45.999)).toBe(false);
    expect(from(0, 46)).toBe(true);
    // 100 m to the road are 72 s; the drawn place is rounded to 0.1 m.
    expect(from(100, 117.7)).toBe(false);
    expect(from(100, 118.3)).toBe(true);
  });

  it('reaches a pole at the end of a one-way road over its node', () => {
    const drawn = town(['a->-b---e', '    |   |', '    c---d'].join('\n'), {
      blockMeters: 100,
      speedKph: 36,
      roads: { ca: {} },
    });
    expect(whoByBand(drawn, [drawn.at('e')], [10])).toBe('bde');
  });

  it('counts a union once', () => {
    const both = [line.at('a'), line.at('d')];
    expect(whoByBand(line, both, [10, 20])).toBe('abcd|');
    expect(whoByBand(line, [line.at('a'), line.at('a'), line.at('b')], [10])).toBe('abc');
  });

  it('counts poles, dwellings and stand-ins', () => {
    const drawn = town('a---b', {
      blockMeters: 100,
      speedKph: 36,
      poles: [{ on: 'ab', atMeters: 50, residents: 4, kind: 'street' }],
    });
    const [band] = catchment(drawn.territory, query([drawn.at('a')], [5])).bands;
    expect(band!.own).toMatchObject({ poles: 2, dwellings: 2, standInPoles: 1, residents: 5, estimatedUnits: 0 });
  });
});

describe('an ideal grid of streets (D-13)', () => {
  const desert = gridTown({ blocks: 40, blockMeters: 200, speedKph: 50 });
  const within = (blocks: number[], change: Partial<CatchmentQuery> = {}) =>
    catchment(desert.territory, query([desert.at(0, 0)], blocks, { mode: 'walk', ...change })).bands.map(
      (band) => band.cumulative.residents,
    );

  it('holds 2k² + 2k + 1 crossings within k blocks on foot, 144 s a block', () => {
    expect(within([1, 2, 3, 5, 10].map((k) => 144 * k))).toEqual([5, 13, 25, 61, 221]);
    expect(within([1, 2, 3, 5, 10].map((k) => 144 * k - 0.001))).toEqual([1, 5, 13, 41, 181]);
  });

  it('holds the same by road distance, in any order of direction and mode', () => {
    for (const direction of ['inbound', 'outbound'] as const) {
      for (const mode of ['car', 'walk'] as const) {
        expect(within([200, 400, 2000], { measure: 'distance', direction, mode })).toEqual([5, 13, 221]);
      }
    }
  });
});

describe('membership as Valhalla tests it (D-15)', () => {
  it('reaches b in 10 minutes on foot, not its neighbors 2 km away', () => {
    const drawn = town('a---b---c', { blockMeters: 2000, speedKph: 36 });
    expect(whoByBand(drawn, [drawn.at('b')], [600], { mode: 'walk' })).toBe('b');
  });

  it('reaches the nearer part of a long road', () => {
    const drawn = town(['a---b-------------------f', '    |', 'c---d'].join('\n'), {
      blockMeters: 500,
      speedKph: 36,
      poles: [
        { on: 'bf', atMeters: 1000, residents: 2 ** 10 },
        { on: 'bf', atMeters: 1300, residents: 2 ** 11 },
      ],
    });
    const [band] = catchment(drawn.territory, query([drawn.at('b')], [900], { mode: 'walk' })).bands;
    expect(band!.own.residents).toBe(drawn.residents('abcd') + 2 ** 10);
  });
});

describe('against the plain way on random towns', () => {
  const limitsOf: Record<CatchmentQuery['measure'], readonly number[]> = {
    time: [30, 90, 240, 600],
    distance: [150, 700, 1500, 4000],
    radius: [200, 900, 1800],
  };

  it('gives every pole the same cost and band, whatever the question', () => {
    let reached = 0;
    for (let seed = 1; seed <= 150; seed++) {
      const { territory, places } = randomTown({ seed });
      const random = new SeededRandom(seed);
      // Eight questions per town, 1,200 in all.
      const measures = Array.from({ length: 2 }, () => ['time', 'time', 'distance', 'radius'] as const).flat();
      for (const measure of measures) {
        const asked = query(somePlaces(random, places), limitsOf[measure], {
          measure,
          mode: random.pick<Mode>(['car', 'walk']),
          traffic: random.pick(['free', 'normal', 'heavy'] as const),
          direction: random.pick(['inbound', 'outbound'] as const),
          snapLimitMeters: 1600,
        });
        const found = catchment(territory, asked);
        const expected = plainCatchment(territory, asked, found.origins);
        expectSame(territory, found, expected, `seed ${seed} ${measure}`);
        reached += expected.size;
      }
    }
    expect(reached).toBeGreaterThan(20_000);
  });

  it('holds at the exact cost of every single pole', () => {
    for (let seed = 1; seed <= 12; seed++) {
      const { territory, places } = randomTown({ seed, nodes: 25 });
      const origins = [places[seed]!];
      const wide = catchment(territory, query(origins, [3000], { snapLimitMeters: 1600 }));
      const costs = [...new Set(reachedPoles(wide).costs)].sort((a, b) => a - b).filter((cost) => cost > 1);
      const upTo = (cost: number) => reachedPoles(wide).costs.filter((c) => c <= cost).length;
      for (const cost of costs) {
        const [below, at] = catchment(
          territory,
          query(origins, [(cost - 1) / 1000, cost / 1000], { snapLimitMeters: 1600 }),
        ).bands;
        expect(at!.cumulative.poles).toBe(upTo(cost));
        expect(below!.cumulative.poles).toBe(upTo(cost - 1));
      }
    }
  });

  it('gives the same bits for a limit alone or with others', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const { territory, places } = randomTown({ seed });
      const origins = somePlaces(new SeededRandom(seed), places);
      const alone = catchment(territory, query(origins, [300], { snapLimitMeters: 1600 })).bands[0]!.cumulative;
      const others = [
        [120, 300],
        [10, 60, 120, 200, 299, 300, 301, 900],
      ];
      for (const limits of others) {
        const bands = catchment(territory, query(origins, limits, { snapLimitMeters: 1600 })).bands;
        expect(bands.find((band) => band.limit === 300)!.cumulative).toEqual(alone);
      }
    }
  });

  it('nests its bands and obeys inclusion and exclusion', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const { territory, places } = randomTown({ seed });
      const random = new SeededRandom(seed);
      const [a, b] = [random.pick(places), random.pick(places)];
      const reach = (...origins: LatLng[]) =>
        catchment(territory, query(origins, [100, 300], { snapLimitMeters: 1600 }));
      const [inA, inB, inBoth] = [reach(a), reach(b), reach(a, b)];
      inBoth.bands.forEach((band, i) => {
        const polesOf = (of: Catchment) => new Set(polesUpTo(of, i));
        const setB = polesOf(inB);
        const common = [...polesOf(inA)].filter((pole) => setB.has(pole));
        const holds = (of: Catchment) => of.bands[i]!.cumulative;
        expect(band.cumulative.poles).toBe(holds(inA).poles + holds(inB).poles - common.length);
        const commonResidents = common.reduce((sum, pole) => sum + residentsAt(territory, pole), 0);
        expect(band.cumulative.residents).toBeCloseTo(
          holds(inA).residents! + holds(inB).residents! - commonResidents,
          6,
        );
      });
      const [near, far] = inBoth.bands;
      expect(far!.cumulative.residents).toBeGreaterThanOrEqual(near!.cumulative.residents!);
      expect(near!.own.residents! + far!.own.residents!).toBeCloseTo(far!.cumulative.residents!, 9);
    }
  });

  it('puts a catchment back after others ran in between', () => {
    const { territory, places } = randomTown({ seed: 7 });
    const first = catchment(territory, query([places[3]!], [400], { snapLimitMeters: 1600 }));
    const before = reachedPoles(first);
    catchment(territory, query([places[20]!], [900], { snapLimitMeters: 1600 }));
    expect(reachedPoles(first).costs.toSorted()).toEqual(before.costs.toSorted());
    expect(reachedPoles(first).poles.toSorted()).toEqual(before.poles.toSorted());
  });
});

describe('questions without an answer', () => {
  const { territory, ...drawn } = town('a---b', { blockMeters: 100, speedKph: 36, marginMeters: 20_000 });
  const ask = (origins: readonly LatLng[], limits: readonly number[], change: Partial<CatchmentQuery> = {}) => {
    return () => catchment(territory, query(origins, limits, change));
  };
  const a = drawn.at('a');

  it('needs origins, and not too many', () => {
    expect(ask([], [60])).toThrow(expect.objectContaining({ code: 'origins_empty' }));
    expect(ask(Array(1001).fill(a), [60])).toThrow(expect.objectContaining({ code: 'origins_too_many' }));
  });

  it('needs limits that ascend', () => {
    const code = (limits: number[]) => {
      try {
        ask([a], limits)();
        return 'none';
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    expect(code([])).toBe('limits_empty');
    expect(code(Array.from({ length: 10_000 }, (_, i) => i + 1))).toBe('limits_too_many');
    expect(code([600, 300])).toBe('limits_not_ascending');
    expect(code([300, 300])).toBe('limits_not_ascending');
    for (const bad of [0, -1, Number.NaN, Infinity, 2e6]) expect(code([bad])).toBe('limit_invalid');
  });

  it('needs places on earth that the territory covers', () => {
    expect(ask([{ lat: Number.NaN, lng: 160 }], [60])).toThrow(expect.objectContaining({ code: 'origin_invalid' }));
    expect(ask([{ lat: 95, lng: 10 }], [60])).toThrow(/origins\[0\].*lat must lie between -90 and 90/);
    expect(ask([a, { lat: 48, lng: 2 }], [60])).toThrow(
      expect.objectContaining({ code: 'outside_coverage', originIndex: 1, looksSwapped: false }),
    );
    expect(ask([{ lat: a.lng, lng: a.lat }], [60])).toThrow(
      expect.objectContaining({ looksSwapped: true, message: expect.stringMatching(/swap lat and lng/) }),
    );
    expect(ask([{ lat: a.lng, lng: a.lat }], [60], { measure: 'radius' })).toThrow(/swap lat and lng/);
  });

  it('stops where its checkpoint throws, and answers the next question', () => {
    const stopped = () => catchment(territory, query([a], [60]), { checkpoint: stop });
    expect(stopped).toThrow('the caller is gone');
    expect(catchment(territory, query([a], [60])).bands[0]!.own.residents).toBe(3);
  });
});

function stop(): never {
  throw new Error('the caller is gone');
}

function somePlaces(random: SeededRandom, places: readonly LatLng[]): LatLng[] {
  return Array.from({ length: 1 + random.int(3) }, () => random.pick(places));
}

function polesUpTo(of: Catchment, band: number): number[] {
  const poles: number[] = [];
  forEachReachedPole(of, (pole, _cost, itsBand) => {
    if (itsBand <= band) poles.push(pole);
  });
  return poles;
}

function residentsAt({ sociodemo }: Territory, pole: number): number {
  const { unit, share } = sociodemo!.poleUnits;
  const total = sociodemo!.topics.get('residents')!.columns.get('total')!;
  return share[pole]! > 0 ? total[unit[pole]!]! * share[pole]! : 0;
}

/** Compares single costs, and per band every figure, with what the plain way found. */
function expectSame(territory: Territory, found: Catchment, expected: Map<number, number>, label: string): void {
  const costs = new Map<number, number>();
  const limits = found.bands.map((band) => band.limitCost);
  const bandOf = (cost: number) => limits.findIndex((limit) => cost <= limit);
  forEachReachedPole(found, (pole, cost, band) => {
    expect(costs.has(pole), `${label}: pole ${pole} comes twice`).toBe(false);
    if (band !== bandOf(cost)) throw new Error(`${label}: pole ${pole} at ${cost} in band ${band}`);
    costs.set(pole, cost);
  });
  expect([...costs].sort(byPole), label).toEqual([...expected].sort(byPole));

  found.bands.forEach((band, i) => {
    const inBand = [...expected].filter(([, cost]) => bandOf(cost) === i).map(([pole]) => pole);
    const sum = (of: (pole: number) => number) => inBand.reduce((total, pole) => total + of(pole), 0);
    expect(band.own.poles, label).toBe(inBand.length);
    expect(band.own.dwellings, label).toBe(sum((pole) => territory.poles.dwellings[pole]!));
    expect(band.own.standInPoles, label).toBe(sum((pole) => (territory.poles.kind[pole] === 0 ? 0 : 1)));
    expect(band.own.residents, label).toBeCloseTo(
      sum((pole) => residentsAt(territory, pole)),
      6,
    );
  });
}

function byPole(a: readonly [number, number], b: readonly [number, number]): number {
  return a[0] - b[0];
}
