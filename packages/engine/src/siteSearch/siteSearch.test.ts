import { MODE_BIT } from '@hinterland/catalogue';
import { SeededRandom } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { plainCatchment } from '../catchment/testing/plainCatchment.ts';
import { SNAP_HARD_LIMIT_METERS, type SnappedOrigin, snapOrigins } from '../snap/snapOrigins.ts';
import { gridTown, randomTown, town } from '../testing/index.ts';
import { bestSet } from './bestSet.ts';
import { certifiedSet } from './certifiedSet.ts';
import { CoverageGains } from './coverageGains.ts';
import type { Gains } from './gains.ts';
import { Reach } from './reach.ts';
import { SectorGains } from './sectorGains.ts';
import { SiteSearch } from './siteSearch.ts';

const PARAMETERS = {
  attractionExponent: 0.9,
  decay: { kind: 'power', exponent: 2 },
  floorSeconds: 30,
  limitSeconds: 400,
} as const;
type Mode = 'car' | 'walk';

/** A random market in a random town, and what its owner gains, worked out pole by pole from the formula. */
function scene(seed: number, { mode = 'car' as Mode, nodes = 90, sizes = true, withTimes = true } = {}) {
  const random = new SeededRandom(seed);
  const drawn = randomTown({ seed, nodes, sideMeters: 6000 });
  const { territory } = drawn;
  const { rows } = territory.poles;
  const column = (of: () => number) => Float64Array.from({ length: rows }, of);
  const demand = column(() => (random.next() < 0.2 ? 0 : random.between(1, 1000)));
  const ownUtilities = column(() => (random.next() < 0.5 ? 0 : random.between(0, 3)));
  const utilitySums = ownUtilities.map((own) => own + random.between(0.01, 5));
  // Some twice, so that there are ties.
  const places = [...drawn.places, ...drawn.places.slice(0, 5)];
  const candidates = snapOrigins(territory, mode, places, SNAP_HARD_LIMIT_METERS).map((snap) => ({
    snap,
    size: sizes ? 100 + random.int(900) : 1,
  }));
  const times = withTimes ? candidates.map(({ snap }) => plainTimes(territory, mode, snap)) : [];
  return { territory, mode, candidates, times, demand, utilitySums, ownUtilities };
}

function plainTimes(territory: Territory, mode: Mode, snap: SnappedOrigin): ReadonlyMap<number, number> {
  const query = { origins: [snap.origin], measure: 'time', mode, traffic: 'normal', direction: 'inbound' } as const;
  return plainCatchment(territory, { ...query, limits: [PARAMETERS.limitSeconds] }, [snap]);
}

type Scene = ReturnType<typeof scene>;

/** Gain of a candidate beside others: what the owner's stores take with all of them, less what they take without it. */
function plainGain(
  { candidates, times, demand, utilitySums, ownUtilities }: Scene,
  candidate: number,
  opened: number[],
) {
  const utility = (site: number, pole: number) => {
    const cost = times[site]!.get(pole);
    if (cost === undefined) return 0;
    return candidates[site]!.size ** 0.9 * (Math.max(Math.round(cost / 100) / 10, 30) / 60) ** -2;
  };
  const sales = (sites: number[]) => {
    let sum = 0;
    demand.forEach((spend, pole) => {
      const more = sites.reduce((total, site) => total + utility(site, pole), 0);
      sum += (spend * (ownUtilities[pole]! + more)) / (utilitySums[pole]! + more);
    });
    return sum;
  };
  return sales([...opened, candidate]) - sales(opened);
}

const searchOf = (
  { territory, mode, candidates, demand, utilitySums, ownUtilities }: Scene,
  changed: (gains: SectorGains) => Gains = (gains) => gains,
) =>
  new SiteSearch(
    candidates,
    changed(
      new SectorGains(territory.edges.rows, PARAMETERS, {
        demand,
        utilitySums: utilitySums.slice(),
        ownUtilities: ownUtilities.slice(),
      }),
    ),
    new Reach(territory, { mode, traffic: 'normal' }),
  );

