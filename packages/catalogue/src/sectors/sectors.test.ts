import { describe, expect, it, test } from 'vitest';
import { COICOP_DIVISIONS } from '../topics/coicop.ts';
import { ERRAND_PARAMETERS } from './parameters.ts';
import { SECTOR_LANGUAGES } from './record.ts';
import { SECTOR_CODES, SECTOR_GROUPS, SECTORS, sectorOf, sectorOfOsmTag } from './sectors.ts';

describe('the catalogue of sectors', () => {
  test('40 to 60 codes in two levels, each in a group that the catalogue names, every group used', () => {
    expect(SECTOR_CODES.length).toBeGreaterThanOrEqual(40);
    expect(SECTOR_CODES.length).toBeLessThanOrEqual(60);
    for (const code of SECTOR_CODES) expect(code).toMatch(/^[a-z]+\.[a-z]+(_[a-z]+)*$/);
    expect([...new Set(SECTORS.map(({ group }) => group))]).toEqual(Object.keys(SECTOR_GROUPS));
  });

  test('codes that data and callers hold stay: a removal or change of order is noticed here', () => {
    expect(SECTOR_CODES.map((code) => code).join(' ')).toMatchInlineSnapshot(
      `"food.supermarket food.convenience food.bakery food.butcher food.greengrocer food.fishmonger food.delicatessen food.confectionery food.drinks food.tobacco general.department_store general.variety_store fashion.clothing fashion.shoes fashion.bags fashion.jewellery fashion.second_hand home.furniture home.diy home.garden home.florist home.household home.electronics home.mobile_phones home.pets health.pharmacy health.cosmetics health.optician health.doctor health.dentist health.veterinary services.hairdresser services.beauty services.laundry services.bank services.post services.travel services.real_estate services.insurance services.childcare services.repair horeca.restaurant horeca.fast_food horeca.cafe horeca.bar horeca.ice_cream horeca.hotel leisure.gym leisure.books leisure.toys leisure.sports leisure.cinema leisure.gifts leisure.bicycles auto.fuel auto.dealer auto.repair auto.parts auto.wash auto.motorcycle"`,
    );
  });

  /** What a type cannot say of a JSON file: no member too many, and every code one that exists. */
  test('records have the members of their type and name codes that exist', () => {
    for (const names of Object.values(SECTOR_GROUPS)) expect(Object.keys(names)).toEqual([...SECTOR_LANGUAGES]);
    const divisions: readonly string[] = COICOP_DIVISIONS.map(([division]) => division);
    for (const { code, group: _group, huff: _huff, ...record } of SECTORS) {
      expect([code, Object.keys(record).sort()]).toEqual([
        code,
        [
          'coicop',
          'errand',
          'incomeElasticity',
          'mapping',
          'medianFloorAreaSquareMeters',
          'names',
          'neighbours',
          'salesDensity',
        ],
      ]);
      expect([code, Object.keys(record.names)]).toEqual([code, [...SECTOR_LANGUAGES]]);
      expect([code, Object.keys(record.mapping).sort()]).toEqual([
        code,
        ['anzsic', 'nace2', 'nace21', 'naics', 'nsi', 'osm', 'overture'],
      ]);
      expect([code, record.errand in ERRAND_PARAMETERS]).toEqual([code, true]);
      expect([code, Object.keys(record.coicop).filter((name) => !divisions.includes(name))]).toEqual([code, []]);
    }
  });

  test('names in every language, unlike each other within one', () => {
    for (const language of SECTOR_LANGUAGES) {
      const names = SECTORS.map(({ names }) => names[language]);
      expect(names.every((name) => name.trim() === name && name.length > 2)).toBe(true);
      expect(names.filter((name, i) => names.indexOf(name) < i)).toEqual([]);
    }
  });

  test('five to eight neighbours, others of the catalogue, none twice', () => {
    for (const { code, neighbours } of SECTORS) {
      expect([code, neighbours.length >= 5 && neighbours.length <= 8]).toEqual([code, true]);
      expect(new Set(neighbours).size).toBe(neighbours.length);
      expect(neighbours).not.toContain(code);
      for (const neighbour of neighbours) expect(sectorOf(neighbour)).toBeDefined();
    }
  });

  test('a tag, an Overture category and an index path belong to one sector only', () => {
    for (const list of ['osm', 'overture', 'nsi'] as const) {
      const all = SECTORS.flatMap(({ mapping }) => mapping[list]);
      expect(all.filter((name, i) => all.indexOf(name) < i)).toEqual([]);
    }
    for (const { code, mapping } of SECTORS) {
      for (const [name, values] of Object.entries(mapping)) {
        if (name !== 'nsi') expect([code, name, values.length > 0]).toEqual([code, name, true]);
      }
      expect(
        mapping.osm.every((tag: string) =>
          /^(shop|amenity|office|leisure|tourism|healthcare|craft)=[a-z_-]+$/.test(tag),
        ),
      ).toBe(true);
      expect(mapping.nace2.every((name: string) => /^\d\d\.\d\d$/.test(name))).toBe(true);
      expect(mapping.nace21.every((name: string) => /^\d\d\.\d\d?$/.test(name))).toBe(true);
      expect(mapping.anzsic.every((name: string) => /^\d{4}$/.test(name))).toBe(true);
      expect(mapping.naics.every((name: string) => /^\d{6}$/.test(name))).toBe(true);
    }
    expect(sectorOfOsmTag('shop=bakery')?.code).toBe('food.bakery');
    expect(sectorOfOsmTag('amenity=bicycle_rental')).toBeUndefined();
  });

  it('COICOP shares across sectors are at most 1 per division, and every sector has some spend', () => {
    for (const [division] of COICOP_DIVISIONS) {
      const sum = SECTORS.reduce((total, { coicop }) => total + (coicop[division as 'cp01'] ?? 0), 0);
      expect([division, sum <= 1 + 1e-12]).toEqual([division, true]);
    }
    for (const { code, coicop } of SECTORS) {
      const shares = Object.values(coicop);
      expect([code, shares.length > 0 && shares.every((share) => share > 0 && share <= 1)]).toEqual([code, true]);
    }
  });

  test('Huff parameters, floor areas, densities and elasticities lie in the ranges that they promise', () => {
    for (const { huff, medianFloorAreaSquareMeters, salesDensity, incomeElasticity } of SECTORS) {
      expect(huff.beta).toBeGreaterThanOrEqual(0.5);
      expect(huff.beta).toBeLessThanOrEqual(3);
      expect(huff.alpha).toBeGreaterThan(0);
      expect(huff.alpha).toBeLessThanOrEqual(2);
      expect(huff.tmaxMinutes).toBeGreaterThan(huff.floorMinutes);
      expect(huff.floorMinutes).toBeGreaterThan(0);
      expect(medianFloorAreaSquareMeters).toBeGreaterThan(0);
      if (salesDensity !== null) expect(salesDensity).toBeGreaterThan(0);
      expect(incomeElasticity).toBeGreaterThanOrEqual(0);
      expect(incomeElasticity).toBeLessThanOrEqual(1);
    }
  });
});
