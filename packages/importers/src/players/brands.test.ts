import { SECTORS } from '@hinterland/catalogue';
import { beforeAll, describe, expect, test } from 'vitest';
import type { KnownBrand, StorePoint } from '../inputs/stores.ts';
import { brandKey, letterPairs, likeness, nameKey } from './brandNames.ts';
import { BrandFinder, brandsOf } from './brandTable.ts';
import { knownBrands } from './knownBrands.ts';

const store = (part: Partial<StorePoint>): StorePoint => ({
  id: 'x',
  name: '',
  brand: '',
  wikidata: '',
  sector: 'services.bank',
  lng: 0,
  lat: 0,
  floorAreaSquareMeters: Number.NaN,
  floorAreaSource: 'known',
  state: 'open',
  address: '',
  ref: 'x',
  ...part,
});

describe('names of brands', () => {
  test('are compared without accents, signs, case and words that say nothing', () => {
    expect(nameKey("McDonald's")).toBe('mcdonalds');
    expect(nameKey('H & M')).toBe('h and m');
    expect(brandKey('Banco Santander')).toBe(brandKey('SANTANDER'));
    expect(brandKey('Bank')).toBe('bank');
  });

  test('likeness is 1 for the same name, 0 for nothing in common, and alike both ways', () => {
    const nameLikeness = (a: string, b: string) => likeness(letterPairs(brandKey(a)), letterPairs(brandKey(b)));
    expect(nameLikeness('Crustwell Bakery', 'CRUSTWELL')).toBe(1);
    expect(nameLikeness('Joe', 'Smith')).toBe(0);
    expect(nameLikeness('Corner Deli', 'Corner Deli II')).toBeCloseTo((2 * 9) / (9 + 11), 12);
    expect(nameLikeness('Abc', 'Abcd')).toBe(nameLikeness('Abcd', 'Abc'));
    expect(nameLikeness('', '')).toBe(0);
  });
});

describe('the brand of a store', () => {
  const known: KnownBrand[] = [
    { name: 'Santander', wikidata: 'Q5', sector: 'services.bank', spellings: ['Banco Santander'] },
    { name: 'Mango', wikidata: 'Q6', sector: 'fashion.clothing', spellings: ['MNG'] },
    { name: 'Mango', wikidata: 'Q7', sector: 'food.greengrocer', spellings: [] },
  ];
  const finder = new BrandFinder(known);

  test.each([
    [{ brand: 'Banco Santander' }, 'Q5'],
    [{ brand: 'SANTANDER BANK' }, 'Q5'],
    [{ name: 'Santander' }, 'Q5'],
    [{ wikidata: 'Q5', brand: 'anything' }, 'Q5'],
    [{ brand: 'mng', sector: 'fashion.clothing' }, 'Q6'],
    [{ brand: 'Mango', sector: 'food.greengrocer' }, 'Q7'],
    // Two brands of one name, and neither is of this sector.
    [{ brand: 'Mango', sector: 'horeca.cafe' }, undefined],
    // A brand tag may name a brand of another sector; a mere name may not.
    [{ brand: 'Santander', sector: 'horeca.cafe' }, 'Q5'],
    [{ name: 'Santander', sector: 'horeca.cafe' }, undefined],
    [{ brand: 'Santander', wikidata: 'Q99' }, undefined],
  ] as const)('%o is %s', (part, wikidata) => {
    expect(finder.find(store(part))?.wikidata).toBe(wikidata);
  });

  test('has one spelling in the territory: the known one, else the commonest', () => {
    const stores = [
      store({ brand: 'Banco Santander' }),
      store({ name: 'Santander' }),
      store({ brand: 'Zócalo', sector: 'horeca.cafe' }),
      store({ brand: 'ZOCALO', sector: 'horeca.cafe' }),
      store({ brand: 'Zócalo', sector: 'horeca.cafe', wikidata: 'Q12' }),
      store({ name: 'On its own' }),
    ];
    const { brands, brandOf, knownCount, respelled } = brandsOf(stores, finder);
    expect(brands).toEqual([
      { name: 'Santander', wikidata: 'Q5' },
      { name: 'Zócalo', wikidata: 'Q12' },
    ]);
    expect(brandOf).toEqual([0, 0, 1, 1, 1, -1]);
    expect(knownCount).toBe(2);
    expect(respelled).toEqual([0, 3]);
  });
});

describe('brands of the name-suggestion-index', () => {
  let us: KnownBrand[];
  let au: KnownBrand[];
  beforeAll(async () => {
    us = await knownBrands(['US']);
    au = await knownBrands(['AU']);
  });

  test('are those of the country', () => {
    const names = (brands: KnownBrand[]) => new Set(brands.map(({ name }) => name));
    expect(names(us).has('Walgreens')).toBe(true);
    expect(names(au).has('Walgreens')).toBe(false);
    expect(names(au).has('Bunnings Warehouse')).toBe(true);
    expect(names(us).has('Bunnings Warehouse')).toBe(false);
    expect(names(us).has("McDonald's") && names(au).has("McDonald's")).toBe(true);
    expect(us.length).toBeGreaterThan(2000);
  });

  test('every sector that names paths of the index finds brands in some country', async () => {
    const all = await knownBrands(['US', 'AU', 'GB', 'IT', 'DE', 'FR', 'ES', 'NL', 'JP']);
    const found = new Set(all.map(({ sector }) => sector));
    const withPaths = SECTORS.filter(({ mapping }) => mapping.nsi.length > 0);
    expect(withPaths.length).toBeGreaterThan(50);
    expect(withPaths.map(({ code }) => code).filter((code) => !found.has(code))).toEqual([]);
  });

  test('holds no bicycle docks, playgrounds or charging points', () => {
    expect(us.filter(({ name }) => /citi ?bike|bay wheels|chargepoint|electrify america/i.test(name))).toEqual([]);
  });
});