describe('the best of many candidates', () => {
  it.each(Array.from({ length: 40 }, (_, seed) => [seed, (['car', 'walk'] as const)[seed % 2]!] as const))(
    'seed %i, %s: equals a look at each, before and after one opens',
    (seed, mode) => {
      const given = scene(4000 + seed, { mode });
      const search = searchOf(given);
      const opened: number[] = [];
      for (let step = 0; step < 3; step++) {
        const gains = given.candidates.map((_, candidate) => plainGain(given, candidate, opened));
        const order = gains.map((_, i) => i).sort((a, b) => gains[b]! - gains[a]!);
        const found = search.best(7);
        const least = gains[order[6]!]!;
        found.slice(0, 7).forEach(({ candidate, gain }, rank) => {
          expect(gain / gains[order[rank]!]!).toBeCloseTo(1, 9);
          expect(gain / gains[candidate]!).toBeCloseTo(1, 9);
        });
        // No candidate that is left out beats the list.
        const listed = new Set(found.map(({ candidate }) => candidate));
        gains.forEach((gain, candidate) => {
          if (!listed.has(candidate)) expect(gain).toBeLessThanOrEqual(least * (1 + 1e-9));
          expect(search.bounds()[candidate]! * (1 + 1e-9)).toBeGreaterThanOrEqual(gain);
        });
        opened.push(found[0]!.candidate);
        search.open(found[0]!.candidate);
      }
    },
  );

  it.each(Array.from({ length: 12 }, (_, seed) => [seed]))(
    'seed %i: with ways that are not driven through, equals a search from each',
    (seed) => {
      const given = scene(5000 + seed, { nodes: 120, withTimes: false });
      const random = new SeededRandom(seed);
      const insideFor = Uint8Array.from({ length: given.territory.nodes.rows }, () =>
        random.int(3) === 0 ? MODE_BIT.car : 0,
      );
      const territory = { ...given.territory, limits: { rows: insideFor.length, insideFor } } as Territory;
      const travel = { mode: 'car', traffic: 'normal' } as const;
      const gains = new SectorGains(territory.edges.rows, PARAMETERS, given);
      const reach = new Reach(territory, travel);
      const each = given.candidates.map(({ snap, size }) => {
        reach.search([snap], gains.limitCost);
        return gains.totals(reach, [0], [size])[0]!;
      });
      const found = new SiteSearch(given.candidates, gains, reach).best(15);
      const best = each.toSorted((a, b) => b - a);
      found.slice(0, 15).forEach(({ gain }, rank) => void expect(gain / best[rank]!).toBeCloseTo(1, 12));
      expect(found.length).toBeGreaterThanOrEqual(15);
    },
  );

  it('a planted wrong bound is caught by the look at each', () => {
    /** The gains of a market with bounds that are too low. */
    const withWrongBounds = (gains: SectorGains): Gains => ({
      limitCost: gains.limitCost,
      nearCost: gains.nearCost,
      bounds: (...of) => gains.bounds(...of).map((bound) => 0.8 * bound),
      nearBounds: (...of) => gains.nearBounds(...of).map((bound) => 0.8 * bound),
      totals: (...of) => gains.totals(...of),
      open: (...of) => gains.open(...of),
      reset: () => gains.reset(),
      forEachEffect: (...of) => gains.forEachEffect(...of),
      setProblem: (...of) => gains.setProblem(...of),
      gainOf: (...of) => gains.gainOf(...of),
    });
    let [missed, broken] = [0, 0];
    for (let seed = 0; seed < 16; seed++) {
      const given = scene(4000 + seed);
      const gains = given.candidates.map((_, candidate) => plainGain(given, candidate, []));
      const best = gains.toSorted((a, b) => b - a);
      const isRight = (search: SiteSearch) =>
        search
          .best(7)
          .slice(0, 7)
          .every(({ gain }, rank) => Math.abs(gain / best[rank]! - 1) < 1e-9) &&
        gains.every((gain, candidate) => search.bounds()[candidate]! * (1 + 1e-9) >= gain);
      expect(isRight(searchOf(given))).toBe(true);
      const search = searchOf(given, withWrongBounds);
      if (!isRight(search)) broken++;
      const listed = search.best(7).map(({ gain }) => gain);
      if (listed.some((gain, rank) => rank < 7 && gain < best[rank]! * (1 - 1e-9))) missed++;
    }
    expect(broken).toBeGreaterThan(8);
    expect(missed).toBeGreaterThan(0);
  });

  it('keeps out what may not open, and finds it again', () => {
    const given = scene(77);
    const search = searchOf(given);
    const [first, second] = search.best(2);
    const [next] = search.best(1, (candidate) => candidate !== first!.candidate);
    expect(next!.gain).toBe(second!.gain);
    expect(search.best(1)[0]!.candidate).toBe(first!.candidate);
  });

  it('does not look at places far from the busy corner of a country', () => {
    const blocks = 50;
    const { territory, at } = gridTown({ blocks, blockMeters: 200, speedKph: 36 });
    const { rows } = territory.poles;
    // Spend falls with the distance from one corner.
    const demand = Float64Array.from({ length: rows }, (_, pole) => {
      const [right, up] = [pole % (blocks + 1), Math.floor(pole / (blocks + 1))];
      return 1000 / (1 + right + up);
    });
    const half = blocks / 2;
    const places = Array.from({ length: rows }, (_, i) =>
      at((i % (blocks + 1)) - half, Math.floor(i / (blocks + 1)) - half),
    );
    const candidates = snapOrigins(territory, 'car', places).map((snap) => ({ snap, size: 100 }));
    const markets = { demand, utilitySums: demand.map(() => 1000), ownUtilities: demand.map(() => 0) };
    const search = new SiteSearch(
      candidates,
      new SectorGains(territory.edges.rows, PARAMETERS, markets),
      new Reach(territory, { mode: 'car', traffic: 'normal' }),
    );
    const found = search.best(5);
    const { evaluated } = search;
    const reach = new Reach(territory, { mode: 'car', traffic: 'normal' });
    const gains = new SectorGains(territory.edges.rows, PARAMETERS, markets);
    const each = candidates.map(({ snap, size }) => {
      reach.search([snap], gains.limitCost);
      return gains.totals(reach, [0], [size])[0]!;
    });
    expect(found.slice(0, 5).map(({ gain }) => gain)).toEqual(each.toSorted((a, b) => b - a).slice(0, 5));
    expect(evaluated).toBeLessThan(rows / 3);
  });

  it('ends where the caller says so', () => {
    const { territory, mode, candidates, demand, utilitySums, ownUtilities } = scene(6);
    const gains = new SectorGains(territory.edges.rows, PARAMETERS, { demand, utilitySums, ownUtilities });
    let isStopped = false;
    const reach = new Reach(territory, { mode, traffic: 'normal' }, () => {
      if (isStopped) throw new Error('stopped');
    });
    isStopped = true;
    expect(() => new SiteSearch(candidates, gains, reach).best(3)).toThrow('stopped');
  });
});

