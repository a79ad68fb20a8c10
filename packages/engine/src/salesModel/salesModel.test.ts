import { SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { decayAt, STEPS_PER_SECOND, TOO_FAR } from '../market/decay.ts';
import { drawnGround, type SimulatedChain, simulatedChain } from '../testing/simulatedChain.ts';
import { conformalRange } from './conformal.ts';
import { fit } from './fit.ts';
import { evenFolds, spatialFolds } from './folds.ts';
import { forecastSales } from './forecast.ts';
import { beyondOf } from './likeness.ts';
import { inverse } from './linear.ts';
import { modelledSales } from './modelledSales.ts';
import { rivalForecasts } from './rivals.ts';
import { pairsOf, type SalesMarket, startOf } from './salesMarket.ts';
import { fitSalesModel, observationsOf } from './salesModel.ts';

const ground = drawnGround(7, 60, 140);
const recipe = { noise: 0.2, omitted: 0, clusters: 0, wrongAreas: 0 };
const chain = (seed: number, stores: number, more: Partial<typeof recipe> = {}) =>
  simulatedChain(ground, { ...recipe, ...more, seed, stores });

/** ln E of the first stores by the textbook, pair by pair. */
function plainLogs({ market }: SimulatedChain, alpha: number, beta: number, stores: number): number[] {
  const { demand, outside, parameters } = market;
  const under = { ...parameters, decay: { kind: 'power', exponent: beta } as const };
  const worth = (attraction: number, seconds: number) => attraction ** alpha * decayAt(under, seconds);
  const sums = Array.from({ length: stores }, () => 0);
  demand.forEach((spend, p) => {
    const all = market.stores.map(({ attraction, steps }) =>
      steps[p]! === TOO_FAR ? 0 : worth(attraction, steps[p]! / STEPS_PER_SECOND),
    );
    const total = all.reduce((a, b) => a + b, worth(outside.attraction, outside.seconds));
    for (let own = 0; own < stores; own++) sums[own]! += (spend * all[own]!) / total;
  });
  return sums.map(Math.log);
}

/** Least value of a function of two numbers (J. A. Nelder and R. Mead, Computer Journal 7, 1965). */
function simplex(of: (x: number[]) => number, start: number[]): number[] {
  const at = (x: number[]) => ({ x, value: of(x) });
  let corners = [start, [start[0]! + 0.3, start[1]!], [start[0]!, start[1]! + 0.3]].map(at);
  for (let round = 0; round < 120; round++) {
    corners = corners.sort((a, b) => a.value - b.value);
    const [best, middle, worst] = corners as [(typeof corners)[0], (typeof corners)[0], (typeof corners)[0]];
    const center = [0, 1].map((k) => (best.x[k]! + middle.x[k]!) / 2);
    const along = (t: number) => at(center.map((c, k) => c + t * (worst.x[k]! - c)));
    const reflected = along(-1);
    const tried = reflected.value < best.value ? along(-2) : reflected.value < middle.value ? reflected : along(0.5);
    const better = tried.value < reflected.value ? tried : reflected;
    if (better.value < worst.value) corners[2] = better;
    else corners = corners.map(({ x }) => at(x.map((value, k) => (value + best.x[k]!) / 2)));
  }
  return corners.sort((a, b) => a.value - b.value)[0]!.x;
}

describe('modelledSales', () => {
  it('has the sales of the formula pair by pair, and the slopes of small differences', () => {
    const one = chain(3, 20);
    const { market } = one;
    const observed = Array.from({ length: 20 }, (_, i) => i);
    const coefficients = { ...startOf(market), distance: 1.4, floorArea: 0.7, outside: 0.3, own: 0.2 };
    const pairs = pairsOf(market);
    const under = (change: object) => modelledSales(market, pairs, { ...coefficients, ...change }, observed);
    const plain = modelledSales(market, pairs, { ...startOf(market), distance: 1.4, floorArea: 0.7 }, observed);
    plainLogs(one, 0.7, 1.4, 20).forEach((log, i) => {
      expect(plain.logs[i]).toBeCloseTo(log, 10);
    });
    const { slopes } = under({});
    (['distance', 'floorArea', 'outside', 'own'] as const).forEach((term, k) => {
      const [more, less] = [1e-5, -1e-5].map((by) => under({ [term]: coefficients[term] + by }).logs);
      observed.forEach((i) => {
        expect(slopes[4 * i + k]).toBeCloseTo((more![i]! - less![i]!) / 2e-5, 6);
      });
    });
  });
});

describe('fit', () => {
  it('agrees with another optimizer on its own likelihood to four digits', () => {
    const one = chain(5, 40);
    const observations = observationsOf(one.market, one.observed);
    const found = fit(observations, ['scale', 'distance', 'floorArea']);
    const logs = one.observed.map(({ sales }) => Math.log(sales));
    const misfit = ([alpha, beta]: number[]) => {
      const modelled = plainLogs(one, alpha!, beta!, logs.length);
      const errors = logs.map((log, i) => log - modelled[i]!);
      const mean = errors.reduce((a, b) => a + b, 0) / errors.length;
      return errors.reduce((sum, error) => sum + (error - mean) ** 2, 0);
    };
    const [alpha, beta] = simplex(misfit, [1, 2]);
    expect(found.coefficients.floorArea! / alpha!).toBeCloseTo(1, 4);
    expect(found.coefficients.distance! / beta!).toBeCloseTo(1, 4);
    expect(found.misfit).toBeCloseTo(misfit([alpha!, beta!]), 6);
  });

  it('finds what made sales without noise, and says which coefficient ends at its bound', () => {
    const one = chain(11, 40, { noise: 0 });
    const observations = observationsOf(one.market, one.observed);
    const { coefficients } = fit(observations, ['scale', 'distance', 'floorArea', 'elasticity']);
    expect(coefficients.distance).toBeCloseTo(one.truth.distance, 4);
    expect(coefficients.floorArea).toBeCloseTo(one.truth.floorArea, 4);
    expect(coefficients.elasticity).toBeCloseTo(1, 4);
    expect(coefficients.scale! - observations.origin).toBeCloseTo(Math.log(one.truth.money), 4);
    const inverted = one.observed.map((store) => ({ ...store, sales: 1 / store.sales }));
    expect(fit(observationsOf(one.market, inverted), ['scale', 'elasticity']).atBound).toEqual(['elasticity']);
    // A model does not keep it there: the sector's value stands, and is told.
    const kept = fitSalesModel(one.market, inverted);
    expect(kept.atBound).toContainEqual({ term: 'elasticity', bound: 0, value: 1 });
    expect(kept.terms.filter(({ atBound }) => atBound)).toEqual([]);
    expect(kept.coefficients.elasticity).toBe(1);
  });
});

describe('conformalRange', () => {
  it('takes the ranks of jackknife+, and none where too few stores are known', () => {
    const misses = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    const forecasts = misses.map((_, i) => (i === 7 ? 100 : 10));
    // 80% of 9 stores: rank 8 of 10. The eighth smallest of 11, 12 … 17, 19, 108 is 19, the second smallest of the lows 2.
    expect(conformalRange(forecasts, misses, 0.8)).toEqual({ low: 3, high: 19 });
    expect(conformalRange(forecasts, misses, 0.95).high).toBe(Number.POSITIVE_INFINITY);
    expect(conformalRange([0, 0, 0, 0], [1, 1, 1, 1], 0.8, 3)).toEqual({ low: -3, high: 3 });
  });
});

describe('folds', () => {
  it('keep neighbors together, or spread stores evenly', () => {
    const spots = Array.from({ length: 12 }, (_, i) => ({ x: (i * 7) % 12, y: 0 }));
    const folds = spatialFolds(spots, 4);
    for (const fold of [0, 1, 2, 3]) {
      const xs = spots.filter((_, i) => folds[i] === fold).map(({ x }) => x);
      expect(xs.length).toBe(3);
      expect(Math.max(...xs) - Math.min(...xs)).toBe(2);
    }
    expect(new Set(evenFolds(9, 24)).size).toBe(9);
    const counts = Array.from({ length: 24 }, (_, fold) => evenFolds(60, 24).filter((of) => of === fold).length);
    expect([Math.min(...counts), Math.max(...counts)]).toEqual([2, 3]);
  });
});

it('inverts a matrix, and refuses one whose rows follow from each other', () => {
  expect(Array.from(inverse(Float64Array.from([4, 2, 2, 3]), 2)!, (value) => Math.round(8 * value))).toEqual([
    3, -2, -2, 4,
  ]);
  expect(inverse(Float64Array.from([1, 2, 2, 4]), 2)).toBeNull();
});

it('forecasts by the naive rivals from other folds alone', () => {
  const span = { least: 0, most: 1, deviation: 1 };
  const spans = { floorArea: span, spendWithinReach: span, competition: span, ownStoreDistance: span };
  const areas = [0, 1, 1, 2, 50, 3, 4];
  const spends = [5, 5, 6, 7, 1, 4, 8];
  const logs = [1, 2, 3, 4, 100, 6, 7];
  const stores = logs.map((logSales, i) => ({
    lat: i,
    lng: 0,
    logSales,
    traits: { floorArea: areas[i]!, spendWithinReach: spends[i]!, competition: 0, ownStoreDistance: 0 },
  }));
  const found = rivalForecasts(stores, spans, Uint8Array.from([0, 1, 2, 3, 0, 4, 5]));
  const others = [1, 2, 3, 5, 6];
  expect(found.meanOfStores[0]).toBeCloseTo(22 / 5, 12);
  expect(found.meanPerSquareMeter[0]).toBeCloseTo((22 - 11) / 5, 12);
  expect(found.nearestSimilar[1]).toBeCloseTo((1 + 3 + 4) / 3, 12);
  // Stores lie in a row to the north: of the first store's own fold the fifth is left out.
  expect(found.nearest[3]).toBeCloseTo((2 + 3 + 100 + 6 + 1) / 5, 12);
  // Least squares by its normal equations, written out: the residuals are orthogonal to all that explains.
  const fitted = (area: number, spend: number) => {
    const rows = others.map((i) => [1, areas[i]!, spends[i]!]);
    const normal = Float64Array.from(
      [0, 1, 2].flatMap((a) => [0, 1, 2].map((b) => rows.reduce((sum, row) => sum + row[a]! * row[b]!, 0))),
    );
    const inverted = inverse(normal, 3)!;
    const right = [0, 1, 2].map((a) => rows.reduce((sum, row, at) => sum + row[a]! * logs[others[at]!]!, 0));
    const by = [0, 1, 2].map((a) => right.reduce((sum, value, b) => sum + inverted[3 * a + b]! * value, 0));
    return by[0]! + by[1]! * area + by[2]! * spend;
  };
  expect(found.regression[0]).toBeCloseTo(fitted(areas[0]!, spends[0]!), 4);
});

it('names what a place has less or more of than any own store', () => {
  const span = { least: 0, most: 1, deviation: 0.5 };
  const spans = { floorArea: span, spendWithinReach: span, competition: span, ownStoreDistance: span };
  const place = { floorArea: 1.2, spendWithinReach: -1, competition: 0.5, ownStoreDistance: 2 };
  expect(beyondOf(place, spans)).toEqual([
    { trait: 'spendWithinReach', side: 'less', by: 2 },
    { trait: 'ownStoreDistance', side: 'more', by: 2 },
  ]);
});

describe('fitSalesModel', () => {
  it('beats its rivals on stores left out, keeps the truth in its intervals, and says the same every time', () => {
    const one = chain(21, 60);
    const model = fitSalesModel(one.market, one.observed);
    expect(model).toEqual(fitSalesModel(one.market, one.observed));
    expect(model.error).toBeLessThan(Math.min(...Object.values(model.rivals)));
    for (const { term, low, high } of model.terms) {
      if (term !== 'distance' && term !== 'floorArea') continue;
      expect(low).toBeLessThan(one.truth[term]);
      expect(high).toBeGreaterThan(one.truth[term]);
    }
    expect(model.terms.map(({ term }) => term)).toEqual(['scale', 'distance']);
  });

  it('names an outlier and keeps it, and refuses too few stores', () => {
    const one = chain(22, 40);
    const spoiled = one.observed.map((store, i) => (i === 9 ? { ...store, sales: store.sales * 30 } : store));
    const { stores } = fitSalesModel(one.market, spoiled);
    expect(stores.length).toBe(spoiled.length);
    expect(stores.flatMap(({ isOutlier }, i) => (isOutlier ? [i] : []))).toContain(9);
    expect(() => fitSalesModel(one.market, one.observed.slice(0, 5))).toThrow('5 stores with sales are too few');
  });

  it('loses to a rival where sales have nothing to do with the market', () => {
    const one = chain(23, 40);
    const random = new SeededRandom(1);
    const model = fitSalesModel(
      one.market,
      one.observed.map((store) => ({ ...store, sales: Math.exp(10 + random.normal()) })),
    );
    expect(model.error).toBeGreaterThan(0.97 * model.rivals.meanOfStores);
  });
});

describe('forecastSales', () => {
  it('holds 80% of new stores of simulated chains of 14 to 40 stores', () => {
    let [held, held95, count, count95] = [0, 0, 0, 0];
    for (let seed = 100; seed < 130; seed++) {
      const one = chain(seed, 14 + ((seed * 7) % 27), { omitted: 0.2, wrongAreas: 0.2 });
      const model = fitSalesModel(one.market, one.observed);
      const forecasts = forecastSales(model, one.market, one.observed, one.next);
      forecasts.forEach(({ range80, range95, sales }, i) => {
        const came = one.next[i]!.sales;
        expect(range80!.low).toBeLessThan(sales);
        count++;
        if (range80!.low <= came && came <= range80!.high) held++;
        if (range95 === null) return;
        count95++;
        if (range95.low <= came && came <= range95.high) held95++;
      });
    }
    expect(count).toBe(900);
    expect(held / count).toBeGreaterThan(0.74);
    expect(held / count).toBeLessThan(0.87);
    expect(held95 / count95).toBeGreaterThan(0.91);
  });

  it('takes nothing from stores far away, more from near ones, and widens ranges beyond own stores', () => {
    const one = chain(31, 40);
    const model = fitSalesModel(one.market, one.observed);
    const own = one.observed[0]!;
    const at = { ...one.market.stores[own.position]!, lat: own.lat, lng: own.lng, format: null };
    const [beside, giant] = forecastSales(model, one.market, one.observed, [at, { ...at, attraction: 400_000 }]);
    expect(beside!.taken[0]!.taken).toBeGreaterThan(0);
    expect(beside!.taken.every(({ taken, store }) => taken < model.stores[store]!.sales)).toBe(true);
    expect(beside!.netNew).toBeCloseTo(beside!.mean - beside!.taken.reduce((sum, { taken }) => sum + taken, 0), 6);
    expect(beside!.similar).toContain(0);
    expect(giant!.beyond[0]).toMatchObject({ trait: 'floorArea', side: 'more' });
    const width = ({ range80 }: { range80: { low: number; high: number } | null }) => range80!.high / range80!.low;
    expect(width(giant!)).toBeGreaterThan(width(beside!));
  });
});

describe('a market without a choice', () => {
  it('refuses a store that nobody can reach', () => {
    const one = chain(41, 12);
    const nowhere = { attraction: 500, steps: new Uint16Array(one.market.demand.length).fill(TOO_FAR), values: [1] };
    const market: SalesMarket = { ...one.market, stores: [...one.market.stores, nowhere] };
    const observed = [...one.observed, { ...one.observed[0]!, position: market.stores.length - 1 }];
    expect(() => fitSalesModel(market, observed)).toThrow(`Nobody lives within reach of store ${observed.length}.`);
  });
});
