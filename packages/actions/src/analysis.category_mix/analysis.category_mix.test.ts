import { sectorOf } from '@hinterland/catalogue';
import { describe, expect, it } from 'vitest';
import { quotedCredits } from '../action/pricing.ts';
import { BLOCK_SECONDS, contextOf, HALF, island, residentsWithin } from '../testing/island.ts';
import { withLine } from '../testing/line.ts';
import { islandWithShops } from '../testing/shops.ts';
import { analysisCategoryMix as action } from './index.ts';

const { town, territory } = islandWithShops();
const blocks = (...counts: number[]) => counts.map((count) => count * BLOCK_SECONDS);
const parse = (more: object) => action.input.parse({ origins: [town.at(0, 0)], bandSeconds: blocks(3, 12), ...more });
const quote = (more: object) => action.quote(contextOf(territory), parse(more));
const run = (more: object, on = territory) => action.run(contextOf(on), parse(more));

describe('price', () => {
  it('S26 S47 D49 1 per category, each once', () => {
    expect(quotedCredits(quote({ categories: ['food.bakery', 'food.butcher', 'food.bakery'] }))).toBe(2);
  });

  it('S25 2 for the neighbours of a sector, however many these are', () => {
    expect(quote({ neighboursOf: 'food.supermarket' }).lines).toEqual([
      expect.objectContaining({ tariff: 'category_mix.neighbours', quantity: 1, unitCredits: 2, credits: 2 }),
    ]);
    const both = { neighboursOf: 'food.supermarket', categories: ['auto.fuel'] };
    expect(quote(both).lines.map(({ credits }) => credits)).toEqual([2, 1]);
  });

  it('categories without a store in the territory are told so and not charged', () => {
    const { result, creditsDue } = run({ categories: ['food.bakery', 'auto.fuel'] });
    expect(result.categories.map(({ code, available }) => [code, available])).toEqual([
      ['food.bakery', true],
      ['auto.fuel', false],
    ]);
    expect(creditsDue).toBe(1);
    // The island has food shops alone.
    const present = (code: string) => sectorOf(code)!.neighbours.some((other) => other.startsWith('food.'));
    expect([present('food.supermarket'), present('auto.motorcycle')]).toEqual([true, false]);
    expect(run({ neighboursOf: 'food.supermarket' }).creditsDue).toBe(2);
    expect(run({ neighboursOf: 'auto.motorcycle' }).creditsDue).toBe(0);
  });

  it('asks what to count, and refuses unknown codes by their place', () => {
    expect(() => parse({})).toThrow(/give categories, neighboursOf, or both/);
    expect(() => quote({ neighboursOf: 'foo' })).toThrow(/no sector with the code "foo"/);
    expect(() => run({ categories: ['food.bakery'] }, island().territory)).toThrow(/holds no stores/);
  });
});

describe('result', () => {
  it('S27 counts stores per category and band, and per 10,000 residents', () => {
    const { result } = run({ categories: ['food.supermarket', 'food.bakery'] });
    const [supermarkets, bakeries] = result.categories as any[];
    const counts = (of: any) =>
      Object.fromEntries(Object.entries(of.parts).map(([id, part]: any) => [id, part.stores]));
    expect(counts(supermarkets)).toEqual({ band_1: 2, cumulative_1: 2, band_2: 1, cumulative_2: 3 });
    expect(counts(bakeries)).toEqual({ band_1: 2, cumulative_1: 2, band_2: 0, cumulative_2: 2 });
    expect(supermarkets.parts.cumulative_1.storesPer10000).toBeCloseTo((10_000 * 2) / residentsWithin(3), 4);
    expect(supermarkets.parts.cumulative_1.shareOfStores).toBe(0.5);
    expect(result.totals.cumulative_2).toEqual({ stores: 6 });
  });

  it('S28 sets them beside the local government area, the state and the country', () => {
    const { result } = run({ categories: ['food.supermarket'] });
    // Most people live in the south-west.
    expect(result.references.map(({ level, name, residents, stores }) => [level, name, residents, stores])).toEqual([
      ['local_government_area', 'São Bento', 1080, 1],
      ['state', 'Ponant', 1920, 2],
      ['country', 'Grid Island', 2830, 6],
    ]);
    const [supermarkets] = result.categories as any[];
    expect(supermarkets.references.state).toEqual({
      stores: 1,
      storesPer10000: expect.closeTo(10_000 / 1920, 4),
      shareOfStores: 0.5,
    });
    const { storesPer10000, ratios, locationQuotients } = supermarkets.parts.cumulative_1;
    expect(ratios.state).toBeCloseTo(storesPer10000 / (10_000 / 1920), 4);
    expect(ratios.country).toBeCloseTo(storesPer10000 / (30_000 / 2830), 4);
    expect(ratios.local_government_area).toBeNull();
    expect(locationQuotients).toEqual({ local_government_area: null, state: 1, country: 1 });
  });

  it('areas and drawn polygons have their own stores', () => {
    const areas = run({
      origins: undefined,
      bandSeconds: undefined,
      areas: ['XD-12'],
      categories: ['food.supermarket'],
    });
    expect((areas.result.categories[0] as any).parts.area_1.stores).toBe(1);
    const { lat, lng } = town.at(0, 1);
    const ring = [
      [lng - 0.002, lat - 0.002],
      [lng + 0.002, lat - 0.002],
      [lng + 0.002, lat + 0.002],
      [lng - 0.002, lat + 0.002],
      [lng - 0.002, lat - 0.002],
    ];
    const polygon = { type: 'Polygon', coordinates: [ring] };
    const drawn = run({ origins: undefined, bandSeconds: undefined, polygon, categories: ['food.supermarket'] });
    expect((drawn.result.categories[0] as any).parts.polygon).toMatchObject({ stores: 1, storesPer10000: null });
  });
});

describe('public transport', () => {
  it('counts the stores at the end of a line', () => {
    const { town: streets, territory: shops } = islandWithShops([
      { sector: 'food.bakery', right: 0, up: 0 },
      { sector: 'food.bakery', right: HALF, up: 0 },
      { sector: 'food.butcher', right: HALF, up: 1 },
    ]);
    const transit = { mode: 'transit', direction: 'outbound', bandSeconds: [539, 540] };
    const given = { ...transit, categories: ['food.bakery', 'food.butcher'] };
    const { result } = run(given, withLine(shops, streets));
    // Five minutes of ride and a median wait of four; the butcher is six minutes farther on foot.
    const counts = (result.categories as any[]).map(({ code, parts }) => [
      code,
      parts.cumulative_1.stores,
      parts.cumulative_2.stores,
    ]);
    expect(counts).toEqual([
      ['food.bakery', 1, 2],
      ['food.butcher', 0, 0],
    ]);
    expect(result.method?.transit?.date).toBe('2026-03-02');
    expect(result.dataVersion.transit).toBe('1');
  });
});