describe('people nobody else reaches', () => {
  it('counts everyone once: of a street with five homes the middle, then the ends', () => {
    // 1, 2, 4, 8 and 16 people, ten seconds apart; a place serves its own home and its neighbors.
    const drawn = town('a---b---c---d---e', { blockMeters: 100, speedKph: 36 });
    const { territory } = drawn;
    const names = [...'abcde'];
    const people = new Float64Array(territory.poles.rows);
    for (const [i, name] of names.entries()) people[drawn.pole(name)] = 2 ** i;
    const candidates = snapOrigins(
      territory,
      'car',
      names.map((name) => drawn.at(name)),
    ).map((snap) => ({ snap, size: 1 }));
    const isCovered = new Uint8Array(territory.poles.rows);
    const search = new SiteSearch(
      candidates,
      new CoverageGains(territory.edges.rows, 10_000, people, isCovered),
      new Reach(territory, { mode: 'car', traffic: 'normal' }),
    );
    expect(search.best(5).map(({ candidate, gain }) => [names[candidate], gain])).toEqual([
      ['d', 28],
      ['e', 24],
      ['c', 14],
      ['b', 7],
      ['a', 3],
    ]);
    search.open(3);
    // Both reach a and b: ties are listed in their order.
    expect(search.best(1)).toEqual([
      { candidate: 0, gain: 3 },
      { candidate: 1, gain: 3 },
    ]);
  });
});

