import { describe, expect, it } from 'vitest';
import type { Boundary } from '../inputs/boundaries.ts';
import { type Recipe, readRecipe } from '../recipe/read.ts';
import { Report } from '../report/report.ts';
import { testFolder } from '../testing/folder.ts';
import { testContext } from '../testing/sources.ts';
import { benchmarkTopic } from './benchmarkTopic.ts';
import { readCensus } from './readCensus.ts';

const folder = await testFolder();
const square = (west: number) => [
  [
    [west, 0],
    [west + 1, 0],
    [west + 1, 1],
    [west, 1],
    [west, 0],
  ],
];
const MAP_BOX = { west: 0, south: 0, east: 1.5, north: 1 };

await folder.write(
  'units.geojson',
  JSON.stringify({
    type: 'FeatureCollection',
    features: [0, 1, 2].map((i) => ({
      type: 'Feature',
      properties: { id: i + 1, year: 2020 },
      geometry: { type: 'Polygon', coordinates: square(i) },
    })),
  }),
);
await folder.write('people.csv', '\uFEFFcode,name,people,county\nX001,a,10,K\nX002,b,20,K\nX003,c,40,L\nX004,d,80,L\n');

const CENSUS = {
  currency: 'EUR',
  units: { from: 'file', file: 'units.geojson', code: { column: 'id', padTo: 3 } },
  tables: { people: { file: 'people.csv', key: { column: 'code', strip: 'X' } } },
  topics: { residents: { table: 'people', fields: { total: 'people' } } },
  unavailable: Object.fromEntries(
    [
      'age_classes',
      'families',
      'education',
      'origins',
      'employment',
      'income',
      'housing',
      'mobility',
      'consumption',
    ].map((code) => [code, 'none']),
  ),
  benchmarks: [] as unknown[],
};

async function recipeWith(census: object): Promise<Recipe> {
  const text = {
    id: 'town',
    name: 'Town',
    countries: ['DE'],
    continent: 'europe',
    timeZone: 'Europe/Berlin',
    versions: { territory: '1', sociodemo: '1' },
    map: { osm: 'town.osm.pbf' },
    poles: [{ from: 'osm-addresses' }],
    sources: [{ name: 'x', licence: 'x', attribution: 'x', family: 'territory' }],
    census,
  };
  return readRecipe(await folder.write('recipe.yaml', JSON.stringify(text)));
}

async function read(changes: object = {}, boundaries: readonly Boundary[] = []) {
  const recipe = await recipeWith({ ...CENSUS, ...changes });
  const report = new Report('Test');
  const { resolve, path } = recipe;
  const context = { ...testContext({ resolve, mapBox: MAP_BOX, dataBox: MAP_BOX, report }), recipe: path, boundaries };
  return { census: await readCensus(recipe.text.census!, context), report: report.toJson() };
}

const county: Boundary = {
  code: 'K',
  name: 'County K',
  country: 'DE',
  kind: 'county',
  level: 6,
  localType: '',
  polygon: [
    [
      [0, 0],
      [2, 0],
      [2, 1],
      [0, 1],
      [0, 0],
    ],
  ].map((ring) => [ring]),
  cut: false,
};

