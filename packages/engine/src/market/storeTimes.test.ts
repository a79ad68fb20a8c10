import { describe, expect, it } from 'vitest';
import { plainCatchment } from '../catchment/testing/plainCatchment.ts';
import { snapOrigins } from '../snap/snapOrigins.ts';
import { randomTown, town } from '../testing/index.ts';
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