describe('sets', () => {
  /** The most that three places gain together, by a look at all of them. */
  function mostOfThree(given: Scene): number {
    const count = given.candidates.length;
    let most = 0;
    for (let a = 0; a < count; a++) {
      for (let b = a + 1; b < count; b++) {
        const two = plainGain(given, a, []) + plainGain(given, b, [a]);
        for (let c = b + 1; c < count; c++) most = Math.max(most, two + plainGain(given, c, [a, b]));
      }
    }
    return most;
  }

  it.each(Array.from({ length: 12 }, (_, seed) => [seed, (['car', 'walk'] as const)[seed % 2]!] as const))(
    'seed %i, %s: the set is the best of all, and its bound proves it',
    (seed, mode) => {
      const given = scene(6000 + seed, { nodes: 16, mode });
      const set = bestSet(searchOf(given), 3);
      const most = mostOfThree(given);
      expect(set.total / most).toBeCloseTo(1, 9);
      expect(set.upperBound / most).toBeCloseTo(1, 6);
      expect(set.upperBound).toBeGreaterThanOrEqual(most * (1 - 1e-9));
      const opened: number[] = [];
      for (const { candidate, gain } of set.steps) {
        expect(gain).toBeCloseTo(plainGain(given, candidate, opened), 6);
        opened.push(candidate);
      }
    },
  );

  it('bounds hold for places that are left out of the poles that are looked at', () => {
    let isOutsideBetter = 0;
    for (let seed = 0; seed < 12; seed++) {
      const given = scene(6000 + seed, { nodes: 16 });
      const most = mostOfThree(given);
      for (const membersMax of [3, 5]) {
        const search = searchOf(given);
        const { candidates, upperBound } = certifiedSet(search, 3, () => false, { membersMax })!;
        const [a, b, c] = candidates as [number, number, number];
        const value = plainGain(given, a, []) + plainGain(given, b, [a]) + plainGain(given, c, [a, b]);
        expect(upperBound).toBeGreaterThanOrEqual(most * (1 - 1e-9));
        if (value < most * (1 - 1e-6)) isOutsideBetter++;
      }
      expect(certifiedSet(searchOf(given), 3, () => false, { entriesMax: 10 })).toBeNull();
    }
    expect(isOutsideBetter).toBeGreaterThan(0);
  });

  it('keeps places apart that are too near', () => {
    const given = scene(91);
    const places = given.candidates.map(({ snap }) => snap.origin);
    const tooNear = (a: number, b: number) =>
      Math.hypot(places[a]!.lat - places[b]!.lat, places[a]!.lng - places[b]!.lng) < 0.01;
    const { steps } = bestSet(searchOf(given), 4, tooNear);
    expect(steps).toHaveLength(4);
    for (const a of steps) for (const b of steps) if (a !== b) expect(tooNear(a.candidate, b.candidate)).toBe(false);
  });

  it.each(Array.from({ length: 8 }, (_, seed) => [seed]))(
    'seed %i: of people nobody reaches, the best of all sets and proven',
    (seed) => {
      const { territory, candidates, demand, times } = scene(6100 + seed, { nodes: 24 });
      const [limitCost, apart] = [150_000, (a: number, b: number) => Math.abs(a - b) === 1];
      const isCovered = Uint8Array.from(demand, (_, pole) => (pole % 7 === 0 ? 1 : 0));
      const search = new SiteSearch(
        candidates,
        new CoverageGains(territory.edges.rows, limitCost, demand, isCovered),
        new Reach(territory, { mode: 'car', traffic: 'normal' }),
      );
      const set = bestSet(search, 3, apart);
      const reached = times.map((of) => [...of].filter(([, cost]) => cost <= limitCost).map(([pole]) => pole));
      let most = 0;
      for (let a = 0; a < candidates.length; a++) {
        for (let b = a + 2; b < candidates.length; b++) {
          for (let c = b + 2; c < candidates.length; c++) {
            const poles = new Set([...reached[a]!, ...reached[b]!, ...reached[c]!]);
            let sum = 0;
            for (const pole of poles) if (isCovered[pole] === 0) sum += demand[pole]!;
            most = Math.max(most, sum);
          }
        }
      }
      expect(set.total / most).toBeCloseTo(1, 9);
      expect(set.upperBound / most).toBeCloseTo(1, 6);
    },
  );
});
