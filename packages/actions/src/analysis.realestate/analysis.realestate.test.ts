import { describe, expect, it } from 'vitest';
import { ActionProblem } from '../action/action.ts';
import { DEMO_PLACE } from '../action/demoPlace.ts';
import { quotedCredits } from '../action/pricing.ts';
import { enrichPoint } from '../enrich.point/index.ts';
import { contextOf, HALF, island } from '../testing/island.ts';
import { withListings } from '../testing/listings.ts';
import { analysisRealestate as action } from './index.ts';
import type { Output } from './schema.ts';

const drawn = island();
const territory = withListings(drawn);
const context = contextOf(territory);
const origins = [DEMO_PLACE];
const CROSSINGS = (2 * HALF + 1) ** 2;

function run(given: Record<string, unknown>, within = context): Output & { creditsDue?: number } {
  const outcome = action.run(within, action.input.parse(given));
  expect(action.output.parse(outcome.result)).toEqual(outcome.result);
  return { ...outcome.result, ...(outcome.creditsDue === undefined ? {} : { creditsDue: outcome.creditsDue }) };
}

const market = (part: { markets: Output['parts'][number]['markets'] }, kind: string, state = 'listing') =>
  part.markets.find((each) => each.kind === kind && each.state === state);

/** The problem that a call ends with. */
function problem(given: Record<string, unknown>): ActionProblem {
  try {
    run(given);
  } catch (error) {
    if (error instanceof ActionProblem) return error;
    throw error;
  }
  throw new Error('no problem');
}

