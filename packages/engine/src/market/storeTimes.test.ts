import { SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { plainCatchment } from '../catchment/testing/plainCatchment.ts';
import { plainAtPercentile } from '../catchment/testing/plainTransit.ts';
import { randomQuestion } from '../catchment/testing/randomQuestion.ts';
import { snapOrigins } from '../snap/snapOrigins.ts';
import { drawnTimetable, randomTown, town, withBicycles, withTimetable } from '../testing/index.ts';
import { TOO_FAR } from './decay.ts';
import { storeTimes } from './storeTimes.ts';

const stepOf = (milliseconds: number | undefined) =>
  milliseconds === undefined ? TOO_FAR : Math.round(milliseconds / 100);
const everyPole = (rows: number) => Uint32Array.from({ length: rows }, (_, pole) => pole);

describe('storeTimes', () => {
  it('drives from the pole to the store: a one-way street counts the way people come', () => {
    const drawn = town('a>--b\n|   |\nd---c', { blockMeters: 100, speedKph: 36 });
    const poles = Uint32Array.from(['a', 'b'], drawn.pole);
    const query = { poles, stores: [drawn.at('a'), drawn.at('b')], mode: 'car', traffic: 'normal' } as const;
    const times = (limitSeconds: number) =>
      storeTimes(drawn.territory, { ...query, limitSeconds }).map((steps) => steps && [...steps]);
    // Ten seconds a block, in tenths of a second; from b to a it is the way round.
    expect(times(30)).toEqual([
      [0, 300],
      [100, 0],
    ]);
    expect(times(29)).toEqual([
      [0, TOO_FAR],
      [100, 0],
    ]);
  });

  it.each([1, 2, 3, 4, 5, 6])('equals one plain catchment per store in random town %i', (seed) => {
    const { territory, places } = randomTown({ seed });
    const poles = everyPole(territory.poles.rows).filter((pole) => pole % 3 !== 0);
    const stores = places.slice(0, 12);
    for (const mode of ['car', 'walk'] as const) {
      for (const limitSeconds of [40, 300]) {
        const times = storeTimes(territory, { poles, stores, mode, traffic: 'normal', limitSeconds });
        stores.forEach((store, j) => {
          const query = {
            origins: [store],
            measure: 'time',
            mode,
            traffic: 'normal',
            direction: 'inbound',
            limits: [limitSeconds],
          } as const;
          const expected = plainCatchment(territory, query, snapOrigins(territory, mode, [store]));
          const steps = times[j] ?? new Uint16Array(poles.length).fill(TOO_FAR);
          poles.forEach((pole, i) => void expect([pole, steps[i]]).toEqual([pole, stepOf(expected.get(pole))]));
          if (times[j] === null) expect(poles.some((pole) => expected.has(pole))).toBe(false);
        });
      }
    }
  });

  it.each([1, 2, 3, 4])('equals one naive search per store by public transport in random town %i', (seed) => {
    const { territory: streets, places, network, query } = randomQuestion(seed);
    const territory = withTimetable(streets, drawnTimetable(network));
    const random = new SeededRandom(seed);
    // Few poles, so that some stores are out of reach of all.
    const poles = everyPole(territory.poles.rows).filter((pole) => pole % 9 === seed);
    const stores = Array.from({ length: 4 }, () => random.pick(places));
    const transit = { ...query.transit, toMinute: query.transit.fromMinute + 12 };
    for (const limitSeconds of [400, 1500]) {
      const times = storeTimes(territory, { poles, stores, mode: 'walk', traffic: 'normal', transit, limitSeconds });
      stores.forEach((store, j) => {
        const single = { ...query, origins: [store], direction: 'inbound', limits: [limitSeconds], transit } as const;
        const expected = plainAtPercentile(streets, network, single, snapOrigins(streets, 'walk', [store]));
        const steps = times[j] ?? new Uint16Array(poles.length).fill(TOO_FAR);
        expect([...steps]).toEqual(Array.from(poles, (pole) => stepOf(expected.get(pole))));
        if (times[j] === null) expect(poles.some((pole) => expected.has(pole))).toBe(false);
      });
    }
  });

  it.each([1, 2])('equals it with a bicycle to the first stop, in random town %i', (seed) => {
    const { territory: town, places, network, query } = randomQuestion(seed);
    const streets = withBicycles(town, 'car');
    const territory = withTimetable(streets, drawnTimetable(network));
    const random = new SeededRandom(seed);
    const poles = everyPole(territory.poles.rows).filter((pole) => pole % 9 === seed);
    const stores = Array.from({ length: 4 }, () => random.pick(places));
    const transit = { ...query.transit, toMinute: query.transit.fromMinute + 8, bicycleSeconds: 200 };
    const mode = 'bicycle';
    for (const limitSeconds of [150, 1200]) {
      const times = storeTimes(territory, { poles, stores, mode, traffic: 'normal', transit, limitSeconds });
      stores.forEach((store, j) => {
        const single = {
          ...query,
          mode,
          origins: [store],
          direction: 'inbound',
          limits: [limitSeconds],
          transit,
        } as const;
        const expected = plainAtPercentile(streets, network, single, snapOrigins(streets, mode, [store]));
        const steps = times[j] ?? new Uint16Array(poles.length).fill(TOO_FAR);
        expect([...steps]).toEqual(Array.from(poles, (pole) => stepOf(expected.get(pole))));
        if (times[j] === null) expect(poles.some((pole) => expected.has(pole))).toBe(false);
      });
    }
  });

  it('answers null for a store far from every road, and stops when told to', () => {
    const { territory, places } = randomTown({ seed: 1 });
    const poles = everyPole(territory.poles.rows);
    const far = { lat: places[0]!.lat + 0.5, lng: places[0]!.lng };
    const query = { poles, stores: [far, places[0]!], mode: 'car', traffic: 'normal', limitSeconds: 300 } as const;
    expect(storeTimes(territory, query).map((steps) => steps === null)).toEqual([true, false]);
    const stop = () => {
      throw new Error('stopped');
    };
    expect(() => storeTimes(territory, query, stop)).toThrow('stopped');
    expect(() => storeTimes(territory, { ...query, limitSeconds: 7000 })).toThrow(/6553/);
  });
});
