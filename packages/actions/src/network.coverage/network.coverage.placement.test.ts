import { catchment, reachedPoles } from '@hinterland/engine/catchment';
import { measurePerPole } from '@hinterland/engine/census';
import { randomTown } from '@hinterland/engine/testing';
import { haversineMeters, SeededRandom } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { many, network, refusal, run } from '../testing/network.ts';

interface Place {
  readonly lat: number;
  readonly lng: number;
}

/** Minutes of everyone to the nearest of some places, by pole, by one catchment per place; `minutes` where none is within it. */
function leastMinutes(on: Territory, places: readonly Place[], minutes: number): Map<number, number> {
  const least = new Map<number, number>();
  for (const { lat, lng } of places) {
    const { poles, costs } = reachedPoles(
      catchment(on, {
        origins: [{ lat, lng }],
        measure: 'time',
        mode: 'car',
        traffic: 'normal',
        direction: 'inbound',
        limits: [60 * minutes],
      }),
    );
    poles.forEach((pole, i) => {
      least.set(pole, Math.min(least.get(pole) ?? Infinity, costs[i]! / 60_000));
    });
  }
  return least;
}

function* pairsOf<T>(list: readonly T[]): Generator<[T, T]> {
  for (let i = 0; i < list.length; i++) for (let k = i + 1; k < list.length; k++) yield [list[i]!, list[k]!];
}

