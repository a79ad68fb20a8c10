import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decay, decayAt, decayTable, type HuffParameters, STEPS_PER_SECOND, TOO_FAR } from './decay.ts';
import { huff, type Market, marketOf, marketStore, outsideShare, spendBetween, storeSales } from './huff.ts';
import { openingEffect } from './siteEffect.ts';

/** Share of a point's demand that a store gets. */
const storeShare = ({ market, utilitySums }: ReturnType<typeof huff>, store: number, point: number): number => {
  const { utility, steps } = market.stores[store]!;
  const own = utility * market.decay[steps[point]!]!;
  return own === 0 ? 0 : own / utilitySums[point]!;
};

const steps = (...minutes: number[]) => Uint16Array.from(minutes, (m) => Math.round(m * 60 * STEPS_PER_SECOND));
const parameters = (decay: Decay, attractionExponent = 1, more: Partial<HuffParameters> = {}): HuffParameters => ({
  attractionExponent,
  decay,
  floorSeconds: 60,
  limitSeconds: 3600,
  ...more,
});
const sum = (values: Iterable<number>) => [...values].reduce((a, b) => a + b, 0);

describe('published answers', () => {
  it('D-1: two shopping centers, two communities (textbook of M. Levy and B. Weitz)', () => {
    const stores = [
      { attraction: 5000, steps: steps(10, 5) },
      { attraction: 10_000, steps: steps(5, 15) },
    ];
    const model = huff(marketOf(parameters({ kind: 'power', exponent: 2 }), Float64Array.of(5e6, 3e6), stores, 0));
    expect(storeShare(model, 1, 0)).toBeCloseTo(0.8888889, 7);
    expect(storeShare(model, 1, 1)).toBeCloseTo(0.1818182, 7);
    const [existing, opened] = storeSales(model);
    expect(existing).toBeCloseTo(3_010_101.01, 2);
    expect(opened).toBeCloseTo(4_989_898.99, 2);
    expect((100 * opened!) / 8e6).toBeCloseTo(62.3737, 4);
  });

  it('D-24: three stores, exponential and power', () => {
    const stores = [1000, 500, 2000].map((attraction, i) => ({ attraction, steps: steps([5, 3, 12][i]!) }));
    const shares = (decay: Decay) => {
      const model = huff(marketOf(parameters(decay), Float64Array.of(1), stores, 0));
      return stores.map((_, j) => storeShare(model, j, 0));
    };
    const exponential = shares({ kind: 'exponential', perMinute: 0.2 });
    [0.446607, 0.333129, 0.220264].forEach((share, j) => void expect(exponential[j]).toBeCloseTo(share, 6));
    const power = shares({ kind: 'power', exponent: 2 });
    [0.365482, 0.507614, 0.126904].forEach((share, j) => void expect(power[j]).toBeCloseTo(share, 6));
  });

  it("D-4: two towns as stores follow Reilly's law and Converse's breaking point", () => {
    // Attraction is the population, and a kilometer takes a minute.
    const towns = (populations: readonly number[], kilometers: readonly number[]) => {
      const stores = populations.map((attraction, i) => ({ attraction, steps: steps(kilometers[i]!) }));
      const model = huff(marketOf(parameters({ kind: 'power', exponent: 2 }), Float64Array.of(1), stores, 0));
      return stores.map((_, j) => storeShare(model, j, 0));
    };
    // W. J. Reilly, The law of retail gravitation, 1931.
    expect(towns([39_851, 37_366], [27, 25])[0]).toBeCloseTo(0.477631, 6);
    // P. D. Converse, Journal of Marketing 14, 1949: 80 km apart, both draw equally at 46.86292 and 33.13708 km.
    expect(towns([400_000, 200_000], [46.86292, 33.13708])[0]).toBeCloseTo(0.5, 4);
  });

  it('D-3: 63 food shops and 42 districts of Freiburg', () => {
    const freiburg = JSON.parse(readFileSync(new URL('./freiburg.json', import.meta.url), 'utf8')) as {
      purchasingPower: number[];
      salesAreaSquareMeters: number[];
      annualSales: number[];
      distanceDecimeters: number[][];
    };
    const { purchasingPower, salesAreaSquareMeters, annualSales, distanceDecimeters } = freiburg;
    // The model looks decay up by step; here a step is the number of a pair, and its decay that of a distance in km.
    const decay = Float64Array.from(distanceDecimeters.flat(), (decimeters) => (decimeters / 10_000) ** -2);
    const market: Market = {
      demand: Float64Array.from(purchasingPower),
      stores: salesAreaSquareMeters.map((utility, j) => ({
        utility,
        steps: Uint16Array.from(purchasingPower, (_, district) => district * salesAreaSquareMeters.length + j),
      })),
      decay,
      outsideUtility: 0,
    };
    const sales = storeSales(huff(market));
    expect(sum(sales) / 377_105_880).toBeCloseTo(1, 7);
    expect(sales[0]! / 4_057_591).toBeCloseTo(1, 4);
    expect(sales[2]! / 6_936_748).toBeCloseTo(1, 4);
    expect(annualSales.length).toBe(63);
    const off = annualSales.map((observed: number, i: number) => Math.abs(observed - sales[i]!) / observed);
    expect(sum(off) / 63).toBeCloseTo(0.6384, 4);
    const [ofObserved, ofModelled] = [annualSales, [...sales]].map((all) => all.map((one) => one - sum(all) / 63));
    const product = (a: readonly number[], b: readonly number[]) => sum(a.map((one, i) => one * b[i]!));
    const squared = product(ofObserved!, ofModelled!) ** 2;
    expect(squared / product(ofObserved!, ofObserved!) / product(ofModelled!, ofModelled!)).toBeCloseTo(0.55, 4);
  });
});

