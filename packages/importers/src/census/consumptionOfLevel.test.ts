import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { COICOP_DIVISIONS, PEOPLE_PACKS, SPEND_MODEL, spendLevelOf } from '@hinterland/catalogue';
import { SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { Report } from '../report/report.ts';
import { testFolder } from '../testing/folder.ts';
import { consumptionOfLevel, spendOfLevel } from './consumptionOfLevel.ts';
import { incomesOf } from './incomeRatios.ts';
import { incomeSchema } from './incomeSchema.ts';
import { topicSchema } from './topicSchema.ts';

const folder = await testFolder();
const MONEY = resolve(import.meta.dirname, '../../../../../shared/data/money/income');
const total = (values: Iterable<number>) => [...values].reduce((sum, value) => sum + (value || 0), 0);
const EUROPE = { west: 0, south: 40, east: 30, north: 60 };
const contextOf = () => ({
  resolve: (name: string) => resolve(folder.path, name),
  report: new Report('test'),
  dataBox: EUROPE,
});
const unitsOf = (codes: readonly string[]) => codes.map((code) => ({ code, polygon: [] }));
const recipeOf = (fields: object) => incomeSchema.parse({ measure: 'income', ...fields });

describe('spend from the level of a country', () => {
  const { perHead } = spendLevelOf('FR')!;

  it('is the level over all areas of the file, whatever incomes are', async () => {
    const random = new SeededRandom(11);
    for (let round = 0; round < 20; round++) {
      const areas = Array.from({ length: 3 + random.int(60) }, (_, i) => ({
        code: `A${i}`,
        people: 1 + random.int(4000),
        income: random.between(4_000, 120_000),
      }));
      const lines = areas.map(({ code, people, income }) => `${code};${people};${income * people}`);
      await writeFile(join(folder.path, 'areas.csv'), ['code;people;sum', ...lines].join('\n'));
      const recipe = recipeOf({ file: 'areas.csv', key: 'code', income: 'sum', isSum: true, people: 'people' });
      const codes = areas.map(({ code }) => code);
      const incomes = await incomesOf(recipe, unitsOf(codes), contextOf());
      const residents = Float64Array.from(areas, ({ people }) => people);
      const spend = spendOfLevel(perHead, { residents, incomes });
      for (const [division] of COICOP_DIVISIONS) {
        const expected = total(residents) * perHead[division];
        expect(Math.abs(total(spend.get(division)!) / expected - 1), division).toBeLessThan(1e-9);
        const richest = areas.reduce((best, { income }, i) => (income > areas[best]!.income ? i : best), 0);
        const highest = Math.max(...spend.get(division)!.map((value, i) => value / residents[i]!));
        expect(spend.get(division)![richest]! / residents[richest]!).toBeCloseTo(highest, 6);
      }
    }
  });

  it('of some areas of the file is what these spend, not the level', async () => {
    await writeFile(join(folder.path, 'two.csv'), 'id,mean\nP1,10000\nP2,30000\nQ9,500000\nP3,\n');
    const recipe = recipeOf({ file: 'two.csv', key: 'id', income: 'mean', areaPrefix: 'P', areaOfUnit: { take: 1 } });
    const incomes = await incomesOf(recipe, unitsOf(['2-01', '3-01']), contextOf());
    const spend = spendOfLevel(perHead, { residents: Float64Array.of(100, 100), incomes });
    const { elasticity } = SPEND_MODEL.cp03;
    const factor = (2 * 1.5 ** elasticity) / (0.5 ** elasticity + 1.5 ** elasticity);
    expect(spend.get('cp03')![0]! / (100 * perHead.cp03)).toBeCloseTo(factor, 12);
    // No income is published: the national mean.
    expect(spend.get('cp03')![1]! / (100 * perHead.cp03)).toBeCloseTo(1, 12);
  });

  it('takes the table of American block groups as the Census writes it: levels in one file, codes below zero for none', async () => {
    const file = 'b19301.psv';
    const keys = keysOf('us-census-2020');
    const rows = [
      ['0100000US', 41261, 60],
      ['1400000US36061000100', 1, 1],
      ['1500000US360610001001', 80_000, 900],
      ['1500000US360610001002', 20_000, 900],
      ['1500000US360610001003', -666666666, -222222222],
      ['3300000US408', 50_000, 10],
    ];
    const lines = ['GEO_ID|B19301_E001|B19301_M001', ...rows.map((row) => row.join('|'))];
    await writeFile(join(folder.path, file), `${lines.join('\n')}\n`);
    const blocks = ['360610001001005', '360610001002000', '360610001003001'];
    const incomes = (await incomesOf(recipeOf({ file, ...keys }), unitsOf(blocks), contextOf()))!;
    expect(incomes.areas).toBe(2);
    expect([...incomes.ofUnit]).toEqual([1.6, 0.4, Number.NaN]);
  });

  it('says whose figures they are, of when, by which rule and how wrong', () => {
    const recipe = { ...topicSchema.parse({}), expenditure: { level: 'LI' } };
    const { entry, columns, flags } = consumptionOfLevel(recipe, {
      residents: Float64Array.of(10, Number.NaN),
      incomes: null,
      currency: 'CHF',
    });
    expect(entry).toMatchObject({
      comparability: 'modelled',
      vintage: '2021',
      modelled: { of: 'CH', year: 2021, hasIncome: false, errors: { cp01: { median: 0.069, p90: 0.199 } } },
    });
    expect(entry.note).toMatch(
      /^Modelled: households of Switzerland spent .* CHF per head in 2021 \(Eurostat, .*COICOP 2018\)/,
    );
    expect(entry.note).toContain('Liechtenstein publishes none of its own, and its people may spend otherwise.');
    expect(entry.note).toContain('the same for every resident');
    // The national mean: food 6.9%, education 22.9% (docs/benchmarks/spend-of-regions.json).
    expect(entry.note).toContain('Half of such figures lie within 7 to 23% of published ones, by purpose.');
    expect(columns.get('cp01')![0]).toBeCloseTo(40_844.3, 6);
    expect(columns.get('cp01')![1]).toBeNaN();
    expect(flags[0]).not.toBe(0);
  });
});

/** Keys of the recipe that a pack writes for its incomes, without its files. */
function keysOf(code: string): object {
  const {
    name: _,
    licence: __,
    attribution: ___,
    page: ____,
    vintage: _____,
    file: ______,
    areas: _______,
    ...keys
  } = PEOPLE_PACKS.find((pack) => pack.code === code)!.income!;
  return keys;
}

const square = (west: number) => [
  [
    [west, 50],
    [west + 1, 50],
    [west + 1, 51],
    [west, 51],
    [west, 50],
  ],
];

describe.skipIf(!existsSync(MONEY))('incomes as publishers have them (needs ../shared/data/money)', () => {
  it('of the squares of Paris: their mean, and spend that adds up', async () => {
    const file = join(MONEY, 'fr-filosofi-2019-200m-paris.csv.gz');
    const recipe = recipeOf({ file, key: 'idcar_200m', income: 'ind_snv', isSum: true, people: 'ind' });
    const codes = ['CRS3035RES200mN2884200E3767600', 'CRS3035RES200mN2884200E3767800'];
    const incomes = (await incomesOf(recipe, unitsOf(codes), contextOf()))!;
    expect(incomes.areas).toBe(2175);
    // 151,401.2 euros of 4 people beside a mean of 34,279 euros (SOURCES.md of the data).
    expect(incomes.ofUnit[0]! * 34_279).toBeCloseTo(151_401.2 / 4, -1);
    expect(incomes.ofUnit[1]! * 34_279).toBeCloseTo(11_645_710 / 469.5, -1);
  });

  it('of German municipalities within districts within states, in the file of all of them', async () => {
    const keys = keysOf('zensus-2022');
    const outlines = ['06411000', '06432023', '11000000', '06432000'].map((AGS, i) => ({
      type: 'Feature',
      properties: { AGS },
      geometry: { type: 'Polygon', coordinates: square(8 + i) },
    }));
    await writeFile(
      join(folder.path, 'vg250.geojson'),
      JSON.stringify({ type: 'FeatureCollection', features: outlines }),
    );
    const recipe = recipeOf({
      ...keys,
      file: join(MONEY, 'de-income-tax-2021-municipalities.csv.gz'),
      areas: { file: 'vg250.geojson', code: 'AGS' },
    });
    const units = [0, 1, 2, 3, 9].map((i) => ({ code: String(i), polygon: [square(8 + i)] }));
    const incomes = (await incomesOf(recipe, units, contextOf()))!;
    // Of 11,085 rows with figures 10,747 hold no other: 1,973,093,455 thousand euros of 43,047,918 taxpayers (counted in Python).
    expect(incomes.areas).toBe(10_747);
    const mean = 1_973_093_455 / 43_047_918;
    expect(incomes.ofUnit[0]).toBeCloseTo(4_169_172 / 85_604 / mean, 12);
    expect(incomes.ofUnit[1]).toBeCloseTo(654_172 / 13_521 / mean, 12);
    // Berlin has the code of its state alone; a municipality without an income has that of its district.
    expect(incomes.ofUnit[2]).toBeCloseTo(84_739_956 / 1_945_538 / mean, 12);
    expect(incomes.ofUnit[3]).toBeCloseTo(7_755_388 / 154_922 / mean, 12);
    expect(incomes.ofUnit[4]).toBeNaN();
    // The published mean of the country is that of its areas but for what is kept secret.
    expect(mean / (1_973_096_213 / 43_047_968)).toBeCloseTo(1, 6);
  });

  it('of English and Welsh areas, which a table gives output areas', async () => {
    const { sheet: _, skipLines: __, ...keys } = keysOf('ons-census-2021') as Record<string, unknown>;
    await writeFile(
      join(folder.path, 'lookup.csv'),
      'OA21CD,LSOA21CD,MSOA21CD\nE00068801,E01013612,E02002827\nE00014001,E01002812,E02000588\n',
    );
    const recipe = recipeOf({
      ...keys,
      file: join(MONEY, 'gb-ons-msoa-net-income-after-housing.csv'),
      income: 'Net annual income after housing costs (£)',
      areas: { file: 'lookup.csv', unit: 'OA21CD', area: 'MSOA21CD' },
    });
    const incomes = (await incomesOf(recipe, unitsOf(['E00068801', 'E00014001', 'E00000001']), contextOf()))!;
    // Leicester 001 and Kensington and Chelsea 012 beside the mean of 7,201 areas (counted in Python).
    expect(incomes.areas).toBe(7201);
    expect(incomes.ofUnit[0]).toBeCloseTo(24_100 / 29_482.780169420912, 12);
    expect(incomes.ofUnit[1]).toBeCloseTo(63_900 / 29_482.780169420912, 12);
    expect(incomes.ofUnit[2]).toBeNaN();
  });

  it('of Australian areas beside all earners, and of quarters of Porto Alegre, which weigh alike', async () => {
    const areas = { key: 'sa2_code21', income: 'mean_income', people: 'earners', missing: ['np'] };
    const file = join(MONEY, '../../sydney/sydney_sa2_income.csv');
    const sydney = (await incomesOf(recipeOf({ file, ...areas }), unitsOf(['101021007', '118011342']), contextOf()))!;
    // 642 areas, 635 of them with figures; Braidwood and Centennial Park, whose income is not published (counted in Python).
    expect(sydney.areas).toBe(635);
    expect(sydney.ofUnit[0]).toBeCloseTo(68_904 / 74_096.33274742396, 12);
    expect(sydney.ofUnit[1]).toBeNaN();
    const quarters = recipeOf({ file: join(MONEY, 'br-porto-alegre-bairros.csv'), key: 'bairro', income: 'renda' });
    const poa = (await incomesOf(quarters, unitsOf(['restinga']), contextOf()))!;
    expect(poa.areas).toBe(95);
    expect(poa.ofUnit[0]).toBeCloseTo(469.17 / 1666.6038947368418, 12);
  });

  it('of the municipalities of Lombardy, by the code of a census section', async () => {
    const file = join(MONEY, 'it-mef-irpef-2021-lombardia.csv');
    const recipe = recipeOf({
      file,
      key: { column: 'Codice Istat Comune', padTo: 6 },
      income: 'Reddito imponibile - Ammontare in euro',
      isSum: true,
      people: 'Numero contribuenti',
      areaOfUnit: { drop: 7, padTo: 6 },
    });
    const incomes = (await incomesOf(recipe, unitsOf(['151460000001', '980010000007']), contextOf()))!;
    // Milan's taxpayers have more than the mean of Lombardy, those of Abbadia Cerreto less.
    expect(incomes.ofUnit[0]).toBeGreaterThan(1.1);
    expect(incomes.ofUnit[1]).toBeLessThan(1);
  });
});
