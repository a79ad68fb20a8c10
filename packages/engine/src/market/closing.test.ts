import { SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { closingBySales } from './closing.ts';
import { huff, type Market, marketOf, storeSales } from './huff.ts';

const PARAMETERS = {
  attractionExponent: 1,
  decay: { kind: 'power', exponent: 2 },
  floorSeconds: 60,
  limitSeconds: 1800,
} as const;
const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);

/** Points and stores at random, the first stores own. */
function drawn(seed: number, outside: number) {
  const random = new SeededRandom(seed);
  const points = 5 + random.int(30);
  const count = 4 + random.int(8);
  const demand = Float64Array.from({ length: points }, () => Math.exp(random.normal()));
  const stores = Array.from({ length: count }, () => ({
    attraction: Math.exp(6 + random.normal()),
    steps: Uint16Array.from({ length: points }, () =>
      random.next() < 0.15 ? 0xffff : Math.round(random.between(600, 17_000)),
    ),
  }));
  const market = marketOf(PARAMETERS, demand, stores, outside);
  const own = Array.from({ length: 2 + random.int(count - 2) }, (_, i) => i);
  return { market, own, sales: own.map(() => Math.exp(13 + 0.8 * random.normal())) };
}
/** The same market without one store, made anew. */
const without = (market: Market, position: number) =>
  huff({ ...market, stores: market.stores.filter((_, j) => j !== position) });

describe('closing by sales', () => {
  it('moves what the market made anew without the store moves; parts are 0 or more and add up, 300 markets', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const { market, own, sales } = drawn(seed, seed % 3 === 0 ? 0 : 5);
      const model = huff(market);
      const before = storeSales(model);
      const { alone, plan } = closingBySales(model, { own, sales, closeCount: own.length });
      alone.forEach(({ store, toOwn, toRivals, toNobody, sales: sold }) => {
        expect(Math.min(toOwn, toRivals, toNobody)).toBeGreaterThanOrEqual(-1e-9 * sold);
        expect((toOwn + toRivals + toNobody) / sold).toBeCloseTo(1, 9);
        const after = storeSales(without(market, own[store]!));
        const gained = (position: number) =>
          after[position > own[store]! ? position - 1 : position]! - before[position]!;
        const spend = before[own[store]!]!;
        if (spend === 0) {
          expect(toNobody).toBe(sold);
          return;
        }
        const toOthers = own.filter((position) => position !== own[store]);
        expect(toOwn / sold).toBeCloseTo(sum(toOthers.map(gained)) / spend, 8);
        const all = market.stores.map((_, j) => j).filter((j) => j !== own[store]);
        expect((toOwn + toRivals) / sold).toBeCloseTo(sum(all.map(gained)) / spend, 8);
      });
      expect(plan).toHaveLength(own.length - 1);
      // What is left of own sales is what was there less what each step loses.
      const lost = sum(plan.map(({ sales: sold, toOwn }) => sold - toOwn));
      const kept = new Set(own.keys());
      const now = Float64Array.from(sales);
      for (const { store, moved, toOwn } of plan) {
        expect(sum(moved)).toBeCloseTo(toOwn, 3);
        expect(Math.min(...moved)).toBeGreaterThanOrEqual(0);
        kept.delete(store);
        now[store] = 0;
        moved.forEach((taken, k) => {
          now[k]! += taken;
        });
      }
      expect(sum(now) / (sum(sales) - lost)).toBeCloseTo(1, 6);
      // The first step is the one that loses least alone.
      const losses = alone.map(({ sales: sold, toOwn }) => sold - toOwn);
      expect(plan[0]!.store).toBe(losses.indexOf(Math.min(...losses)));
    }
  });

  it('closes no fixed store, names ties, and scales with money', () => {
    const { market, own, sales } = drawn(5, 5);
    const model = huff(market);
    const twins = { ...market, stores: [market.stores[0]!, market.stores[0]!, ...market.stores.slice(1)] };
    const same = closingBySales(huff(twins), { own: [0, 1], sales: [1000, 1000], closeCount: 1 });
    expect(same.plan[0]).toMatchObject({ store: 0, ties: [1] });
    const fixed = closingBySales(model, { own, sales, closeCount: 9, fixed: new Set(own.keys()) });
    expect(fixed.plan).toEqual([]);
    const cents = closingBySales(model, { own, sales: sales.map((one) => 100 * one), closeCount: 9 });
    const whole = closingBySales(model, { own, sales, closeCount: 9 });
    expect(cents.plan.map(({ store }) => store)).toEqual(whole.plan.map(({ store }) => store));
    expect(cents.plan[0]!.toOwn / whole.plan[0]!.toOwn).toBeCloseTo(100, 9);
  });
});