describe('the best candidates together', () => {
  it.each([1, 2, 3, 4, 5, 6])('seed %i: are those of a look at every pair', (seed) => {
    const random = new SeededRandom(seed);
    const { territory: on, places } = randomTown({ seed, nodes: 90, sideMeters: 5000 });
    const pick = (id: string) => ({ id, ...random.pick(places) });
    const open = Array.from({ length: 2 }, (_, i) => pick(`s${i}`));
    const candidates = Array.from({ length: 8 }, (_, i) => pick(`k${i}`));
    const minutes = random.pick([2, 3, 5]);
    const people = measurePerPole(on, 'population')!;
    const everyone = [...leastMinutes(on, [...open, ...candidates], minutes).keys()].filter(
      (pole) => people[pole]! > 0,
    );
    const figuresOf = (also: readonly Place[]) => {
      const least = leastMinutes(on, [...open, ...also], minutes);
      let [sum, all, longest, reached] = [0, 0, 0, 0];
      for (const pole of everyone) {
        const time = least.get(pole) ?? minutes;
        sum += people[pole]! * time;
        all += people[pole]!;
        longest = Math.max(longest, time);
        if (least.has(pole)) reached += people[pole]!;
      }
      return { mean: sum / all, longest, reached, all };
    };
    const pairs = [...pairsOf(candidates)].map((pair) => figuresOf(pair));
    const before = figuresOf([]);
    const call = { stores: open, candidates, minutes, openCount: 2 };

    const mean = run({ ...call, objective: 'mean_minutes' }, on).placement!;
    expect(mean).toMatchObject({ objective: 'mean_minutes', unit: 'minutes', status: 'optimal', isReached: true });
    expect(mean.value).toBeCloseTo(Math.min(...pairs.map((pair) => pair.mean)), 5);
    expect(mean.before).toBeCloseTo(before.mean, 5);
    const chosen = candidates.filter(({ id }) => mean.places.some((place) => place.id === id));
    expect(figuresOf(chosen).mean).toBeCloseTo(mean.value, 5);
    expect(mean.people).toBeCloseTo(before.all, 3);
    expect(mean.reached).toBeCloseTo(figuresOf(chosen).reached, 3);

    const longest = run({ ...call, objective: 'longest_minutes' }, on).placement!;
    expect(longest.value).toBeCloseTo(Math.min(...pairs.map((pair) => pair.longest)), 5);
    expect(longest.bound).toBe(longest.value);

    // The fewest that reach as many as the best pair does.
    const most = Math.max(...pairs.map((pair) => pair.reached));
    const coverShare = Math.max(0.01, (most / before.all) * (1 - 1e-6));
    const singles = candidates.map((one) => figuresOf([one]).reached);
    const enough = (reached: number) => reached >= coverShare * before.all;
    const fewest = enough(before.reached) ? 0 : singles.some(enough) ? 1 : 2;
    const least = run({ ...call, objective: 'least_stores', coverShare }, on).placement!;
    expect(least).toMatchObject({ unit: 'stores', value: fewest, bound: fewest, status: 'optimal', isReached: true });
    expect(least.places).toHaveLength(fewest);
    expect(least.reachedShare).toBeGreaterThanOrEqual(coverShare - 1e-9);
  });

  it('keep the spacing that is asked for', () => {
    const call = { ...network, candidates: many(20, 'k'), openCount: 3, objective: 'mean_minutes' };
    const apart = run({ ...call, minimumSpacingMeters: 900 }).placement!;
    expect(apart.places).toHaveLength(3);
    expect(apart.value).toBeGreaterThanOrEqual(run(call).placement!.value);
    for (const [a, b] of pairsOf(call.candidates.filter(({ id }) => apart.places.some((one) => one.id === id))))
      expect(haversineMeters(a.lng, a.lat, b.lng, b.lat)).toBeGreaterThanOrEqual(900);
  });

  it('say where no choice that keeps the spacing reaches the share', () => {
    const call = { ...network, candidates: many(30, 'k'), objective: 'least_stores', coverShare: 1 };
    expect(run(call).placement).toMatchObject({ isReached: true, reachedShare: 1, status: 'optimal' });
    const { isReached, reachedShare, places } = run({ ...call, minimumSpacingMeters: 100_000 }).placement!;
    expect([isReached, places.length]).toEqual([false, 1]);
    expect(reachedShare).toBeLessThan(1);
  });

  it.each([11, 12, 13])('seed %i: serve as many people within capacities as any pair does', (seed) => {
    const random = new SeededRandom(seed);
    const { territory: on, places } = randomTown({ seed, nodes: 60, sideMeters: 4000 });
    const pick = (id: string) => ({ id, ...random.pick(places) });
    const open = Array.from({ length: 2 }, (_, i) => pick(`s${i}`));
    const candidates = Array.from({ length: 5 }, (_, i) => pick(`k${i}`));
    const call = { stores: open, candidates, minutes: 3, openCount: 2 };
    const people = measurePerPole(on, 'population')!;
    const reachOf = (place: Place) => new Set(leastMinutes(on, [place], 3).keys());
    const reaches = new Map([...open, ...candidates].map((place) => [place.id, reachOf(place)]));
    const peoplePerStore = Math.round(0.15 * people.reduce((sum, one) => sum + one, 0)) + 1;
    // The largest flow is the least cut: stores that are full, and everyone whom another one reaches (P. Hall, 1935).
    const served = (opened: readonly { readonly id: string }[]) => {
      const list = [...open, ...opened];
      return Math.min(
        ...Array.from({ length: 1 << list.length }, (_, full) => {
          const others = list.filter((_one, i) => ((full >> i) & 1) === 0);
          const reached = new Set(others.flatMap(({ id }) => [...reaches.get(id)!]));
          const sum = [...reached].reduce((all, pole) => all + people[pole]!, 0);
          return sum + peoplePerStore * (list.length - others.length);
        }),
      );
    };
    const { placement } = run({ ...call, objective: 'people_within_capacity', peoplePerStore }, on);
    expect(placement).toMatchObject({ unit: 'people', status: 'optimal' });
    expect(placement!.value).toBeCloseTo(Math.max(...[...pairsOf(candidates)].map(served)), 2);
    expect(placement!.before).toBeCloseTo(served([]), 2);
    for (const one of placement!.places) expect(one.people).toBeLessThanOrEqual(peoplePerStore);
  });

  it('need candidates', () => {
    expect(refusal({ objective: 'mean_minutes' })).toBe(
      '#/objective objective needs candidates: it chooses those that open.',
    );
    for (const given of [{ objective: 'people_within_capacity' }, { objective: 'mean_minutes', peoplePerStore: 10 }])
      expect(refusal({ ...given, candidates: many(2, 'k') })).toMatch(
        /^#\/peoplePerStore Give peoplePerStore together/,
      );
    expect(refusal({ objective: 'best', candidates: many(2, 'k') })).toMatch(/^#\/objective /);
  });
});
