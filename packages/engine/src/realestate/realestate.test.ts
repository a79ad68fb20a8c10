import { inMemoryTerritory, NO_DAY, type RealestateParts } from '@hinterland/territory';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { medianDaysOnMarket } from './daysOnMarket.ts';
import { realestateFigures } from './figures.ts';
import { listingsOf, listingTest } from './listings.ts';
import { monthName, monthOfDay, monthOfName, periodsBetween } from './periods.ts';
import { quantile, quartiles } from './quartiles.ts';
import { changePercentPerYear } from './trend.ts';

type Row = Partial<Record<'pole' | 'kind' | 'state' | 'type' | 'price' | 'area' | 'day' | 'days' | 'open', number>>;

/** Sales of apartments at pole 0 on 1 January 2026 where a row does not say else. */
function drawn(rows: readonly Row[], poles = 3) {
  const column = (of: (row: Row) => number | undefined, other: number) => rows.map((row) => of(row) ?? other);
  const listings: RealestateParts['listings'] = {
    pole: column(({ pole }) => pole, 0),
    kind: column(({ kind }) => kind, 0),
    state: column(({ state }) => state, 0),
    type: column(({ type }) => type, 1),
    price: column(({ price }) => price, Number.NaN),
    floorAreaSquareMeters: column(({ area }) => area, Number.NaN),
    rooms: column(() => undefined, Number.NaN),
    day: column(({ day }) => day, dayOf('2026-01-01')),
    daysOnMarket: column(({ days }) => days, -1),
    open: column(({ open }) => open, 0),
    source: column(() => undefined, 0),
    id: rows.map((_, i) => `r${i}`),
  };
  const zeros = Array.from({ length: poles }, () => 0);
  return listingsOf(
    inMemoryTerritory({
      poles: { lngMicrodegrees: zeros, latMicrodegrees: zeros, dwellings: zeros, kind: zeros },
      realestate: { listings },
    }),
  )!;
}

const dayOf = (iso: string) => Date.parse(iso) / 86_400_000;
const year = periodsBetween(monthOfName('2026-01'), monthOfName('2026-12'), 'month');
const all = (listings: ReturnType<typeof drawn>) => Array.from(listings.month, (_, row) => row);

describe('D-23: real estate arithmetic', () => {
  const perSquareMeter = [2100, 2500, 2600, 3000, 3100, 3600, 4000, 5200];

  it('median 3,050, P25 2,575, P75 3,700 of the known prices per m², whatever the floor areas', () => {
    const listings = drawn(perSquareMeter.map((value, i) => ({ price: value * (50 + i), area: 50 + i })).toReversed());
    const [market] = realestateFigures(listings, all(listings), year).markets;
    expect(market!.all.pricePerSquareMeter).toEqual({ count: 8, p25: 2575, median: 3050, p75: 3700 });
  });

  it('a rent of 15.5 at 4,200 per m² yields 4.428571%', () => {
    const sales = Array.from({ length: 5 }, () => ({ price: 420_000, area: 100 }));
    const rents = Array.from({ length: 5 }, () => ({ kind: 1, price: 775, area: 50 }));
    const listings = drawn([...sales, ...rents]);
    const { grossYields } = realestateFigures(listings, all(listings), year);
    expect(grossYields.map(({ type, sale, rent }) => [type, sale, rent])).toEqual([
      [null, 'listing', 'listing'],
      ['apartment', 'listing', 'listing'],
    ]);
    for (const { percent } of grossYields) expect(percent).toBeCloseTo(4.428571, 6);
  });
});

describe('quartiles', () => {
  it('agree with the definition on any values: a share of the gaps between neighbors', () => {
    const values = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(values, fc.double({ min: 0, max: 1, noNaN: true }), (list, share) => {
        const ascending = list.toSorted((a, b) => a - b);
        // Every gap between neighbors counts by how much of it lies below the rank.
        const rank = (list.length - 1) * share;
        const expected = ascending
          .slice(1)
          .reduce((sum, value, i) => sum + (value - ascending[i]!) * Math.min(1, Math.max(0, rank - i)), ascending[0]!);
        expect(quantile(ascending, share)).toBeCloseTo(expected, 6);
      }),
    );
  });

  it('are those of the sorted values', () => {
    const values = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 5, maxLength: 200 });
    fc.assert(
      fc.property(values, (list) => {
        const ascending = list.toSorted((a, b) => a - b);
        const [p25, median, p75] = [0.25, 0.5, 0.75].map((share) => quantile(ascending, share));
        expect(quartiles(list)).toEqual({ count: list.length, p25, median, p75 });
      }),
    );
  });

  it('are silent below five values, and do not count what is not known', () => {
    expect(quartiles([1, 2, 3, 4])).toEqual({ count: 4, p25: null, median: null, p75: null });
    expect(quartiles([5, 1, Number.NaN, 2, 3, 4])).toEqual({ count: 5, p25: 2, median: 3, p75: 4 });
  });
});

