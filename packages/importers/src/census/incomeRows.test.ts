import { describe, expect, it } from 'vitest';
import { readRecipe } from '../recipe/read.ts';
import { Report } from '../report/report.ts';
import { toDegrees } from '../shapes/projections.ts';
import { testFolder } from '../testing/folder.ts';
import { testContext } from '../testing/sources.ts';
import { readCensus } from './readCensus.ts';

const folder = await testFolder();
const [west, south] = toDegrees('EPSG:3035', 'test')!(4_285_000, 2_684_000);
const BOX = { west: west - 0.001, south: south - 0.001, east: west + 0.02, north: south + 0.01 };
const codeOf = (i: number) => `CRS3035RES1000mN2684000E${4_285_000 + 1000 * i}`;

/** Squares of people with the sum of their incomes, near the map but for the last two. */
const rowsOf = (sums: readonly (number | string)[]) =>
  ['idcar;ind;sum', ...sums.map((sum, i) => `${codeOf(i < 2 ? i : 100 * i)};${10 * (i + 1)};${sum}`), ''].join('\n');

async function read(file: string) {
  const topics = ['age_classes', 'families', 'education', 'origins', 'employment', 'income', 'housing', 'mobility'];
  const income = {
    file,
    delimiter: ';',
    key: 'idcar',
    income: 'sum',
    isSum: true,
    people: 'ind',
    measure: 'income',
    optional: true,
  };
  const recipe = await readRecipe(
    await folder.write(
      'recipe.yaml',
      JSON.stringify({
        id: 'town',
        name: 'Town',
        countries: ['DE'],
        continent: 'europe',
        timeZone: 'Europe/Berlin',
        versions: { territory: '1', sociodemo: '1' },
        map: { osm: 'town.osm.pbf' },
        poles: [{ from: 'osm-addresses' }],
        sources: [{ name: 'x', licence: 'x', attribution: 'x', family: 'territory' }],
        census: {
          currency: 'EUR',
          units: { from: 'raster', file: 'people.csv', delimiter: ';', cell: 'idcar', people: 'ind' },
          topics: {
            residents: { table: 'cells', fields: { total: 'ind' } },
            consumption: { expenditure: { level: 'DE', income } },
          },
          unavailable: Object.fromEntries(topics.map((code) => [code, 'none'])),
          benchmarks: [],
        },
      }),
    ),
  );
  const opened: string[] = [];
  const resolve = (name: string) => {
    opened.push(name);
    return recipe.resolve(name);
  };
  const report = new Report('Test');
  const context = {
    ...testContext({ resolve, mapBox: BOX, dataBox: BOX, report }),
    recipe: recipe.path,
    boundaries: [],
  };
  const { topics: made, units } = await readCensus(recipe.text.census!, context);
  const spend = made.find(({ code }) => code === 'consumption')!;
  return {
    codes: units.map(({ code }) => code),
    food: [...spend.columns.get('cp01')!],
    note: spend.entry.note,
    opened,
    warnings: report.toJson().warnings,
  };
}

describe('incomes in the table that people come from', () => {
  it('are those that reading the file again would give, which is not done', async () => {
    await folder.write('people.csv', rowsOf([200, 1200, 600, 2000]));
    await folder.write('again.csv', rowsOf([200, 1200, 600, 2000]));
    const once = await read('people.csv');
    const twice = await read('again.csv');
    expect(once.codes).toEqual([codeOf(0), codeOf(1)]);
    expect(once.opened).toEqual(['people.csv']);
    expect(twice.opened).toEqual(['people.csv', 'again.csv']);
    expect(once.food).toEqual(twice.food);
    expect(once.note).toBe(twice.note);
    // Of 4,000 in all for 100 people: 20 a head in the first square, 60 in the second.
    expect(once.food[1]! / 20 / (once.food[0]! / 10)).toBeCloseTo(3 ** 0.36, 12);
  });

  it('cost a warning where one is no number, and people are read all the same', async () => {
    await folder.write('people.csv', rowsOf([200, 'many', 600, 2000]));
    const { food, warnings, opened } = await read('people.csv');
    expect(opened).toEqual(['people.csv']);
    expect(warnings).toEqual([expect.stringMatching(/national mean.*row 3, column "sum": "many" is no number/)]);
    expect(food[1]! / food[0]!).toBeCloseTo(2, 12);
  });
});
