import { SeededRandom } from '@hinterland/geo';
import { shareTerritory, type Territory, territoryFromShared } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { catchment } from '../catchment/catchment.ts';
import { classWeights } from '../coverage/classWeights.ts';
import { storeSets } from '../coverage/computeStoreSets.ts';
import { coveredPeople, networkOf } from '../coverage/network.ts';
import { whiteSpots } from '../coverage/whiteSpots.ts';
import { isochrones } from '../isochrone/isochrone.ts';
import { randomTown } from '../testing/randomTown.ts';
import { sharedBytes, warmUp } from './index.ts';

const MINUTES = [5, 15, 30, 60];

/** What a thread answers about places, with the shape of each band. */
function answers(territory: Territory, places: readonly { readonly lat: number; readonly lng: number }[]): string[] {
  return places.flatMap((place) =>
    (['inbound', 'outbound'] as const).map((direction) => {
      const of = catchment(territory, {
        origins: [place],
        measure: 'time',
        mode: 'car',
        traffic: 'normal',
        limits: MINUTES.map((minutes) => 60 * minutes),
        direction,
      });
      const shapes = isochrones(of).map(({ polygon, shape }) => ({ polygon, shape }));
      return JSON.stringify([of.bands.map(({ cumulative }) => cumulative), shapes]);
    }),
  );
}

/** A town whose threads share what they make; each call returns the view of another thread. */
function townOfThreads(seed: number) {
  const { territory, places } = randomTown({ seed, sideMeters: 20_000, nodes: 300 });
  const shared = { ...shareTerritory(territory), scratch: new SharedArrayBuffer(2 ** 26) };
  return { places, thread: () => territoryFromShared(shared) };
}

describe('a territory that is warmed up', () => {
  it('gives the same answers, and nothing is left to make for the calls of other threads', () => {
    for (let seed = 1; seed <= 4; seed++) {
      const { places, thread } = townOfThreads(seed);
      const asked = new SeededRandom(seed);
      const some = Array.from({ length: 3 }, () => asked.pick(places));
      const expected = answers(townOfThreads(seed).thread(), some);
      const idle = thread();
      const steps = [...warmUp(idle)].length;
      expect(steps).toBeGreaterThan(3);
      const made = sharedBytes(idle);
      expect(answers(thread(), some)).toEqual(expected);
      expect(sharedBytes(idle), `seed ${seed}`).toBe(made);
    }
  });

  it('gives the same plans, and nothing is left to make for those of other threads', () => {
    for (let seed = 1; seed <= 4; seed++) {
      const { places, thread } = townOfThreads(seed);
      const query = { places: places.slice(0, 40), mode: 'car', traffic: 'normal', limitSeconds: 900 } as const;
      const planOf = (territory: Territory) => {
        const sets = storeSets(territory, query, { method: 'sweep' });
        const network = networkOf(sets, 30);
        const [weights] = classWeights(sets, ['population']);
        return [coveredPeople(network.storeCount, weights!), whiteSpots(network, 'population', 'postcode')];
      };
      const expected = planOf(townOfThreads(seed).thread());
      const idle = thread();
      for (const _ of warmUp(idle));
      const made = sharedBytes(idle);
      expect(planOf(thread())).toEqual(expected);
      expect(sharedBytes(idle), `seed ${seed}`).toBe(made);
    }
  });

  it('ends in its last step where its checkpoint throws, and leaves nothing half made', () => {
    const { thread } = townOfThreads(7);
    const stopped = thread();
    const steps = warmUp(stopped, () => {
      throw new Error('stopped');
    });
    expect(() => [...steps]).toThrow('stopped');
    const whole = townOfThreads(7).thread();
    for (const _ of warmUp(whole));
    expect(sharedBytes(stopped)).toBeLessThan(sharedBytes(whole));
    for (const _ of warmUp(thread()));
    expect(sharedBytes(stopped)).toBe(sharedBytes(whole));
  });

  it('gives the same answers when it was stopped after any step', () => {
    const { places, thread } = townOfThreads(7);
    const expected = answers(thread(), places.slice(0, 2));
    const steps = [...warmUp(townOfThreads(7).thread())].length;
    for (let most = 0; most < steps; most += 3) {
      const town = townOfThreads(7);
      let taken = 0;
      for (const _ of warmUp(town.thread())) if (++taken > most) break;
      expect(answers(town.thread(), places.slice(0, 2))).toEqual(expected);
    }
  });

  it('has nothing to make without roads for cars', () => {
    const { territory } = randomTown({ seed: 1 });
    const walkers = { ...shareTerritory(territory) };
    const tables = Object.entries(walkers.territoryTables).filter(([name]) => !/car/.test(name));
    expect([...warmUp(territoryFromShared({ ...walkers, territoryTables: Object.fromEntries(tables) }))]).toEqual([]);
  });
});
