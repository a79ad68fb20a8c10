import { describe, expect, it } from 'vitest';
import { faultsOf } from '../testing/salesIdentities.ts';
import { drawnGround, simulatedChain } from '../testing/simulatedChain.ts';
import { forecastSales, forecastTogether } from './forecast.ts';
import { fitSalesModel } from './salesModel.ts';

const ground = drawnGround(7, 60, 140);
const recipe = { noise: 0.3, omitted: 0.2, clusters: 0.1, wrongAreas: 0.1 };
const chain = (seed: number, stores = 12 + (seed % 20)) => simulatedChain(ground, { ...recipe, seed, stores });
const smallGround = drawnGround(7, 30, 140);
const smallChain = (seed: number) => simulatedChain(smallGround, { ...recipe, seed, stores: 8 + (seed % 10) });

describe('forecasts that add up', () => {
  it('hold their identities on 100 seeded chains, whatever the elasticity (10,000 in bench sales-identities)', () => {
    const faults: string[] = [];
    for (let seed = 1; seed <= 100; seed++) faults.push(...faultsOf(smallChain(seed), seed));
    // Two places take all that a store sells.
    faults.push(...faultsOf(smallChain(8740), 8740));
    expect(faults).toEqual([]);
  });

  it('have the same sums in any order of places and of stores', () => {
    for (const seed of [4, 11]) {
      const { market, observed, next } = chain(seed);
      const ask = (own: typeof observed, places: typeof next) =>
        forecastTogether(fitSalesModel(market, own), market, own, places).together!;
      const said = Object.values(ask(observed, next.slice(0, 6))).flatMap((one) =>
        typeof one === 'number' ? [one] : [one.low, one.high],
      );
      const other = ask(
        observed.toSorted((a, b) => a.sales - b.sales),
        next.slice(0, 6).toReversed(),
      );
      const again = Object.values(other).flatMap((one) => (typeof one === 'number' ? [one] : [one.low, one.high]));
      again.forEach((value, i) => {
        expect(value / said[i]!).toBeCloseTo(1, 6);
      });
    }
  });

  it('change nothing but money with its scale, and nothing with the order of stores', () => {
    for (const seed of [3, 17]) {
      const one = chain(seed);
      const ask = (observed: typeof one.observed, per = 1) =>
        forecastSales(fitSalesModel(one.market, observed), one.market, observed, one.next.slice(0, 5)).map(
          ({ mean, sales, range80, netNew, naive }) =>
            [mean, sales, range80!.low, range80!.high, netNew, naive.mean].map((value) => value / per),
        );
      const said = ask(one.observed);
      const shuffled = one.observed.toSorted((a, b) => a.sales - b.sales);
      const inCents = one.observed.map((store) => ({ ...store, sales: 100 * store.sales }));
      for (const other of [ask(shuffled), ask(inCents, 100)]) {
        other.flat().forEach((value, i) => {
          expect(value / said.flat()[i]!).toBeCloseTo(1, 6);
        });
      }
    }
  });

  it('have a mean above the middle that own stores, each left out, add up to', () => {
    const one = chain(5, 30);
    const model = fitSalesModel(one.market, one.observed);
    const [first] = forecastSales(model, one.market, one.observed, one.next);
    const sum = (of: 'sales' | 'leftOut') => model.stores.reduce((total, store) => total + store[of], 0);
    expect(first!.mean / first!.sales).toBeCloseTo(sum('sales') / sum('leftOut'), 9);
    expect(first!.mean).toBeGreaterThan(first!.sales);
  });

  it('take from own stores by the market where sales say nothing of it', () => {
    const one = chain(9, 20);
    const model = fitSalesModel(one.market, one.observed);
    for (const elasticity of [0, 1, 1.5]) {
      const given = { ...model, coefficients: { ...model.coefficients, elasticity } };
      const own = one.observed[0]!;
      const beside = { ...one.market.stores[own.position]!, lat: own.lat, lng: own.lng, format: null };
      const { each, together } = forecastTogether(given, one.market, one.observed, [beside, one.next[0]!]);
      expect(each[0]!.takenFromOwn).toBeGreaterThan(0);
      expect(each[0]!.netNew).toBeGreaterThan(0);
      expect(together!.netNew).toBeLessThanOrEqual(each[0]!.netNew + each[1]!.netNew + 1e-6);
    }
  });
});