describe('reading a census', () => {
  it('joins tables to units by their codes', async () => {
    const { census, report } = await read();
    expect(census.units.map(({ code }) => code)).toEqual(['001', '002', '003']);
    expect([...census.topics[0]!.columns.get('total')!]).toEqual([10, 20, 40]);
    expect(census.unavailable).toHaveLength(9);
    expect(report.subjects.find(({ name }) => name === 'rows of table people')).toMatchObject({
      kept: 3,
      drops: [{ reason: 'no census unit has this code', references: ['004'] }],
    });
  });

  it('leaves out the topics of a table that may be lacking and is, or has other columns, and says why', async () => {
    const families = { families: { table: 'homes', fields: { households: 'homes' } } };
    const { families: _, ...unavailable } = CENSUS.unavailable;
    const changes = (file: string) => ({
      topics: { ...CENSUS.topics, ...families },
      tables: { ...CENSUS.tables, homes: { file, key: 'code', optional: true } },
      unavailable,
    });
    await folder.write('damaged.csv', 'code,homes\n"001,5\n');
    await folder.write('other.csv', 'code,flats\n001,5\n');
    for (const [file, reason] of [
      ['damaged.csv', /damaged\.csv/],
      ['other.csv', /no column "homes"/],
    ] as const) {
      const { census, report } = await read(changes(file));
      expect(census.topics.map(({ code }) => code)).toEqual(['residents']);
      expect(census.unavailable.find(({ code }) => code === 'families')?.reason, file).toMatch(reason);
      expect(report.warnings.join(), file).toMatch(reason);
    }
  });

  it('spreads figures of larger areas by residents, and takes those of a row that is about one', async () => {
    await folder.write('counties.csv', 'county,all,old,median\n00,40,10,30000\nCC,900,90,28000\n');
    const spreadFrom = { areaCode: { take: 2 }, people: 'all' };
    const { families: _, income: __, ...unavailable } = CENSUS.unavailable;
    const { census } = await read({
      topics: {
        ...CENSUS.topics,
        families: { table: 'counties', fields: { households: 'old' }, spreadFrom },
        income: { table: 'counties', fields: { median_household: 'median' }, spreadFrom: { areaCode: { take: 2 } } },
      },
      tables: { ...CENSUS.tables, counties: { file: 'counties.csv', key: 'county' } },
      unavailable,
      benchmarks: [
        { code: 'C', name: 'Country', kind: 'country', row: 'CC' },
        { code: 'N', name: 'Nowhere', kind: 'country', row: 'NN' },
      ],
    });
    const values = (code: string, field: string) => [
      ...census.topics.find((topic) => topic.code === code)!.columns.get(field)!,
    ];
    // 10, 20 and 40 of 40 people of the county, of whose households there are 10.
    expect(values('families', 'households')).toEqual([2.5, 5, 10]);
    expect(values('income', 'median_household')).toEqual([30_000, 30_000, 30_000]);
    expect(census.benchmarks).toMatchObject([
      {
        code: 'C',
        published: { residents: { total: 900 }, families: { households: 90 }, income: { median_household: 28_000 } },
      },
    ]);
  });

  it('takes rows without an outline as units outside the map', async () => {
    const { census } = await read({ units: { ...CENSUS.units, alsoFrom: 'people' } });
    expect(census.units.map(({ code, polygon }) => [code, polygon.length])).toEqual([
      ['001', 1],
      ['002', 1],
      ['003', 1],
      ['004', 0],
    ]);
  });

  it('makes benchmarks of all units, by code, by table, by place and of each boundary', async () => {
    const kind = 'county';
    const benchmarks = [
      { code: 'ALL', name: 'All', kind, units: 'all', population: 140 },
      { code: 'P', name: 'By code', kind, units: { prefix: '00' }, areaSquareKm: 5 },
      { code: 'T', name: 'By table', kind, units: { table: 'people', column: 'county', equals: 'L' } },
      { code: 'I', name: 'By place', kind, units: { inside: 'K' } },
      { eachLevel: 6 },
      { code: 'NONE', name: 'None', kind, units: { prefix: '9' } },
    ];
    const { census, report } = await read({ benchmarks }, [county]);
    expect(census.benchmarks.map(({ code, unitRows }) => [code, [...unitRows]])).toEqual([
      ['ALL', [0, 1, 2]],
      ['P', [0, 1, 2]],
      ['T', [2]],
      ['I', [0, 1]],
      ['K', [0, 1]],
    ]);
    expect(census.benchmarks.map(({ coverage }) => coverage)).toEqual([0.5, 1, 1, 1, 1]);
    expect(census.benchmarks[1]!.areaSquareKm).toBe(5);
    // A degree each way at the equator is 111.2 km.
    expect(census.benchmarks[4]!.areaSquareKm).toBeCloseTo(2 * 111.2 ** 2, -2);
    expect(census.benchmarks[2]!.areaSquareKm).toBeCloseTo(111.2 ** 2, -2);
    expect(report.subjects.at(-1)).toMatchObject({
      name: 'benchmarks',
      kept: 5,
      drops: [{ references: ['NONE (None)'] }],
    });
  });

  it('puts features with the same code together where the recipe says so', async () => {
    const units = { ...CENSUS.units, code: { column: 'year', strip: ['02', '0'], prefix: 'B' }, merge: true };
    const topics = { residents: { fields: { total: { byCode: { B2: 7 } } } } };
    const { census, report } = await read({ units, tables: {}, topics });
    // "2020" without "02" and "0" is "2", three times.
    expect(census.units.map(({ code, polygon }) => [code, polygon.length])).toEqual([['B2', 3]]);
    expect(report.subjects.find(({ name }) => name === 'outlines of census units')).toMatchObject({
      changes: [{ reason: 'a part of the unit with the same code', count: 2 }],
    });
  });

  it('takes the first figure that is published', async () => {
    const total = { first: [{ byCode: { '001': 5 } }, 'people', 3] };
    const { census } = await read({ topics: { residents: { table: 'people', fields: { total } } } });
    expect([...census.topics[0]!.columns.get('total')!]).toEqual([5, 20, 40]);
  });

  it('takes published figures of an area, with units and without', async () => {
    const benchmarks = [
      { code: 'DE', name: 'Country', kind: 'country', topics: { residents: { fields: { total: 5000 } } } },
      { code: 'K', name: 'K', kind: 'county', units: 'all', topics: { residents: { fields: { total: 77 } } } },
    ];
    const { census, report } = await read({ benchmarks }, [county]);
    expect(census.benchmarks.map(({ code, unitRows, coverage }) => [code, unitRows.length, coverage])).toEqual([
      ['DE', 0, 1],
      ['K', 3, 1],
    ]);
    const [residents] = census.topics;
    const made = benchmarkTopic(census, residents!, residents!.columns.get('total')!);
    expect([...made.columns.get('total')!]).toEqual([5000, 77]);
    expect(report.warnings).toEqual([]);
  });

  it('warns of a benchmark whose code is no area', async () => {
    const benchmarks = [{ code: 'k', name: 'Typo', kind: 'county', units: 'all' }];
    const { report } = await read({ benchmarks }, [county]);
    expect(report.warnings).toEqual([
      'Benchmark k (Typo): no area has this code, so nothing is compared with it; did you mean "K"? hinterland territory areas lists the codes.',
    ]);
  });

  it.each([
    [{ code: 'DE', name: 'X', kind: 'country' }, /it has neither units nor published figures/],
    [
      { code: 'DE', name: 'X', kind: 'country', topics: { income: { fields: { median_household: 5 } } } },
      /it has neither units nor published figures/,
    ],
    [
      { code: 'DE', name: 'X', kind: 'country', units: 'all', topics: { income: { fields: { earners: 5 } } } },
      /the census has no topic income/,
    ],
    [
      { code: 'DE', name: 'X', kind: 'country', topics: { residents: { fields: { total: 5, totl: 5 } } } },
      /did you mean "total"/,
    ],
  ])('refuses a benchmark without figures, and figures that no topic has: %#', async (benchmark, message) => {
    await expect(read({ benchmarks: [benchmark] })).rejects.toThrow(message);
  });

  it('takes the whole map as one unit', async () => {
    const { census } = await read({
      units: { from: 'whole-map', code: 'all', areaSquareKm: 20_000 },
      tables: {},
      topics: { residents: { fields: { total: 1234 } } },
    });
    expect(census.units).toEqual([
      {
        code: 'all',
        areaSquareKm: 20_000,
        polygon: [
          [
            [
              [0, 0],
              [1.5, 0],
              [1.5, 1],
              [0, 1],
              [0, 0],
            ],
          ],
        ],
      },
    ]);
    expect([...census.topics[0]!.columns.get('total')!]).toEqual([1234]);
  });

  it.each<[string, object, RegExp]>([
    [
      'codes that never meet',
      { tables: { people: { file: 'people.csv', key: 'code' } } },
      /people\.csv: none of its 4 rows has the code of a census unit\. Its codes look like "X001", the units' like "001"\. Make them alike at the key/,
    ],
    [
      'a missing property',
      { units: { ...CENSUS.units, code: 'GEOID' } },
      /units\.geojson has no column "GEOID".* Its columns are "id", "year"/,
    ],
    [
      'a code that stands twice',
      { units: { ...CENSUS.units, code: 'year' } },
      /units\.geojson, feature 2: the code "2020" stood in a feature before/,
    ],
    [
      'units elsewhere',
      { units: { ...CENSUS.units, where: [{ column: 'id', equals: 3 }] } },
      /none of its 1 census units touches the map/,
    ],
    [
      'no residents',
      { topics: { residents: { table: 'people', fields: { male: 'people' } } } },
      /census\.topics\.residents\.fields\.total is missing/,
    ],
    [
      'a benchmark nowhere',
      { benchmarks: [{ code: 'Z', name: 'Z', kind: 'county', units: { inside: 'Z' } }] },
      /Benchmark Z: there is no boundary with the code "Z"/,
    ],
    ['no boundary in the extract', { units: { from: 'osm', level: 8 } }, /no whole boundary of admin_level 8/],
    ['an unknown table', { units: { ...CENSUS.units, alsoFrom: 'persons' } }, /alsoFrom: there is no table "persons"/],
  ])('refuses %s', async (_, changes, message) => {
    await expect(read(changes)).rejects.toThrow(message);
  });
});
