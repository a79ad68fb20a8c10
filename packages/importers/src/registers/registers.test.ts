import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { REGISTERS, type Register, type SectorCode } from '@hinterland/catalogue';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../testing/folder.ts';
import { openEntry, testContext, type WrittenEntry } from '../testing/sources.ts';
import { measureCompleteness } from './measureCompleteness.ts';
import { shareRange } from './range.ts';
import { type ComparedPlace, referenceCountsOf, type WholeArea } from './referenceCounts.ts';
import { REGISTER_SOURCES } from './registerSources.ts';

const DATA = join(import.meta.dirname, '../../../../../shared/data/establishments');
const folder = await testFolder();
const read = (entry: WrittenEntry, country = 'DE') =>
  openEntry(REGISTER_SOURCES, entry, testContext({ countries: [country] }));
const count = ({ classes, areas }: Register, code: string, name: string) =>
  areas.find((area) => area.code === code)?.counts[classes.indexOf(name)];

describe('the range of a share', () => {
  const exact = { factors: [], uncounted: 1 };
  const of = (mapped: number, expected: number, more: Partial<Parameters<typeof shareRange>[0]> = {}) =>
    shareRange({ mapped, expected, leastExpected: expected, mostExpected: expected, ...exact, ...more });

  /** Exact 90 % limits of a Poisson mean (chi-square quantiles): 9 gives 4.695 and 15.705. */
  test('of a count of 9 beside a large register has the limits of Poisson', () => {
    const { value, low, high } = of(9, 1e6);
    expect(value).toBeCloseTo(9e-6, 12);
    expect(low / 4.695e-6).toBeCloseTo(1, 1);
    expect(high / 15.705e-6).toBeCloseTo(1, 1);
  });

  /** Maps and registers drawn by lot: of 4,000 worlds nine of ten ranges hold the share that they were drawn with. */
  test.each([
    [0.1, 70],
    [0.5, 30],
    [0.7, 300],
  ])('holds the share %f of %i stores nine times of ten', (share, expected) => {
    let seed = 7;
    const random = () => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return (seed + 0.5) / 2 ** 32;
    };
    const poisson = (mean: number) => {
      let drawn = 0;
      // A sum of small ones, so that no power underflows.
      for (let rest = mean; rest > 0; rest -= 50) {
        const least = Math.exp(-Math.min(rest, 50));
        for (let product = random(); product > least; product *= random()) drawn++;
      }
      return drawn;
    };
    let held = 0;
    for (let world = 0; world < 4000; world++) {
      const { low, high } = of(poisson(share * expected), Math.max(1, poisson(expected)));
      if (low <= share && share <= high) held++;
    }
    expect(held / 4000).toBeGreaterThan(0.88);
  });

  test('grows with every doubt, to both sides; to the lower one where a register misses firms', () => {
    const plain = of(20, 100);
    const doubtful = of(20, 100, { factors: [1.5] });
    expect(doubtful.low).toBeLessThan(plain.low);
    expect(doubtful.high).toBeGreaterThan(plain.high);
    const missing = of(20, 100, { uncounted: 1.25 });
    expect(missing.low).toBeLessThan(plain.low);
    expect(missing.high).toBe(plain.high);
    const rounded = of(20, 100, { leastExpected: 90, mostExpected: 110 });
    expect(rounded.low).toBeLessThan(plain.low);
    expect(rounded.high).toBeGreaterThan(plain.high);
    expect([doubtful.value, missing.value, rounded.value]).toEqual([0.2, 0.2, 0.2]);
  });

  test('more on the map than in the register is all of them; nothing on the map leaves a lower end above 0', () => {
    expect(of(300, 100)).toEqual({ value: 1, low: 1, high: 1 });
    const none = of(0, 100);
    expect(none.value).toBe(0);
    expect(none.low).toBe(of(1, 100).low);
    expect(none.high).toBeGreaterThan(0.02);
  });
});

