import { SeededRandom } from '@hinterland/geo';
import { HOURS_OF_DAY, NONE, type Territory } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { storeSets } from '../coverage/computeStoreSets.ts';
import { storeTimes } from '../market/storeTimes.ts';
import type { CatchmentQuery } from '../query/query.ts';
import { snapOrigins } from '../snap/snapOrigins.ts';
import { type DrawnPattern, randomTown, town, withSpeeds } from '../testing/index.ts';
import { catchment, reachedPoles } from './catchment.ts';
import { plainCatchment } from './testing/plainCatchment.ts';

const byCar = { measure: 'time', mode: 'car', traffic: 'normal', direction: 'outbound' } as const;

describe('cars by hour of the day, on drawn towns', () => {
  // 10 s per block.
  const line = town('a---b---c---d', { blockMeters: 100, speedKph: 36 });
  const [ab, bc] = [line.edge('ab'), line.edge('bc')];
  const isForward = line.territory.edges.fromNode[bc] === line.node('b');
  // Half the speed on ab from 7 to 9, two thirds of it from b to c at 8, faster back at 22.
  const halved: DrawnPattern = { 7: 0.5, 8: 0.5 };
  const there: DrawnPattern = { 8: 2 / 3 };
  const back: DrawnPattern = { 22: 1.25 };
  const territory = withSpeeds(line.territory, [halved, there, back], (edge) =>
    edge === ab ? [1, 1] : edge === bc ? (isForward ? [2, 3] : [3, 2]) : [0, 0],
  );
  /** Who is reached within the limits, each band alone. */
  const who = (from: string, limits: number[], change: Partial<CatchmentQuery>) =>
    catchment(territory, { ...byCar, origins: [line.at(from)], limits, ...change })
      .bands.map((band) => line.who(band.own.residents!))
      .join('|');

  it('drive at the speeds of the hour', () => {
    expect(who('a', [10, 20, 30], {})).toBe('ab|c|d');
    expect(who('a', [19.999, 20, 30, 40], { hour: 7 })).toBe('a|b|c|d');
    expect(who('a', [20, 34.999, 35, 45], { hour: 8 })).toBe('ab||c|d');
    expect(who('a', [10, 20, 30], { hour: 9 })).toBe('ab|c|d');
  });

  it('have the speeds of their direction', () => {
    expect(who('c', [15, 30, 35], { hour: 8 })).toBe('bcd|a|');
    expect(who('c', [10, 15, 35], { hour: 8, direction: 'inbound' })).toBe('cd|b|a');
    expect(who('c', [7.999, 8, 10, 18], { hour: 22 })).toBe('c|b|d|a');
  });

  it('change the speeds of every traffic', () => {
    // Heavy traffic takes 1.5 of the times.
    expect(who('a', [29.999, 30], { hour: 7, traffic: 'heavy' })).toBe('a|b');
  });

  it('change no distance, nor walks', () => {
    expect(who('a', [100, 200], { hour: 8, measure: 'distance' })).toBe('ab|c');
    expect(who('a', [72], { hour: 8, mode: 'walk' })).toBe(who('a', [72], { mode: 'walk' }));
  });

  it('cannot be asked about where nothing is known of them', () => {
    const query = { ...byCar, origins: [line.at('a')], limits: [60], hour: 8 };
    expect(() => catchment(line.territory, query)).toThrow(/no speeds by hour/);
  });
});

/** The town with random patterns on its edges, at least half of them slower at every hour. */
function randomSpeeds(territory: Territory, random: SeededRandom): Territory {
  const patterns = Array.from({ length: 5 }, () => {
    const entries = Array.from({ length: 8 }, () => [random.int(HOURS_OF_DAY), random.between(0.2, 1.4)] as const);
    return Object.fromEntries(entries);
  });
  return withSpeeds(territory, patterns, () => [random.int(6), random.int(6)]);
}

/** The same town whose normal times are those of an hour. */
function atHour(territory: Territory, hour: number): Territory {
  const { edges, factors } = territory.speeds!;
  const weights = territory.weights['car-normal']!;
  const times = (of: Uint32Array, patterns: Uint32Array) =>
    of.map((time, edge) => {
      const factor = factors.factor[24 * patterns[edge]! + hour]!;
      return time === NONE ? NONE : time === 0 ? 0 : Math.max(1, Math.round(time / factor));
    });
  const forwardMilliseconds = times(weights.forwardMilliseconds, edges.forwardPattern);
  const backwardMilliseconds = times(weights.backwardMilliseconds, edges.backwardPattern);
  const changed = { ...weights, forwardMilliseconds, backwardMilliseconds };
  return { ...territory, speeds: null, weights: { ...territory.weights, 'car-normal': changed } };
}