describe('analysis.realestate', () => {
  it('S34: costs 20 credits whatever the territory, the number of listings and the period', () => {
    const calls = [
      { origins, bandSeconds: [100] },
      { origins: [DEMO_PLACE, drawn.town.at(3, 3)], bandSeconds: [60, 120, 600], detail: 'full', period: 'month' },
      { areas: ['XD', 'XD-1', 'XD-2'], fromMonth: '1990-01', toMonth: '2026-10' },
      { origins, radiusMeters: [10], kinds: ['rent'], types: ['land'], toMonth: '1999-12' },
    ];
    for (const call of calls) {
      const given = action.input.parse(call);
      expect(quotedCredits(action.quote(context, given))).toBe(20);
      expect(action.run(context, given).creditsDue ?? 20).toBe(20);
    }
  });

  it('S35: returns listings, prices and rents, per band and within each limit', () => {
    // Within two blocks: one crossing at 1,000 per m², four at 1,100, eight at 1,200; then 12 at 1,300 and 16 at 1,400.
    const { parts, territory: answered } = run({ origins, bandSeconds: [100, 200] });
    expect(answered.currency).toBe('XDD');
    expect(parts.map(({ id, poles, listings }) => [id, poles, listings])).toEqual([
      ['band_1', 13, 13 + 13 + 4],
      ['cumulative_1', 13, 13 + 13 + 4],
      ['band_2', 28, 28 + 28],
      ['cumulative_2', 41, 41 + 41 + 4],
    ]);
    const sales = parts.map((part) => market(part, 'sale')!);
    expect(sales.map(({ all }) => all.pricePerSquareMeter)).toEqual([
      { count: 13, p25: 1100, median: 1200, p75: 1200 },
      { count: 13, p25: 1100, median: 1200, p75: 1200 },
      { count: 28, p25: 1300, median: 1400, p75: 1400 },
      { count: 41, p25: 1200, median: 1300, p75: 1400 },
    ]);
    expect(sales[0]!.all.price.median).toBe(120_000);
    expect(sales[0]!.all.daysOnMarket).toEqual({ count: 13, open: 0, median: 30 });
    const rent = market(parts[0]!, 'rent')!;
    expect([rent.unit, rent.all.price.median, rent.all.pricePerSquareMeter.median]).toEqual([
      'currency_per_month',
      250,
      5,
    ]);
    for (const { grossYields } of parts) {
      expect(grossYields).toEqual([
        { type: null, percent: 5, sale: 'listing', rent: 'listing' },
        { type: 'apartment', percent: 5, sale: 'listing', rent: 'listing' },
      ]);
    }
  });

  it('S35: lists the listings themselves on request, latest first and page by page, without those of a source that keeps them', () => {
    const call = { origins, bandSeconds: [100], detail: 'full', rowsLimit: 20 };
    const { rows } = run(call);
    expect([rows!.total, rows!.withheld, rows!.items.length]).toEqual([26, 4, 20]);
    expect(rows!.items.slice(0, 13).every(({ kind, day }) => kind === 'rent' && day === '2026-07-15')).toBe(true);
    const next = run({ ...call, rowsOffset: 20 }).rows!;
    expect(next.items).toHaveLength(6);
    const ids = [...rows!.items, ...next.items].map(({ id }) => id);
    expect(new Set(ids).size).toBe(26);
    expect(rows!.items.find(({ id }) => id === 'r0,0')).toMatchObject({
      price: rounded((50 * 1000) / 240),
      floorAreaSquareMeters: 50,
      rooms: null,
      daysOnMarket: 10,
      open: false,
      part: 'band_1',
      lat: DEMO_PLACE.lat,
      lng: DEMO_PLACE.lng,
    });
    expect(run({ ...call, rowsOffset: 26 }).rows!.items).toEqual([]);
    expect(run({ ...call, detail: 'summary' })).not.toHaveProperty('rows');
  });

  it('shows counts, but no figure of fewer than five', () => {
    const [band] = run({ origins, bandSeconds: [100] }).parts;
    const sold = market(band!, 'sale', 'transaction')!;
    expect(sold.all.count).toBe(4);
    expect(sold.all.price).toEqual({ count: 4, p25: null, median: null, p75: null });
    expect(sold.byType.map(({ type }) => type)).toEqual(['house']);
  });

  it('filters kinds, states, types and months, and says which months it looked at', () => {
    const all = run({ areas: ['XD'] });
    expect(all.period).toMatchObject({ fromMonth: '2023-08', toMonth: '2026-07', period: 'quarter' });
    expect(all.period!.names).toHaveLength(13);
    expect(all.parts[0]!.listings).toBe(2 * CROSSINGS + 4);
    const count = (given: Record<string, unknown>) => run({ areas: ['XD'], ...given }).parts[0]!.listings;
    expect(count({ fromMonth: '2020-01' })).toBe(2 * CROSSINGS + 5);
    expect(count({ toMonth: '2020-12' })).toBe(1);
    expect(count({ kinds: ['rent'] })).toBe(CROSSINGS);
    expect(count({ states: ['transaction'] })).toBe(4);
    expect(count({ types: ['house', 'land'] })).toBe(4);
    expect(count({ fromMonth: '2026-07', toMonth: '2026-07' })).toBe(CROSSINGS);
    const { period, parts } = run({ areas: ['XD'], fromMonth: '2026-05', toMonth: '2026-07', period: 'month' });
    expect(period!.names).toEqual(['2026-05', '2026-06', '2026-07']);
    expect(market(parts[0]!, 'sale')!.all.trend.counts).toEqual([0, CROSSINGS, 0]);
  });

  it('counts each listing once in the total of areas that overlap', () => {
    const { parts } = run({ areas: ['XD-1', 'XD-11'] });
    expect(parts.map(({ id }) => id)).toEqual(['area_1', 'area_2', 'total']);
    expect(parts[2]!.listings).toBe(parts[0]!.listings);
    const bands = run({ origins, bandSeconds: [100, 200, 300] }).parts;
    const own = bands.filter(({ kind }) => kind === 'band').reduce((sum, { listings }) => sum + listings, 0);
    expect(bands.at(-1)!.listings).toBe(own);
  });

  it('compares with the local government area, the state and the country', () => {
    const { benchmarks } = run({ areas: ['XD-11'] });
    expect(benchmarks.map(({ level, available, code }) => [level, available, code])).toEqual([
      ['local_government_area', true, 'XD-11'],
      ['state', true, 'XD-1'],
      ['country', true, 'XD'],
    ]);
    expect(benchmarks[0]!.cut).toBe(true);
    expect(market(benchmarks[2]!, 'rent')!.all.count).toBe(CROSSINGS);
  });

  it('says where the listings come from and how many were found', () => {
    const { sources, dataVersion } = run({ areas: ['XD'] });
    expect(sources.map(({ name, matchedShare }) => [name, matchedShare])).toEqual([
      ['Windows', 0.8475],
      ['Deeds', 1],
    ]);
    expect(dataVersion).toEqual({ territory: '1', realestate: '2026-08' });
  });

  it('a territory without listings says so and charges nothing', () => {
    const without = run({ origins, bandSeconds: [100] }, contextOf(drawn.territory));
    expect(without).toMatchObject({ available: false, creditsDue: 0, parts: [], benchmarks: [], period: null });
    expect(without.reason).toMatch(/^Grid Island holds no listings or sales/);
    expect(without.territory.currency).toBeNull();
  });

  it('S104: is a section of enrich.point, with the same figures, and priced alike', () => {
    const point = { ...DEMO_PLACE, bandSeconds: [100, 200], include: ['realestate'] };
    const alone = run({ origins, bandSeconds: [100, 200] });
    const given = enrichPoint.input.parse(point);
    expect(enrichPoint.quote(context, given).lines).toMatchObject([{ tariff: 'realestate.analysis', credits: 20 }]);
    const { result, creditsDue } = enrichPoint.run(context, given);
    expect(creditsDue).toBe(20);
    expect(result.realestate).toMatchObject({
      parts: alone.parts,
      benchmarks: alone.benchmarks,
      sources: alone.sources,
    });
    expect(result.realestate).not.toHaveProperty('rows');
    expect(result.dataVersion).toEqual({ territory: '1', sociodemo: '1', realestate: '2026-08' });
    const full = enrichPoint.run(context, enrichPoint.input.parse({ ...point, detail: 'full' })).result;
    expect((full.realestate as Output).rows?.items).toHaveLength(13 * 2 + 28 * 2);
    const without = enrichPoint.run(contextOf(drawn.territory), given);
    expect([without.creditsDue, without.result.skipped]).toMatchObject([
      0,
      [{ section: 'realestate', reason: 'no_data' }],
    ]);
  });

  it('where nothing is on offer, it answers with zeros', () => {
    const { parts, available } = run({ origins, bandSeconds: [100], types: ['parking'] });
    expect(available).toBe(true);
    expect(parts[0]).toMatchObject({ listings: 0, markets: [], grossYields: [] });
  });

  it('refuses months that make no sense, and names the place', () => {
    expect(problem({ areas: ['XD'], fromMonth: '2027-01' }).fields).toMatchObject({
      errors: [{ pointer: '#/fromMonth', detail: expect.stringContaining('2026-07') }],
    });
    expect(problem({ areas: ['XD'], fromMonth: '1970-01', toMonth: '2099-12' }).message).toMatch(
      /1560 months; at most 600/,
    );
    expect(problem({ areas: ['nowhere'] }).fields).toMatchObject({ errors: [{ pointer: '#/areas/0' }] });
    const words = (given: Record<string, unknown>) =>
      action.input
        .safeParse({ areas: ['XD'], ...given })
        .error!.issues.map(({ path, message }) => `${path}: ${message}`);
    expect(words({ fromMonth: '2026-13' })[0]).toMatch(/^fromMonth: fromMonth must be a month such as "2026-10"/);
    expect(words({ fromMonth: '2026-05', toMonth: '2026-04' })[0]).toMatch(/2026-05 lies after toMonth 2026-04/);
    expect(words({ types: ['castle'] })[0]).toMatch(/A type must be one of house, apartment/);
    expect(words({ rowsLimit: 1001 })[0]).toMatch(/rowsLimit must be a whole number of listings from 1 to 1000/);
    expect(action.input.safeParse({}).success).toBe(false);
  });
});

const rounded = (value: number) => Math.round(value * 1e6) / 1e6;
