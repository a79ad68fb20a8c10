import { SECTORS } from '@hinterland/catalogue';
import { MarketTooLargeError, sectorMarket } from '@hinterland/engine/market';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { ActionProblem } from '../action/action.ts';
import { quotedCredits, totalCredits } from '../action/pricing.ts';
import { enrichPoint } from '../enrich.point/index.ts';
import { BLOCK_SECONDS, contextOf, HALF, island, PER_POLE, unitAt } from '../testing/island.ts';
import { withLine } from '../testing/line.ts';
import { FOOD_PER_RESIDENT, islandWithShops, OTHER_PER_RESIDENT, SHOPS, type Shop } from '../testing/shops.ts';
import { analysisMarketsSector as action } from './index.ts';
import type { Output } from './schema.ts';

vi.mock('@hinterland/engine/market', async (original) => {
  const real = await original<typeof import('@hinterland/engine/market')>();
  return { ...real, sectorMarket: vi.fn(real.sectorMarket) };
});

const { town, territory } = islandWithShops();
const center = town.at(0, 0);
const blocks = (...counts: number[]) => counts.map((count) => count * BLOCK_SECONDS);
const parse = (more: object) =>
  action.input.parse({ origins: [center], bandSeconds: blocks(2, 12), sectors: ['food.supermarket'], ...more });