describe('decay', () => {
  it('counts short trips as the floor and ends at the limit, which belongs to it', () => {
    const of = parameters({ kind: 'power', exponent: 2 }, 1, { limitSeconds: 600 });
    const table = decayTable(of);
    expect(table[0]).toBe(1);
    expect(table[600]).toBe(1);
    expect(table[1200]).toBe(0.25);
    expect(table[6000]).toBeCloseTo(0.01, 12);
    expect(table[6001]).toBe(0);
    expect(table[TOO_FAR]).toBe(0);
    expect(decayAt(parameters({ kind: 'exponential', perMinute: 0.2 }), 300)).toBeCloseTo(Math.exp(-1), 12);
  });

  it('refuses limits beyond what a step can say, and no floor under a power', () => {
    expect(() => decayTable(parameters({ kind: 'power', exponent: 2 }, 1, { limitSeconds: 6554 }))).toThrow(/6553.4/);
    expect(() => decayTable(parameters({ kind: 'power', exponent: 2 }, 1, { floorSeconds: 0 }))).toThrow(/floor/);
  });
});

/** A random market with some stores out of reach of some points, and points without money or without any store. */
const worlds = fc.record({
  stores: fc.array(
    fc.record({ attraction: fc.integer({ min: 1, max: 5000 }), seed: fc.integer({ min: 0, max: 0xffff }) }),
    { maxLength: 7 },
  ),
  demand: fc.array(fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1e7, noNaN: true })), {
    minLength: 1,
    maxLength: 12,
  }),
  outside: fc.oneof(fc.constant(0), fc.double({ min: 1e-6, max: 1000, noNaN: true })),
  exponent: fc.double({ min: 0.5, max: 3, noNaN: true }),
  alpha: fc.double({ min: 0, max: 2, noNaN: true }),
});
type World = typeof worlds extends fc.Arbitrary<infer T> ? T : never;

const secondsOf = (seed: number, point: number) => ((seed * 7919 + point * 104_729) % 5000) / 2;
const stepsOf = (seed: number, points: number) =>
  Uint16Array.from({ length: points }, (_, p) => Math.round(secondsOf(seed, p) * STEPS_PER_SECOND));
const parametersOf = ({ exponent, alpha }: World) =>
  parameters({ kind: 'power', exponent }, alpha, { limitSeconds: 1200 });