describe('which counts a place is compared with', () => {
  const county: WholeArea = { code: '15003', name: 'Honolulu County', country: 'US', level: 6, polygon: [] };
  const place: ComparedPlace = { countries: ['US'], wholeAreas: [county], residents: 1016508, year: 2018 };
  const storesOf = (sector: SectorCode, many: number) =>
    Array.from({ length: many }, () => ({ sector, lng: -157.8, lat: 21.3 }));
  const measured = (of: ComparedPlace, given: readonly Register[] = [], stores = storesOf('food.bakery', 9)) =>
    measureCompleteness(referenceCountsOf(of, given, REGISTERS), stores, of.year);
  const bakeries = (of: ComparedPlace, given?: readonly Register[]) =>
    measured(of, given).find(({ sectors }) => sectors.includes('food.bakery'));

  test('a county that the map holds, in the year of the map', () => {
    expect(bakeries(place)).toMatchObject({
      areas: [{ code: '15003', name: 'Honolulu County' }],
      mapped: 9,
      expected: 70,
      value: 9 / 70,
      method: 'areas',
      year: 2018,
    });
    expect(bakeries({ ...place, year: 2024 })!.year).toBe(2021);
  });

  test('else the share of the country, with a wider range', () => {
    const share = bakeries({ ...place, wholeAreas: [] })!;
    expect(share).toMatchObject({ method: 'share_of_country', areas: [{ code: 'US' }] });
    // Bakeries of the United States in 2018, by residents.
    expect(share.expected).toBeGreaterThan(20);
    expect(share.expected).toBeLessThan(40);
    const ratio = ({ low, high }: { low: number; high: number }) => high / low;
    expect(ratio(share)).toBeGreaterThan(ratio(bakeries(place)!));
  });

  test.each([
    ['another country', { ...place, countries: ['MX'], wholeAreas: [{ ...county, country: 'MX' }] }],
    ['two countries together', { ...place, countries: ['US', 'MX'], wholeAreas: [] }],
    ['a place whose residents are not known', { ...place, wholeAreas: [], residents: null }],
    ['a country of which a register counts something else', { ...place, countries: ['LI'], wholeAreas: [] }],
  ])('never the rates of somewhere else: %s', (_, elsewhere) => {
    expect(bakeries(elsewhere)).toBeUndefined();
  });

  test('a whole country by its own counts', () => {
    const monaco: WholeArea = { code: 'MC', name: 'Monaco', country: 'MC', level: 2, polygon: [] };
    const found = measured(
      { countries: ['MC'], wholeAreas: [monaco], residents: 38367, year: 2025 },
      [],
      storesOf('horeca.restaurant', 201),
    );
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ mapped: 201, expected: 237, method: 'areas' });
    expect(found[0]!.sectors).toContain('horeca.bar');
  });

  test('only stores inside the areas count, and areas of one level are added up', () => {
    const square = (west: number): WholeArea['polygon'] => [
      [
        [
          [west, 0],
          [west + 1, 0],
          [west + 1, 1],
          [west, 1],
          [west, 0],
        ],
      ],
    ];
    const town = (code: string, west: number) => ({ code, name: code, country: 'DE', level: 8, polygon: square(west) });
    const register: Register = {
      source: 'Made',
      licence: 'none',
      classification: 'nace2',
      counts: 'doors',
      unpublishedBelow: 1,
      roundedTo: 1,
      classes: ['47.73'],
      areas: ['A', 'B', 'C'].map((code) => ({
        country: 'DE',
        code,
        name: code,
        year: 2020,
        residents: null,
        counts: [10],
      })),
    };
    const stores = [0.5, 0.6, 1.5, 2.5, 9].map((lng) => ({ sector: 'health.pharmacy' as const, lng, lat: 0.5 }));
    const de = { countries: ['DE'], wholeAreas: [town('A', 0), town('B', 1)], residents: null, year: 2020 };
    const references = referenceCountsOf(de, [register], []);
    expect(measureCompleteness(references, stores, 2020)).toMatchObject([
      { sectors: ['health.pharmacy'], mapped: 3, expected: 20, areas: [{ code: 'A' }, { code: 'B' }] },
    ]);
  });

  test('cells that are not published widen the range and leave the count', () => {
    const honolulu = REGISTERS.find(({ source }) => source.includes('County Business Patterns'))!;
    const hidden: Register = {
      ...honolulu,
      areas: honolulu.areas.map((area) => ({
        ...area,
        counts: area.counts.map((each, i) => (honolulu.classes[i] === '445291' ? null : each)),
      })),
    };
    const [one, other] = [bakeries(place)!, bakeries(place, [hidden])!];
    expect(other.expected).toBe(51);
    expect(other.low * other.expected).toBeLessThan(one.low * one.expected);
  });
});

