import { describe, expect, it } from 'vitest';
import { quotedCredits } from '../action/pricing.ts';
import { enrichPoint } from '../enrich.point/index.ts';
import { BLOCK_SECONDS, contextOf, island, residentsWithin } from '../testing/island.ts';
import { islandWithShops } from '../testing/shops.ts';
import { analysisMarketsBrands as action } from './index.ts';

const { town, territory } = islandWithShops();
const center = town.at(0, 0);
const blocks = (...counts: number[]) => counts.map((count) => count * BLOCK_SECONDS);
const parse = (more: object) =>
  action.input.parse({ origins: [center], bandSeconds: blocks(2, 6), brands: ['Halcyon Fare'], ...more });
const quote = (more: object, on = territory) => action.quote(contextOf(on), parse(more));
const run = (more: object, on = territory) => action.run(contextOf(on), parse(more));

describe('price', () => {
  it('S29 S47 D49 5 per brand, each once', () => {
    expect(quotedCredits(quote({ brands: ['Crustwell', 'Halcyon Fare', 'Crustwell'] }))).toBe(10);
  });

  it('names an unknown brand by its place, and one like it', () => {
    expect(() => quote({ brands: ['Crustwell', 'halcyon'] })).toThrow(
      /"halcyon".*Did you mean "Halcyon Fare".*search\.brands/,
    );
    expect(() => run({}, island().territory)).toThrow(/holds no stores/);
  });

  it('a brand whose stores are all closed is not charged', () => {
    const closed = islandWithShops([
      { sector: 'food.supermarket', right: 0, up: 0, brand: 'Gone', state: 'closed' },
      { sector: 'food.supermarket', right: 1, up: 0, brand: 'Here' },
    ]).territory;
    const { result, creditsDue } = run({ brands: ['Gone', 'Here'] }, closed);
    expect(result.brands).toMatchObject([
      { name: 'Gone', available: false },
      { name: 'Here', available: true },
    ]);
    expect(creditsDue).toBe(5);
  });
});

describe('result', () => {
  it('S29 tells competitors by brand in the sector of the brand', () => {
    const { result } = run({});
    const [brand] = result.brands as any[];
    expect(brand).toMatchObject({ name: 'Halcyon Fare', wikidata: 'Q3', sector: { code: 'food.supermarket' } });
    expect(brand.figures.cumulative_2).toEqual({
      stores: 1,
      competitors: 2,
      shareOfStores: 0.333333,
      floorAreaSquareMeters: 1000,
      competitorsFloorAreaSquareMeters: 3000,
      shareOfFloorArea: 0.25,
      storesPer10000: expect.closeTo(10_000 / residentsWithin(6), 4),
    });
    expect(brand.figures.band_1).toMatchObject({ stores: 1, competitors: 0, shareOfStores: 1 });
    expect(
      brand.competitors.map(({ brand: name, stores, nearest }: any) => [name, stores.cumulative_2, nearest]),
    ).toEqual([
      ['Brindlemart', 1, { seconds: expect.closeTo(3 * BLOCK_SECONDS, 1) }],
      [null, 1, { seconds: expect.closeTo(6 * BLOCK_SECONDS, 1) }],
    ]);
    expect(brand.stores.map(({ id, isOfBrand }: any) => [id, isOfBrand])).toEqual([
      ['drawn/0', true],
      ['drawn/1', false],
      ['drawn/2', false],
    ]);
  });

  it('a brand that is elsewhere has zeros and its competitors', () => {
    const far = { origins: [town.at(-6, 0)], bandSeconds: blocks(4) };
    const [brand] = run(far).result.brands as any[];
    expect(brand.figures.band_1).toMatchObject({ stores: 0, competitors: 1, shareOfStores: 0 });
  });
});

describe('enrich.point', () => {
  const point = (more: object, on = territory) => {
    const given = enrichPoint.input.parse({ ...center, bandSeconds: blocks(2, 6), include: ['brands'], ...more });
    return { quote: enrichPoint.quote(contextOf(on), given), run: () => enrichPoint.run(contextOf(on), given) };
  };

  it('S102 without brands the section is skipped and not charged', () => {
    const { quote: price, run: act } = point({});
    expect(quotedCredits(price)).toBe(0);
    expect(act().result.skipped).toMatchObject([{ section: 'brands', reason: 'no_brands' }]);
  });

  it('S38 S103 costs 5 per brand and lists stores only with detail full', () => {
    const { quote: price, run: act } = point({ brands: ['Halcyon Fare'] });
    expect(quotedCredits(price)).toBe(5);
    const { result, creditsDue } = act();
    expect(creditsDue).toBe(5);
    const alone = run({}).result.brands[0] as any;
    expect((result.brands as any).brands).toEqual([{ ...alone, stores: [] }]);
    const full = point({ brands: ['Halcyon Fare'], detail: 'full' }).run().result;
    expect((full.brands as any).brands).toEqual([alone]);
    expect(() => point({ brands: ['Nobody'] })).toThrow(/no brand/);
  });
});