function marketOfWorld(world: World): Market {
  const stores = world.stores.map(({ attraction, seed }) => ({
    attraction,
    steps: stepsOf(seed, world.demand.length),
  }));
  return marketOf(parametersOf(world), Float64Array.from(world.demand), stores, world.outside);
}

/** The formula, pair by pair. */
function naiveShare(world: World, store: number, point: number): number {
  const utility = (j: number) => {
    const { attraction, seed } = world.stores[j]!;
    const seconds = secondsOf(seed, point);
    return seconds > 1200 ? 0 : attraction ** world.alpha * Math.max(seconds / 60, 1) ** -world.exponent;
  };
  const own = utility(store);
  return own === 0 ? 0 : own / (world.outside + sum(world.stores.map((_, j) => utility(j))));
}

const closeTo = (value: number, expected: number, scale: number) =>
  expect(Math.abs(value - expected)).toBeLessThanOrEqual(1e-9 * Math.max(scale, 1e-300));

describe('identities on random worlds', () => {
  it('equals the formula taken pair by pair', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const model = huff(marketOfWorld(world));
        const sales = storeSales(model);
        world.stores.forEach((_, j) => {
          world.demand.forEach((_, p) => void closeTo(storeShare(model, j, p), naiveShare(world, j, p), 1));
          const expected = sum(world.demand.map((spend, p) => spend * naiveShare(world, j, p)));
          closeTo(sales[j]!, expected, sum(world.demand));
        });
      }),
    );
  });

  it('probabilities sum to 1 with the outside option; captured + outside = demand', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const model = huff(marketOfWorld(world));
        world.demand.forEach((_, p) => {
          const shares = world.stores.map((_, j) => storeShare(model, j, p));
          closeTo(sum(shares) + outsideShare(model, p), 1, 1);
        });
        const outside = sum(world.demand.map((spend, p) => spend * outsideShare(model, p)));
        closeTo(sum(storeSales(model)) + outside, sum(world.demand), sum(world.demand));
      }),
    );
  });

  it('the spend between some points and some stores is that of their pairs', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const model = huff(marketOfWorld(world));
        const some = world.demand.flatMap((_, p) => (p % 3 === 1 ? [p] : []));
        const every2nd = world.stores.flatMap((_, j) => (j % 2 === 0 ? [j] : []));
        const expected = sum(every2nd.flatMap((j) => some.map((p) => world.demand[p]! * naiveShare(world, j, p))));
        closeTo(spendBetween(model, some, every2nd), expected, sum(world.demand));
      }),
    );
  });

  it('a store more: captured = taken + new to market, and no other store gains', () => {
    fc.assert(
      fc.property(
        worlds,
        fc.integer({ min: 0, max: 0xffff }),
        fc.integer({ min: 1, max: 5000 }),
        (world, seed, attraction) => {
          const market = marketOfWorld(world);
          const opened = marketStore(parametersOf(world), attraction, stepsOf(seed, world.demand.length));
          const before = huff(market);
          const effect = openingEffect(before, opened);
          const total = sum(world.demand);
          closeTo(sum(effect.takenFrom) + effect.newToMarket, effect.captured, total);

          const some = world.stores.flatMap((_, j) => (j % 2 === 1 ? [j] : []));
          const partly = openingEffect(before, opened, some);
          const expected = effect.takenFrom.map((taken, j) => (j % 2 === 1 ? taken : Number.NaN));
          expect(partly).toEqual({ ...effect, takenFrom: expected });

          const after = huff({ ...market, stores: [...market.stores, opened] });
          const [salesBefore, salesAfter] = [storeSales(before), storeSales(after)];
          closeTo(salesAfter[world.stores.length]!, effect.captured, total);
          world.stores.forEach((_, j) => {
            expect(effect.takenFrom[j]).toBeGreaterThanOrEqual(0);
            expect(salesAfter[j]).toBeLessThanOrEqual(salesBefore[j]! * (1 + 1e-12));
            closeTo(salesBefore[j]! - salesAfter[j]!, effect.takenFrom[j]!, total);
          });
        },
      ),
    );
  });
});