describe('cars by hour of the day, on random towns', () => {
  it('reach the poles of the plainest search over the times of the hour', () => {
    let changed = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const random = new SeededRandom(seed);
      const drawn = randomTown({ seed });
      const territory = randomSpeeds(drawn.territory, random);
      const hour = random.int(HOURS_OF_DAY);
      const direction = random.pick(['inbound', 'outbound'] as const);
      const origins = [random.pick(drawn.places), random.pick(drawn.places)];
      const query = { ...byCar, direction, origins, limits: [60, 300] };
      const found = reachedPoles(catchment(territory, { ...query, hour }));
      const expected = plainCatchment(atHour(territory, hour), query, snapOrigins(territory, 'car', origins));
      expect(new Map(Array.from(found.poles, (pole, i) => [pole, found.costs[i]!])), `seed ${seed}`).toEqual(expected);
      const normal = plainCatchment(drawn.territory, query, snapOrigins(territory, 'car', origins));
      if ([...expected].some(([pole, cost]) => normal.get(pole) !== cost)) changed++;
    }
    expect(changed).toBeGreaterThan(30);
  });

  it('reach the same stores by one search per store, by a sweep over all and at the times of the hour', () => {
    for (let seed = 1; seed <= 15; seed++) {
      const random = new SeededRandom(seed);
      const drawn = randomTown({ seed, nodes: 90 });
      const territory = randomSpeeds(drawn.territory, random);
      const places = Array.from({ length: 12 }, () => random.pick(drawn.places));
      const query = { places, mode: 'car', traffic: 'normal', limitSeconds: random.pick([30, 90, 240]) } as const;
      // One hour after the other, so that what is kept of an hour would be seen in the next.
      for (const hour of [7, 8, undefined, 17]) {
        const here = hour === undefined ? drawn.territory : atHour(territory, hour);
        const expected = storeSets(here, query, { method: 'plain' });
        for (const method of ['plain', 'sweep'] as const) {
          const { runs, members, firstMember } = storeSets(territory, { ...query, hour }, { method });
          const { runs: otherRuns, members: otherMembers, firstMember: otherFirst } = expected;
          expect({ runs, members, firstMember }, `seed ${seed}, ${method}, ${hour}`).toEqual({
            runs: otherRuns,
            members: otherMembers,
            firstMember: otherFirst,
          });
        }
        const poles = Uint32Array.from({ length: drawn.territory.poles.rows }, (_, pole) => pole);
        const times = { poles, stores: places, mode: 'car', traffic: 'normal', limitSeconds: 240 } as const;
        expect(storeTimes(territory, { ...times, hour })).toEqual(storeTimes(here, times));
      }
    }
  });

  it('reach nobody else at a factor of 1, and never more poles at slower speeds', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = new SeededRandom(seed);
      const drawn = randomTown({ seed });
      const slow: DrawnPattern = { 8: random.between(0.2, 1), 9: 1 };
      const slower: DrawnPattern = { 8: slow[8]! * random.between(0.3, 1) };
      const ofEdges = Array.from({ length: drawn.territory.edges.rows }, () => [random.int(2), random.int(2)] as const);
      const [one, other] = [slow, slower].map((pattern) => withSpeeds(drawn.territory, [pattern], (e) => ofEdges[e]!));
      const query = { ...byCar, origins: [random.pick(drawn.places)], limits: [120] };
      const costs = (territory: Territory, hour?: number) => {
        const { poles, costs } = reachedPoles(catchment(territory, { ...query, hour }));
        return new Map(Array.from(poles, (pole, i) => [pole, costs[i]!]));
      };
      const normal = costs(drawn.territory);
      expect(costs(one!)).toEqual(normal);
      expect(costs(one!, 9)).toEqual(normal);
      const [few, fewer] = [costs(one!, 8), costs(other!, 8)];
      for (const [pole, cost] of few) expect(cost).toBeGreaterThanOrEqual(normal.get(pole)!);
      for (const [pole, cost] of fewer) expect(cost).toBeGreaterThanOrEqual(few.get(pole)!);
    }
  });
});