const quote = (more: object, on = territory) => action.quote(contextOf(on), parse(more));
const run = (more: object, on = territory) => action.run(contextOf(on), parse(more));
const problemOf = (act: () => unknown): ActionProblem => {
  try {
    act();
  } catch (error) {
    if (error instanceof ActionProblem) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};
type Available = Extract<Output['sectors'][number], { available: true }>;
const sectorOf = (result: Output, i = 0) => result.sectors[i] as Available;

/** Every crossing of the island with its residents and what they spend on supermarkets. */
const SPEND_PER_RESIDENT = 0.62 * FOOD_PER_RESIDENT + (0.4 + 0.02 + 0.1 + 0.05 + 0.08) * OTHER_PER_RESIDENT;
const crossings = Array.from({ length: (2 * HALF + 1) ** 2 }, (_, i) => {
  const right = (i % (2 * HALF + 1)) - HALF;
  const up = Math.floor(i / (2 * HALF + 1)) - HALF;
  const unit = unitAt(right, up);
  // The north-west spends twice as much; the south-west, which publishes nothing, like all others together.
  const others = { NW: 20 * 42, SE: 10 * 42, NE: 10 * 49 };
  const mean = (2 * others.NW + others.SE + others.NE) / (others.NW + others.SE + others.NE);
  const rate = { NW: 2, SE: 1, NE: 1, SW: mean }[unit];
  return { right, up, unit, residents: PER_POLE[unit], demand: PER_POLE[unit] * rate * SPEND_PER_RESIDENT };
});
const blocksTo = (at: { right: number; up: number }, to: { right: number; up: number }) =>
  Math.abs(at.right - to.right) + Math.abs(at.up - to.up);

const byCar: typeof blocksTo = (at, to) => (blocksTo(at, to) * BLOCK_SECONDS) / 60;

/** Huff's model by hand: share of a crossing's spend that goes to each supermarket, and to none. */
function sharesByHand(at: { right: number; up: number }, shops: readonly Shop[], minutesTo = byCar) {
  const utility = (shop: Shop) => {
    const minutes = Math.max(1, minutesTo(at, shop));
    return minutes > 20 ? 0 : (shop.squareMeters ?? 1000) ** 0.9 * minutes ** -2.2;
  };
  const outside = 1000 ** 0.9 * 20 ** -2.2;
  const sum = outside + shops.reduce((total, shop) => total + utility(shop), 0);
  return { shops: shops.map((shop) => utility(shop) / sum), outside: outside / sum };
}
const open = (shops: readonly Shop[]) =>
  shops.filter(({ sector, state }) => sector === 'food.supermarket' && state !== 'closed');

describe('whose demand it is', () => {
  it('is said beside the figures, with the people who are missing', () => {
    const expected = {
      people: ['residents'],
      missing: ['workers', 'visitors'],
      note: `Demand is the spend of residents, from their homes. The data on ${territory.manifest.name} count neither people at their workplaces nor visitors: near offices, stations and hotels, demand and captured spend are higher than these figures.`,
    };
    expect(run({}).result.demandData).toMatchObject(expected);
    const given = { ...center, bandSeconds: blocks(2), include: ['sectors'], sectors: ['food.supermarket'] };
    const { sectors } = enrichPoint.run(contextOf(territory), enrichPoint.input.parse(given)).result;
    expect(sectors).toMatchObject({ demandData: expected });
  });
});

describe('price', () => {
  it('S23 S47 D49 40 per sector whatever the territory, each sector once', () => {
    const sectors = ['food.supermarket', 'food.bakery', 'food.supermarket'];
    const expected = {
      lines: [
        {
          tariff: 'markets_sector.sector',
          label: 'food.supermarket, food.bakery',
          unit: 'sector',
          quantity: 2,
          unitCredits: 40,
          credits: 80,
          said: { label: expect.objectContaining({ code: 'items' }) },
        },
      ],
    };
    expect(quote({ sectors })).toEqual(expected);
    expect(quote({ sectors, origins: undefined, bandSeconds: undefined, areas: ['XD', 'XD-1'] })).toEqual(expected);
    // S49: the catchment that it computes for itself adds nothing, however large.
    expect(quote({ sectors, bandSeconds: blocks(1, 2, 3, 4, 5, 6) })).toEqual(expected);
    const all = SECTORS.map(({ code }) => code).slice(0, 20);
    expect(quotedCredits(quote({ sectors: all }))).toBe(20 * 40);
  });

  it('S24 D50 a mix of the same run has lines of its own, at the price of category_mix', () => {
    const given = { mixNeighbours: true, mixSectors: ['food.bakery', 'food.butcher'] };
    expect(quote(given).lines.map(({ tariff, credits }) => [tariff, credits])).toEqual([
      ['markets_sector.sector', 40],
      ['category_mix.neighbours', 2],
      ['category_mix.category', 2],
    ]);
    const { result, creditsDue } = run(given);
    expect(result.mix?.categories.map(({ code, available }) => [code, available])).toContainEqual([
      'food.bakery',
      true,
    ]);
    expect(creditsDue).toBe(44);
    expect(run({}).result).not.toHaveProperty('mix');
  });

  it('S48 costs the same on every channel', () => {
    const price = (channel: 'api' | 'mcp' | 'web') =>
      totalCredits(action.quote(contextOf(territory, { channel }), parse({})));
    expect([price('api'), price('mcp'), price('web')]).toEqual([40, 40, 40]);
  });

  it('a sector without any store in the territory is told so and not charged', () => {
    const { result, creditsDue } = run({ sectors: ['food.bakery', 'leisure.cinema'], mixSectors: ['auto.fuel'] });
    expect(result.sectors[1]).toMatchObject({
      code: 'leisure.cinema',
      name: 'Cinemas',
      available: false,
      reason: expect.stringContaining('Grid Island'),
    });
    expect(result.mix?.categories).toMatchObject([{ code: 'auto.fuel', available: false }]);
    expect(creditsDue).toBe(40);
  });
});

describe('refusals', () => {
  it('names an unknown code by its place, and one like it', () => {
    const { code, message, fields } = problemOf(() => quote({ sectors: ['food.bakery', 'supermarket'] }));
    expect(code).toBe('validation_error');
    expect(message).toMatch(/"supermarket".*food\.supermarket.*markets\.sectors/);
    expect(fields.errors).toMatchObject([{ pointer: '#/sectors/1' }]);
    const mix = problemOf(() => run({ mixSectors: ['nothing'] }));
    expect(mix.fields.errors).toMatchObject([{ pointer: '#/mixSectors/0' }]);
  });

  it('refuses a territory without stores, and one without a census, in words', () => {
    const bare = island().territory;
    for (const act of [() => quote({}, bare), () => run({}, bare)]) {
      expect(problemOf(act).message).toMatch(/Grid Island holds no stores/);
    }
    expect(problemOf(() => run({}, { ...territory, sociodemo: null })).message).toMatch(/no census/);
  });
});

describe('work', () => {
  it('refuses a market too large, with the poles that it could take', () => {
    vi.mocked(sectorMarket).mockImplementationOnce(() => {
      throw new MarketTooLargeError(2_000_000, 200);
    });
    const { code, message, fields } = problemOf(() => run({}));
    expect([code, fields]).toEqual(['territory_too_large', { poles: 2_000_000, limit: 500_000 }]);
    expect(message).toMatch(/fewer minutes/);
  });

  it('travel times are found once per catchment and sector', () => {
    const given = parse({ sectors: ['food.supermarket', 'food.bakery'] });
    const marketsOf = () => {
      vi.mocked(sectorMarket).mockClear();
      action.run(contextOf(territory), given);
      return vi.mocked(sectorMarket).mock.results.map(({ value }) => value);
    };
    const [first, again] = [marketsOf(), marketsOf()];
    // That of the call and that of the place, for each sector.
    expect(first).toHaveLength(4);
    expect(new Set(first).size).toBe(4);
    for (const [i, market] of first.entries()) expect(again[i]).toBe(market);
  });
});

describe('figures', () => {
  it("equals Huff's model by hand, crossing by crossing", () => {
    const shops = open(SHOPS);
    const { figures, stores } = sectorOf(run({}).result);
    const inside = crossings.filter((at) => blocksTo(at, { right: 0, up: 0 }) <= 12);
    const demand = inside.reduce((sum, at) => sum + at.demand, 0);
    expect(figures.cumulative_2!.demand).toBeCloseTo(demand, 4);
    const sales = shops.map((_, j) =>
      inside.reduce((sum, at) => sum + at.demand * sharesByHand(at, shops).shops[j]!, 0),
    );
    const elsewhere = inside.reduce((sum, at) => sum + at.demand * sharesByHand(at, shops).outside, 0);
    // Times are taken to a tenth of a second, places to a millionth of a degree.
    const near = (value: number, expected: number) => expect(Math.abs(value / expected - 1)).toBeLessThan(2e-3);
    near(figures.cumulative_2!.leakageElsewhere, elsewhere);
    near(figures.cumulative_2!.captured, demand - elsewhere);
    for (const [j, shop] of shops.entries()) {
      const found = stores.find(({ id }) => id === `drawn/${SHOPS.indexOf(shop)}`)!;
      near(found.sales, sales[j]!);
    }
    expect(stores.map(({ sales: each }) => each)).toEqual(stores.map(({ sales: each }) => each).sort((a, b) => b - a));
    // Of the inner band, only the shop within it counts as captured; the others compete.
    const inner = crossings.filter((at) => blocksTo(at, { right: 0, up: 0 }) <= 2);
    near(
      figures.band_1!.captured,
      inner.reduce((sum, at) => sum + at.demand * sharesByHand(at, shops).shops[0]!, 0),
    );
  });

  it('follows from what it shows: supply, opportunity, LSF, potential, rates', () => {
    const result = run({}).result;
    const { figures, parameters } = sectorOf(result);
    for (const { id, residents } of result.parts) {
      const of = figures[id]!;
      expect(of.supply).toBeCloseTo(of.floorAreaSquareMeters * parameters.salesPerSquareMeter!, 4);
      expect(of.opportunity).toBeCloseTo(of.demand - of.supply!, 4);
      expect(of.leakageSurplusFactor).toBeCloseTo((100 * (of.demand - of.supply!)) / (of.demand + of.supply!), 4);
      expect(of.captured + of.leakage).toBeCloseTo(of.demand, 4);
      expect(of.leakageToStores + of.leakageElsewhere).toBeCloseTo(of.leakage, 2);
      expect(of.salesPotentialPerSquareMeter).toBeCloseTo(of.demand / of.floorAreaSquareMeters, 4);
      expect(of.demandPerStoreWithOneMore).toBeCloseTo(of.demand / (of.stores + 1), 4);
      expect(of.demandPerResident).toBeCloseTo(of.demand / residents!, 4);
      if (residents! >= 200) expect(of.storesPer10000).toBeCloseTo((10_000 * of.stores) / residents!, 4);
    }
    const { squareMeters, minutes, utility } = parameters.outsideOption;
    expect(utility).toBeCloseTo(
      squareMeters ** parameters.attractionExponent * minutes ** -parameters.distanceExponent,
      5,
    );
  });

  it('leaves out closed stores, and says how much floor area and spend is assumed', () => {
    const { stores, figures } = sectorOf(run({}).result);
    expect(stores.map(({ id }) => id).sort()).toEqual(['drawn/0', 'drawn/1', 'drawn/2']);
    expect(figures.cumulative_2).toMatchObject({ stores: 3, floorAreaSquareMeters: 4000, floorAreaAssumedShare: 0.25 });
    const inside = crossings.reduce((sum, { demand }) => sum + demand, 0);
    const withheld = crossings.reduce((sum, { demand, unit }) => sum + (unit === 'SW' ? demand : 0), 0);
    expect(figures.cumulative_2!.demandEstimatedShare).toBeCloseTo(withheld / inside, 6);
  });

  it('demand of bands sums to the whole, and of areas to their total', () => {
    const bands = sectorOf(run({ bandSeconds: blocks(1, 3, 6, 12) }).result).figures;
    const sum = [1, 2, 3, 4].reduce((total, i) => total + bands[`band_${i}`]!.demand, 0);
    expect(sum).toBeCloseTo(bands.cumulative_4!.demand, 4);
    const areas = sectorOf(
      run({ origins: undefined, bandSeconds: undefined, areas: ['XD-11', 'XD-12', 'XD-21', 'XD-22'] }).result,
    ).figures;
    const parts = [1, 2, 3, 4].map((i) => areas[`area_${i}`]!);
    expect(parts.reduce((total, { demand }) => total + demand, 0)).toBeCloseTo(areas.total!.demand, 4);
    expect(parts.reduce((total, { stores }) => total + stores, 0)).toBe(areas.total!.stores);
    expect(areas.total!.demand).toBeCloseTo(bands.cumulative_4!.demand, 4);
  });

  it('stores outside the territory of the call compete, and are named', () => {
    const { figures, stores, outsideStores } = sectorOf(run({ bandSeconds: blocks(2) }).result);
    expect(stores.map(({ id }) => id)).toEqual(['drawn/0']);
    expect(outsideStores.map(({ id }) => id)).toEqual(['drawn/1', 'drawn/2']);
    expect(outsideStores.reduce((sum, { sales }) => sum + sales, 0)).toBeCloseTo(figures.band_1!.leakageToStores, 2);
  });

  it('a store more never raises what another takes', () => {
    const shop = fc.record({
      sector: fc.constant('food.supermarket'),
      right: fc.integer({ min: -HALF, max: HALF }),
      up: fc.integer({ min: -HALF, max: HALF }),
      squareMeters: fc.integer({ min: 50, max: 5000 }),
    });
    fc.assert(
      fc.property(fc.array(shop, { minLength: 1, maxLength: 4 }), shop, (before, added) => {
        const salesOf = (shops: Shop[]) => {
          const of = sectorOf(run({}, islandWithShops(shops).territory).result);
          return { sales: new Map(of.stores.map(({ id, sales }) => [id, sales])), whole: of.figures.cumulative_2! };
        };
        const [few, more] = [salesOf(before), salesOf([...before, added])];
        for (const [id, sales] of few.sales) expect(more.sales.get(id)).toBeLessThanOrEqual(sales + 1e-6);
        expect(more.whole.leakage).toBeLessThanOrEqual(few.whole.leakage + 1e-6);
      }),
      { numRuns: 12 },
    );
  });

  it('counts residents where the territory has no tables of spend', () => {
    const { topics } = territory.sociodemo!;
    const plain = { ...territory.sociodemo!, topics: new Map([...topics].filter(([code]) => code !== 'consumption')) };
    const result = run({}, { ...territory, sociodemo: plain }).result;
    const of = sectorOf(result);
    expect(of.demandUnit).toBe('residents');
    expect(of.figures.cumulative_2).toMatchObject({ demand: 2830, supply: null, opportunity: null });
    expect(of.figures.cumulative_2!.captured + of.figures.cumulative_2!.leakage).toBeCloseTo(2830, 6);
    expect(of.parameters.missingDivisions).toEqual(Object.keys(of.parameters.coicopShares));
  });

  it('says how sure the model is: under other parameters captured and leakage still make the demand', () => {
    const { sensitivity, figures } = sectorOf(run({ bandSeconds: blocks(4) }).result);
    expect(sensitivity).toHaveLength(4);
    for (const { captured, leakage } of sensitivity) {
      expect(captured + leakage).toBeCloseTo(figures.band_1!.demand, 4);
      expect(captured).not.toBeCloseTo(figures.band_1!.captured, 0);
    }
  });
});

describe('enrich.point', () => {
  const point = (more: object, on = territory) => {
    const given = enrichPoint.input.parse({ ...center, bandSeconds: blocks(2, 12), include: ['sectors'], ...more });
    return { quote: enrichPoint.quote(contextOf(on), given), run: () => enrichPoint.run(contextOf(on), given) };
  };

  it('S101 S105 auto takes the three sectors with most shops, costs 120, and less where there are fewer', () => {
    const { quote: price, run: act } = point({ sectors: 'auto' });
    expect(quotedCredits(price)).toBe(120);
    const { result, creditsDue } = act();
    expect(result.sectors).toMatchObject({ chosen: ['food.supermarket', 'food.bakery', 'food.butcher'] });
    expect(creditsDue).toBe(120);
    const near = point({ sectors: 'auto', bandSeconds: blocks(2) }).run();
    expect(near.result.sectors).toMatchObject({ chosen: ['food.bakery', 'food.supermarket'] });
    expect(near.creditsDue).toBe(80);
  });

  it('S38 the sectors section tells what the action tells; stores, and the room at the place, only with detail full', () => {
    const { result } = point({ sectors: ['food.supermarket'] }).run();
    const { result: full } = point({ sectors: ['food.supermarket'], detail: 'full' }).run();
    const alone = run({ origins: [center] }).result;
    expect((full.sectors as unknown as Output).sectors).toEqual(alone.sectors);
    expect((result.sectors as unknown as Output).sectors).toEqual([
      { ...(alone.sectors[0] as object), stores: [], outsideStores: [], room: undefined },
    ]);
  });

  it('is skipped, uncharged, where there are no stores', () => {
    const bare = point({}, island().territory);
    expect(quotedCredits(bare.quote)).toBe(0);
    expect(bare.run().result.skipped).toMatchObject([{ section: 'sectors', reason: 'no_data' }]);
  });
});

describe('public transport', () => {
  const stores: Shop[] = [
    { sector: 'food.supermarket', right: HALF, up: 0, squareMeters: 900 },
    { sector: 'food.supermarket', right: HALF, up: 2, squareMeters: 2000 },
    { sector: 'food.supermarket', right: -3, up: 0, squareMeters: 700 },
  ];
  const { town: streets, territory: bare } = islandWithShops(stores);
  const withTrips = withLine(bare, streets);
  const travel = { mode: 'transit', origins: undefined, bandSeconds: undefined };
  const middle = { right: 0, up: 0 };
  const end = { right: HALF, up: 0 };
  /** A block takes six minutes on foot; the ride from the middle to the end takes five, and its median wait is four. */
  const byLine: typeof blocksTo = (at, to) => {
    const [walk, before, after] = [blocksTo(at, to), blocksTo(at, middle), blocksTo(end, to)].map(
      (blocks) => 6 * blocks,
    );
    return before! > 15 || after! > 15 ? walk! : Math.min(walk!, before! + 9 + after!);
  };
  const sales = (given: object, minutesTo: typeof blocksTo) => {
    const of = sectorOf(run({ ...travel, ...given }, withTrips).result);
    const told = of.stores.map(({ squareMeters, sales: value }) => [squareMeters, value] as const);
    const expected = stores.map(({ squareMeters }, j) => {
      const spend = crossings.map((at) => at.demand * sharesByHand(at, stores, minutesTo).shops[j]!);
      return [squareMeters!, spend.reduce((sum, value) => sum + value, 0)] as const;
    });
    return { told: new Map(told), expected };
  };

  it('brings the spend of the middle to the stores at the end of the line, by the formula', () => {
    for (const [given, minutesTo] of [
      [{ areas: ['XD'] }, byLine],
      [{ areas: ['XD'], mode: 'walk' }, (at: typeof middle, to: typeof middle) => 6 * blocksTo(at, to)],
    ] as const) {
      const { told, expected } = sales(given, minutesTo);
      for (const [squareMeters, value] of expected) expect(told.get(squareMeters)! / value).toBeCloseTo(1, 6);
    }
    const { result } = run({ ...travel, areas: ['XD'] }, withTrips);
    expect(result.travel).toMatchObject({ mode: 'transit', transit: { date: '2026-03-02', departures: 120 } });
    expect(result.dataVersion).toEqual({ territory: '1', sociodemo: '1', players: '1', transit: '1' });
  });

  it('travels in the same window to the stores beyond a catchment', () => {
    const given = { origins: [streets.at(0, 0)], bandSeconds: [300], mode: 'transit' };
    const departure = { day: 'saturday', from: '08:00', to: '09:00' };
    const { result } = run({ ...given, departure }, withTrips);
    const share = sharesByHand(middle, stores, byLine);
    const { demand, captured } = sectorOf(result).figures.band_1!;
    expect([captured, share.shops[1]]).toEqual([0, 0]);
    expect(sectorOf(result).outsideStores.map(({ sales: value }) => value / demand)).toEqual(
      [share.shops[0]!, share.shops[2]!].toSorted((a, b) => b - a).map((part) => expect.closeTo(part, 6)),
    );
    expect(result.travel.transit).toEqual(result.method!.transit);
    expect(result.travel.transit!.date).toBe('2026-03-07');
  });

  it('D160, D162: refuses days without trips, and its fields with other modes', () => {
    const noTrips = problemOf(() => run({ ...travel, areas: ['XD'], departure: { day: 'sunday' } }, withTrips));
    expect(noTrips.code).toBe('no_service');
    expect(() => parse({ ...travel, mode: 'car', areas: ['XD'], maxRides: 1 })).toThrow(/maxRides is for mode transit/);
  });
});
