import { SECTOR_CODES, SECTOR_LANGUAGES } from '@hinterland/catalogue';
import { describe, expect, it } from 'vitest';
import { contextOf, island } from '../testing/island.ts';
import { islandWithShops } from '../testing/shops.ts';
import { marketsSectors } from './index.ts';
import { input, type Output } from './schema.ts';

const { territory } = islandWithShops();
const list = (given: object): Output => marketsSectors.run(contextOf(territory), input.parse(given)).result;
const codes = (given: object) => list(given).sectors.map(({ code }) => code);

describe('markets.sectors', () => {
  it('S45: is free and gives every sector code, in the order of the catalogue', () => {
    expect(marketsSectors.tariff).toBeNull();
    expect(marketsSectors.quote(contextOf(territory), input.parse({}))).toEqual({ lines: [] });
    expect(codes({})).toEqual([...SECTOR_CODES]);
    expect(list({}).total).toBe(SECTOR_CODES.length);
  });

  it('gives the tree: every code under one group', () => {
    const { groups } = list({});
    expect(groups.flatMap(({ sectors }) => sectors)).toEqual([...SECTOR_CODES]);
    for (const { code, sectors } of groups) expect(sectors.every((each) => each.startsWith(`${code}.`))).toBe(true);
    expect(list({ group: 'auto' }).groups.map(({ code }) => code)).toEqual(['auto']);
  });

  it.each(SECTOR_LANGUAGES)('names in %s', (language) => {
    const { sectors, groups } = list({ language });
    expect(sectors.every(({ name, names }) => name === names[language])).toBe(true);
    expect(groups.every(({ name, names }) => name === names[language])).toBe(true);
  });

  it.each([
    ['supermercati', 'food.supermarket'],
    ['Bäckerei', 'food.bakery'],
    ['boulangeries', 'food.bakery'],
    ['farmacia', 'health.pharmacy'],
    ['phramacy', 'health.pharmacy'],
    ['47.73', 'health.pharmacy'],
    ['shop=bakery', 'food.bakery'],
    ['722511', 'horeca.restaurant'],
    ['horeca.cafe', 'horeca.cafe'],
    ['opticians and', 'health.optician'],
  ])('text: %s finds %s first', (query, expected) => {
    expect(codes({ query })[0]).toBe(expected);
  });

  it('text that fits nothing gives an empty list, and filters add up', () => {
    expect(list({ query: 'xyzzy' })).toMatchObject({ total: 0, sectors: [], groups: [] });
    expect(codes({ query: 'bakeries', group: 'auto' })).toEqual([]);
  });

  it('counts open stores; a territory without stores counts none', () => {
    const stores = new Map(list({}).sectors.map(({ code, stores }) => [code, stores]));
    expect([stores.get('food.supermarket'), stores.get('food.bakery'), stores.get('auto.fuel')]).toEqual([3, 2, 0]);
    const bare = marketsSectors.run(contextOf(island().territory), input.parse({})).result;
    expect(bare.sectors.every(({ stores: count }) => count === null)).toBe(true);
  });

  it('gives mapping and parameters on request only', () => {
    expect(list({ group: 'food' }).sectors[0]).not.toHaveProperty('mapping');
    expect(list({ group: 'food' }).sectors[0]).not.toHaveProperty('parameters');
    const [supermarket] = list({ group: 'food', mapping: true, parameters: true }).sectors;
    expect(supermarket!.mapping).toMatchObject({ nace2: ['47.11'], naics: ['445110', '455211'] });
    expect(supermarket!.parameters).toMatchObject({ alpha: 0.9, beta: 2.2, tmaxMinutes: 20, floorMinutes: 1 });
    expect(supermarket!.parameters!.coicop.cp01).toBe(0.62);
  });
});
