import { describe, expect, it } from 'vitest';
import type { Boundary } from '../inputs/boundaries.ts';
import { OsmBuilder } from '../map/osmBuilder.ts';
import { Report } from '../report/report.ts';
import { testFolder } from '../testing/folder.ts';
import { itLeavesNothing } from '../testing/leftOut.ts';
import { testContext } from '../testing/sources.ts';
import { readCensus } from './readCensus.ts';
import { censusSchema } from './schema.ts';

const folder = await testFolder();
let files = 0;

const square = (west: number) => [
  [
    [west, 0],
    [west + 1, 0],
    [west + 1, 1],
    [west, 1],
    [west, 0],
  ],
];
const MAP_BOX = { west: 0, south: 0, east: 3, north: 1 };

interface Files {
  readonly people?: readonly string[];
  readonly outlines?: readonly object[];
}

const PEOPLE = ['101,10,4', '102,20,', '201,40,16'];
const outline = (id: unknown, coordinates: unknown, more: object = {}) => ({
  type: 'Feature',
  properties: { id, kind: 'tract', ...more },
  geometry: coordinates === null ? null : { type: 'Polygon', coordinates },
});
const OUTLINES = [101, 102, 201].map((id, i) => outline(id, square(i)));

/** Units, columns and benchmarks of a census whose families are not published for 102 and follow from its district. */
async function read({ people = PEOPLE, outlines = OUTLINES }: Files, boundaries: readonly Boundary[] = []) {
  const number = files++;
  const name = (file: string) => `${file.replace('.', `-${number}.`)}`;
  await folder.write(name('people.csv'), `code,people,families\n${people.join('\n')}\n`);
  await folder.write(name('districts.csv'), 'code,people,families\n1,30,30\n2,40,16\n');
  await folder.write(name('units.geojson'), JSON.stringify({ type: 'FeatureCollection', features: outlines }));
  const census = censusSchema.parse({
    currency: 'EUR',
    units: { from: 'file', file: name('units.geojson'), code: 'id', where: [{ column: 'kind', equals: 'tract' }] },
    tables: {
      people: { file: name('people.csv'), key: 'code' },
      districts: { file: name('districts.csv'), key: 'code' },
    },
    topics: {
      residents: { table: 'people', fields: { total: 'people' } },
      families: {
        table: 'people',
        fields: { families: 'families' },
        imputeFrom: { table: 'districts', parentCode: { take: 1 } },
      },
    },
    benchmarks: [
      { code: 'ALL', name: 'All', kind: 'county', units: 'all', population: 70 },
      { code: 'D', name: 'District', kind: 'county', units: { prefix: '1' } },
      ...(boundaries.length === 0 ? [] : [{ code: 'I', name: 'Inside', kind: 'county', units: { inside: 'K' } }]),
      ...(boundaries.length === 0 ? [] : [{ eachLevel: 6 }]),
    ],
  });
  const report = new Report('Test');
  const context = {
    ...testContext({ resolve: (file) => `${folder.path}/${file}`, mapBox: MAP_BOX, dataBox: MAP_BOX, report }),
    recipe: 'recipe.yaml',
    boundaries,
  };
  const { units, topics, benchmarks } = await readCensus(census, context);
  const columns = topics.map(({ code, columns, flags }) => [
    code,
    [...columns].map(([key, of]) => [key, [...of]]),
    [...flags],
  ]);
  const dropped = report
    .toJson()
    .subjects.filter(({ name: of }) => of === 'rows of table people' || of === 'outlines of census units')
    .reduce((sum, subject) => sum + subject.dropped, 0);
  return {
    figures: { units, columns, benchmarks: benchmarks.map((one) => ({ ...one, unitRows: [...one.unitRows] })) },
    dropped,
  };
}

describe('rows of a census table that no unit has', () => {
  it('the figures are these: 30 families of the district less the 4 that are known', async () => {
    const { figures } = await read({});
    expect(figures.columns[1]![1]).toEqual([['families', [4, 26, 16]]]);
  });

  itLeavesNothing((people: readonly string[]) => read({ people }), PEOPLE, [
    ['a unit elsewhere', '901,99999,99999'],
    ['a sum over all', 'Total,70,46'],
    ['a unit elsewhere that publishes nothing', '902,,'],
    ['a code that only begins like one', '1010,99999,'],
  ]);
  describe('and no code', () => {
    itLeavesNothing(
      (people: readonly string[]) => read({ people }),
      PEOPLE,
      [['is about nobody', ',99999,99999']],
      false,
    );
  });

  it('their families are not those of their neighbors', async () => {
    // 103 is of district 1, and has no outline: 30 − 4 − 16 are left for 102.
    const { figures } = await read({ people: [...PEOPLE, '103,10,16'] });
    expect(figures.columns[1]![1]).toEqual([['families', [4, 10, 16]]]);
  });
});

describe('outlines that are left out', () => {
  const line = [
    [
      [0, 0],
      [1, 1],
      [0, 0],
      [0, 0],
    ],
  ];
  itLeavesNothing((outlines: readonly object[]) => read({ outlines }), OUTLINES, [
    ['no geometry', outline(101, null)],
    ['an outline without an inside', outline(101, line)],
    ['a line', { ...outline(101, null), geometry: { type: 'LineString', coordinates: line[0] } }],
    ['a point', { ...outline(102, null), geometry: { type: 'Point', coordinates: [0.5, 0.5] } }],
    ['no code', outline('', square(0))],
    ['an empty code', outline(null, square(1))],
  ]);
  describe('by the recipe', () => {
    itLeavesNothing(
      (outlines: readonly object[]) => read({ outlines }),
      OUTLINES,
      [
        ['have the code of a unit', outline(101, square(1), { kind: 'block' })],
        ['lie over all of the map', outline(301, [square(0)[0]!.map(([x, y]) => [3 * x!, y])], { kind: 'county' })],
      ],
      false,
    );
  });
});