describe('days on market', () => {
  it('the textbook case: remission times of 21 patients, of whom 12 are still in remission, have the median 23', () => {
    // Freireich et al. 1963, the 6-MP group, as printed in every course on survival.
    const days = [6, 6, 6, 6, 7, 9, 10, 10, 11, 13, 16, 17, 19, 20, 22, 23, 25, 32, 32, 34, 35];
    const open = [0, 0, 0, 1, 0, 1, 0, 1, 1, 0, 0, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1];
    expect(medianDaysOnMarket(days, open)).toEqual({ count: 21, open: 12, median: 23 });
  });

  it('is the lower middle where nothing is open, and null where most are', () => {
    expect(medianDaysOnMarket([50, 10, 30, 20, 40, 60], [0, 0, 0, 0, 0, 0]).median).toBe(30);
    expect(medianDaysOnMarket([50, 10, 30, 20, 40], [1, 0, 1, 1, 1]).median).toBeNull();
    expect(medianDaysOnMarket([1, 2, 3, 4], [0, 0, 0, 0]).median).toBeNull();
  });

  it('never falls when an offer turns out to be open still', () => {
    const offers = fc.array(fc.tuple(fc.nat(300), fc.nat(1)), { minLength: 5, maxLength: 40 });
    fc.assert(
      fc.property(offers, fc.nat(), (list, pick) => {
        const days = list.map(([day]) => day);
        const open = list.map(([, flag]) => flag);
        const before = medianDaysOnMarket(days, open).median;
        open[pick % open.length] = 1;
        const after = medianDaysOnMarket(days, open).median;
        expect(after ?? Infinity).toBeGreaterThanOrEqual(before ?? Infinity);
      }),
    );
  });
});

