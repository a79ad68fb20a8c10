import { describe, expect, it } from 'vitest';
import type { ActionProblem } from '../action/action.ts';
import { contextOf, island } from '../testing/island.ts';
import { islandWithShops, SHOPS } from '../testing/shops.ts';
import { searchBrands } from './index.ts';
import { input, type Output } from './schema.ts';

const { territory } = islandWithShops([
  ...SHOPS,
  { sector: 'food.bakery', right: 2, up: 2, brand: 'Crustwell' },
  { sector: 'horeca.cafe', right: 2, up: 1, brand: 'Crustwell' },
  { sector: 'horeca.cafe', right: 2, up: -1, brand: 'Café Alizé' },
  { sector: 'auto.fuel', right: 2, up: -2, brand: 'Shut Down', state: 'closed' },
]);
const search = (given: object): Output => searchBrands.run(contextOf(territory), input.parse(given)).result;
const found = (given: object) => search(given).brands.map(({ name, stores }) => `${name} ${stores}`);

describe('search.brands', () => {
  it('S46: is free and gives brand names with their stores, most stores first, closed ones left out', () => {
    expect(searchBrands.tariff).toBeNull();
    expect(searchBrands.quote(contextOf(territory), input.parse({}))).toEqual({ lines: [] });
    expect(found({})).toEqual(['Crustwell 3', 'Brindlemart 1', 'Café Alizé 1', 'Halcyon Fare 1']);
    expect(search({}).brands[0]).toEqual({
      name: 'Crustwell',
      wikidata: expect.stringMatching(/^Q\d+$/),
      sectorCode: 'food.bakery',
      stores: 3,
    });
  });

  it('S46: also by sector, with the stores of that sector', () => {
    expect(found({ sectorCode: 'horeca.cafe' })).toEqual(['Café Alizé 1', 'Crustwell 1']);
    expect(found({ sectorCode: 'food.supermarket' })).toEqual(['Brindlemart 1', 'Halcyon Fare 1']);
    expect(found({ sectorCode: 'auto.fuel' })).toEqual([]);
  });

  it.each([
    ['crust', ['Crustwell 3']],
    ['CAFE ALIZE', ['Café Alizé 1']],
    ['fare', ['Halcyon Fare 1']],
    ['halcion', ['Halcyon Fare 1']],
    ['halcyonfare', ['Halcyon Fare 1']],
    ['brindelmart', ['Brindlemart 1']],
    ['shut', []],
    ['nobody', []],
    ['?', []],
  ])('prefix, accents, typos: %s finds %j', (query, expected) => {
    expect(found({ query })).toEqual(expected);
  });

  it('by country: the one that the territory covers', () => {
    expect(found({ country: 'XD' })).toEqual(found({}));
    const outside = () => search({ country: 'AU' });
    expect(outside).toThrow('Grid Island does not cover the country AU; it covers XD.');
    expect(input.safeParse({ country: 'australia' }).success).toBe(false);
  });

  it('pages through everything once', () => {
    const pages = [0, 3, 6].map((offset) => search({ limit: 3, offset }));
    expect(pages.map(({ total, brands, hasMore }) => [total, brands.length, hasMore])).toEqual([
      [4, 3, true],
      [4, 1, false],
      [4, 0, false],
    ]);
    expect(pages.flatMap(({ brands }) => brands)).toEqual(search({}).brands);
  });

  it('names an unknown sector, and the next step where a territory has no stores', () => {
    expect(input.safeParse({ sectorCode: 'food.moon' }).error!.issues[0]!.message).toBe(
      'There is no sector "food.moon". markets.sectors gives the codes.',
    );
    const bare = contextOf(island().territory);
    for (const call of [searchBrands.quote, searchBrands.run]) {
      try {
        call(bare, input.parse({}));
        expect.unreachable();
      } catch (error) {
        expect((error as ActionProblem).code).toBe('validation_error');
        expect((error as ActionProblem).message).toMatch(/holds no stores .* GET \/api\/v1\/data/);
      }
    }
  });
});