describe('areas that benchmarks are made of', () => {
  const area = (code: string, polygon: number[][][], more: Partial<Boundary> = {}): Boundary => ({
    code,
    name: code,
    country: 'DE',
    kind: 'county',
    level: 6,
    localType: '',
    polygon: [polygon],
    cut: false,
    ...more,
  });
  const AREAS = [area('K', square(0)), area('L', square(1))];
  const readWith = async (boundaries: readonly Boundary[]) => ({ ...(await read({}, boundaries)), dropped: 0 });

  describe('and are left out', () => {
    itLeavesNothing(
      readWith,
      AREAS,
      [
        ['have no code', area('', square(2))],
        ['have the code of another one', area('K', square(2)), 'behind'],
      ],
      false,
    );
  });
});

describe('cells of a table', () => {
  const code = (east: number, north = 0) => `CRS3035RES1000mN${2_684_000 + north}E${4_285_000 + east}`;
  const readCells = async (...tables: readonly (readonly string[])[]) => {
    const names = await Promise.all(
      tables.map((rows) => folder.write(`cells-${files++}.csv`, `GRD_ID,T,C\n${rows.join('\n')}\n`)),
    );
    const census = censusSchema.parse({
      currency: 'EUR',
      units: { from: 'raster', file: names, cell: 'GRD_ID', people: 'T', missing: ['-'] },
      topics: { residents: { table: 'cells', fields: { total: 'T' } } },
    });
    const report = new Report('Test');
    const box = { west: 9, south: 47, east: 10, north: 48 };
    const context = { ...testContext({ mapBox: box, dataBox: box, report }), recipe: 'recipe.yaml', boundaries: [] };
    const { units, topics } = await readCensus(census, context);
    const subject = report.toJson().subjects.find(({ name }) => name === 'outlines of census units');
    return {
      figures: { units: units.map((unit) => unit.code), people: [...topics[0]!.columns.get('total')!] },
      dropped: subject?.dropped ?? 0,
    };
  };
  const rows = [`${code(0)},10,LI`, `${code(1000)},20,CH`];

  describe('that say nothing of people', () => {
    itLeavesNothing(
      (all: readonly string[]) => readCells(all),
      rows,
      [
        ['nobody', `${code(2000)},0,CH`],
        ['not published', `${code(2000)},-,CH`],
        ['empty', `${code(2000)},,CH`],
        ['a sign for no data', `${code(2000)},-9999,CH`],
        ['another sign for no data', `${code(2000)},4294967295,CH`],
        ['far away', `${code(900_000)},50,CH`],
        ['no code', `,50,CH`],
      ],
      false,
    );
  });

  it('which several countries share add up, and are one unit', async () => {
    const { figures } = await readCells([...rows, `${code(0)},7,AT`]);
    expect(figures).toEqual({ units: [code(0), code(1000)], people: [17, 20] });
  });

  it('of a second table count where the first has none', async () => {
    const { figures, dropped } = await readCells(rows, [`${code(0)},999,LI`, `${code(2000)},5,CH`]);
    expect(figures).toEqual({ units: [code(0), code(1000), code(2000)], people: [10, 20, 5] });
    expect(dropped).toBe(1);
  });
});

describe('boundaries of a map as units', () => {
  /** Districts side by side, and what else the map holds. */
  const read = async (countries: readonly string[], more: (map: OsmBuilder) => void = () => {}) => {
    const map = new OsmBuilder();
    const ring = (west: number) => {
      const nodes = square(west)[0]!
        .slice(1)
        .map(([lng, lat]) => map.addNode(lat!, lng!));
      return [...nodes, nodes[0]!];
    };
    const district = (west: number, tags: Record<string, string>) =>
      map.addWay(ring(west), { boundary: 'administrative', admin_level: '8', ...tags });
    district(0, { name: 'A', ref: '5020' });
    district(1, { name: 'B', ref: '5021' });
    more(map);
    const census = censusSchema.parse({
      currency: 'EUR',
      units: { from: 'osm', level: 8 },
      topics: { residents: { fields: { total: { byCode: { 5020: 10, 5021: 20 } } } } },
    });
    const built = map.build();
    const context = { ...testContext({ map: built, countries }), recipe: 'recipe.yaml', boundaries: [] };
    const { units, topics } = await readCensus(census, context);
    return [units.map(({ code }) => code), [...topics[0]!.columns.get('total')!]];
  };
  const expected = [
    ['5020', '5021'],
    [10, 20],
  ];

  it('are each one unit, also of a territory of two countries', async () => {
    expect(await read(['AT'])).toEqual(expected);
    expect(await read(['AT', 'DE'])).toEqual(expected);
  });

  it.each<[string, Record<string, string>]>([
    ['a postcode with the same number', { boundary: 'postal_code', postal_code: '5020', name: '5020' }],
    [
      'an area of another level with the same number',
      { boundary: 'administrative', admin_level: '6', ref: '5020', name: 'X' },
    ],
    [
      'an area of another country',
      { boundary: 'administrative', admin_level: '8', ref: '5020', 'ISO3166-2': 'CH-5', name: 'X' },
    ],
    ['an outline that does not close', { boundary: 'administrative', admin_level: '8', ref: '5020', name: 'open' }],
  ])('keep their codes beside %s', async (_, tags) => {
    const found = await read(['AT'], (map) => {
      const nodes = square(2)[0]!
        .slice(1)
        .map(([lng, lat]) => map.addNode(lat!, lng!));
      map.addWay(tags.name === 'open' ? nodes : [...nodes, nodes[0]!], tags);
    });
    expect(found).toEqual(expected);
  });
});