describe('registers that a recipe names', () => {
  test('a row that holds no count is named', async () => {
    const file = await folder.write('a.csv', 'plz,apotheken\n10115,4\n10117,viele\n');
    const entry = {
      from: 'table',
      file,
      name: 'X',
      licence: 'Y',
      year: 2020,
      classes: 'nace2',
      unit: 'doors',
      area: 'plz',
    };
    const columns = { counts: { apotheken: '47.73' } };
    await expect(read({ ...entry, columns })).rejects.toThrow(/row 3 has "viele" where the count of 47.73 stands/);
    await expect(read({ ...entry, columns: { counts: { apotheke: '47.73' } } })).rejects.toThrow(
      /no column "apotheke".*apotheken/,
    );
    await expect(read({ ...entry, columns, where: [{ column: 'plz', equals: '1' }] })).rejects.toThrow(
      /no count of establishments/,
    );
  });

  test('the files of the Census Bureau with their own columns', async () => {
    const file = await folder.write(
      'cbp18co.txt',
      'fipstate,fipscty,naics,emp,est\n15,003,445291,279,19\n15,003,4452//,900,99\n15,003,311811,775,51\n',
    );
    const register = await read({ from: 'us-business-patterns', file, year: 2018, classes: 'naics2017' }, 'US');
    expect(register.classes).toEqual(['311811', '445291']);
    expect(count(register, '15003', '445291')).toBe(19);
  });
});

/** Published figures, each read off the file by hand. */
describe.skipIf(!existsSync(DATA))('registers of real files (needs ../shared/data)', () => {
  const at = (file: string) => join(DATA, file);

  test('United States: a year of counties; every ZIP code of 2016', async () => {
    const columns = { area: 'fips', class: 'naics', count: 'establishments' };
    const where = [{ column: 'year', equals: '2018' }];
    const file = at('us/cbp-counties-2017-2021.csv');
    const counties = await read(
      { from: 'us-business-patterns', file, year: 2018, classes: 'naics2017', columns, where },
      'US',
    );
    expect(count(counties, '15003', '311811')).toBe(51);
    const zips = await read(
      {
        from: 'us-business-patterns',
        file: at('us/zbp-manhattan-brooklyn-2016-2018-2022.csv'),
        where: [{ column: 'year', equals: '2016' }],
        year: 2016,
        classes: 'naics2012',
        columns: { area: 'Zipcode', class: 'NaicsCode', count: 'Establishments' },
      },
      'US',
    );
    expect(count(zips, '10001', '446110')).toBe(19);
  });

  test('France: the Ain has 383 bakeries; all of it 24,074 pharmacies', async () => {
    const register = await read(
      { from: 'fr-bpe', file: at('fr/bpe-2013-departements.csv'), area: 'departement', year: 2013 },
      'FR',
    );
    expect(count(register, '01', 'Boulangerie')).toBe(383);
    expect(count(register, 'FR', 'Pharmacie')).toBe(24074);
  });

  test('Britain: 8,505 local units that sell bread and cakes', async () => {
    const register = await read(
      { from: 'uk-local-units', file: at('gb/local-units-by-sic-class-and-region-2024.csv'), year: 2024 },
      'GB',
    );
    expect(count(register, 'K02000001', '47.24')).toBe(8505);
    expect(register.areas.map(({ code }) => code)).toContain('E12000007');
  });

  test('Belgium by postcode and Germany by state, as tables', async () => {
    const pharmacies = { from: 'table', name: 'X', licence: 'Y', classes: 'nace2', unit: 'doors' };
    const belgium = await read({
      ...pharmacies,
      file: at('be/pharmacies-by-postcode-2022-flanders-brussels.csv'),
      year: 2022,
      area: 'zipCode',
      columns: { counts: { active_pharmacies: '47.73' } },
    });
    expect(count(belgium, '1000', '47.73')).toBe(64);
    const germany = await read({
      ...pharmacies,
      file: at('de/craft-bakeries-butchers-and-pharmacies-by-land-2015.csv'),
      year: 2015,
      area: 'land',
      columns: { counts: { pharmacies: '47.73' } },
    });
    expect(count(germany, 'Bayern', '47.73')).toBe(3236);
  });
});