describe('trend', () => {
  it('finds the rate of growing medians exactly, and one mad month does not move it far', () => {
    const growing = Array.from({ length: 24 }, (_, i) => 3000 * 1.06 ** (i / 12));
    expect(changePercentPerYear(growing, 12)).toBeCloseTo(6, 9);
    const odd = growing.map((value, i) => (i === 11 ? value * 3 : value));
    expect(changePercentPerYear(odd, 12)).toBeCloseTo(6, 1);
    const holes = growing.map((value, i) => (i % 3 === 1 ? null : value));
    expect(changePercentPerYear(holes, 12)).toBeCloseTo(6, 9);
    expect(changePercentPerYear(growing.slice(0, 5), 12)).toBeNull();
  });

  it('medians stand in the period of their day', () => {
    const rows = ['2026-01-31', '2026-02-01', '2026-02-28'].flatMap((day, i) =>
      Array.from({ length: 5 }, () => ({ day: dayOf(day), price: 100 * (i + 1), area: 10 })),
    );
    const listings = drawn(rows);
    const { trend } = realestateFigures(listings, all(listings), year).markets[0]!.all;
    expect(trend.counts).toEqual([5, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(trend.medianPricePerSquareMeter.slice(0, 3)).toEqual([10, 25, null]);
    expect([trend.changePercentPerYear, trend.changeOf]).toEqual([null, null]);
  });

  it('is that of the price where most prices have no floor area beside them', () => {
    const rows = (withArea: number) =>
      Array.from({ length: 8 }, (_, month) =>
        Array.from({ length: 12 }, (__, i) => ({
          day: dayOf(`2026-0${month + 1}-15`),
          price: 1000 * 2 ** (month / 12),
          ...(i < withArea ? { area: 10 * 2 ** (month / 6) } : {}),
        })),
      ).flat();
    for (const [withArea, of, change] of [
      [5, 'price', 100],
      [6, 'price_per_square_meter', -50],
    ] as const) {
      const listings = drawn(rows(withArea));
      const { trend, floorAreaShare } = realestateFigures(listings, all(listings), year).markets[0]!.all;
      expect([trend.changeOf, floorAreaShare]).toEqual([of, withArea / 12]);
      expect(trend.changePercentPerYear).toBeCloseTo(change, 6);
    }
  });

  it('falls back on the price where floor areas are not known', () => {
    const rows = Array.from({ length: 8 }, (_, month) =>
      Array.from({ length: 5 }, () => ({ day: dayOf(`2026-0${month + 1}-15`), price: 1000 * 2 ** (month / 12) })),
    ).flat();
    const listings = drawn(rows);
    const { trend, floorAreaShare } = realestateFigures(listings, all(listings), year).markets[0]!.all;
    expect([trend.changeOf, floorAreaShare]).toEqual(['price', 0]);
    expect(trend.changePercentPerYear).toBeCloseTo(100, 9);
  });
});

describe('periods', () => {
  it('name months, quarters and years from any day, before 1970 too', () => {
    fc.assert(
      fc.property(fc.integer({ min: -20_000, max: 40_000 }), (day) => {
        const name = new Date(day * 86_400_000).toISOString().slice(0, 7);
        expect([monthName(monthOfDay(day)), monthOfName(name)]).toEqual([name, monthOfDay(day)]);
      }),
    );
    const [from, to] = [monthOfName('2025-11'), monthOfName('2026-04')];
    expect(periodsBetween(from, to, 'month').names).toHaveLength(6);
    expect(periodsBetween(from, to, 'quarter').names).toEqual(['2025-Q4', '2026-Q1', '2026-Q2']);
    expect(periodsBetween(from, to, 'year').names).toEqual(['2025', '2026']);
    expect(periodsBetween(from, to, 'quarter').of(monthOfName('2026-03'))).toBe(1);
  });
});

describe('realestateFigures', () => {
  it('keeps asked and paid, sales and rents apart, and names only what occurs', () => {
    const listings = drawn([
      { kind: 1, price: 900 },
      { state: 1, price: 300_000, type: 0 },
      { price: 320_000 },
      { price: 310_000, type: 4 },
    ]);
    const { markets, grossYields } = realestateFigures(listings, all(listings), year);
    expect(markets.map(({ kind, state, byType }) => [kind, state, byType.map(({ type }) => type)])).toEqual([
      ['sale', 'listing', ['apartment', 'land']],
      ['sale', 'transaction', ['house']],
      ['rent', 'listing', ['apartment']],
    ]);
    expect(grossYields).toEqual([]);
    expect(realestateFigures(listings, [], year)).toEqual({ markets: [], grossYields: [] });
  });

  it('counts of types, and of periods, add up to the count of all', () => {
    const row = fc.record({
      kind: fc.nat(1),
      state: fc.nat(1),
      type: fc.nat(6),
      price: fc.integer({ min: 1, max: 1e6 }),
      day: fc.integer({ min: dayOf('2026-01-01'), max: dayOf('2026-12-31') }),
    });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 60 }), (rows) => {
        const listings = drawn(rows);
        const { markets } = realestateFigures(listings, all(listings), year);
        const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
        expect(sum(markets.map((market) => market.all.count))).toBe(rows.length);
        for (const { all: total, byType } of markets) {
          expect(sum(byType.map(({ count }) => count))).toBe(total.count);
          expect(sum(total.trend.counts)).toBe(total.count);
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe('listings', () => {
  it('of a pole, and those that pass a filter; a row without a day passes none', () => {
    const listings = drawn([
      { pole: 0, day: NO_DAY },
      { pole: 0, day: dayOf('2026-02-01') },
      { pole: 2, day: dayOf('2026-03-31'), kind: 1 },
    ]);
    expect([...listings.startOfPole]).toEqual([0, 2, 2, 3]);
    const test = listingTest(listings, {
      kinds: ['sale', 'rent'],
      states: ['listing'],
      types: ['apartment'],
      fromMonth: monthOfName('2026-02'),
      toMonth: monthOfName('2026-03'),
    });
    expect([0, 1, 2].map(test)).toEqual([false, true, true]);
    expect(listings.months).toEqual({ first: monthOfName('2026-02'), last: monthOfName('2026-03') });
    expect(listingsOf(inMemoryTerritory())).toBeNull();
  });
});
