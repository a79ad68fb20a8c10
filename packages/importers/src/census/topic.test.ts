import { TOPIC_FIELDS } from '@hinterland/catalogue';
import { TOPIC_FLAG } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { Report } from '../report/report.ts';
import { KeyedTable } from '../tables/keyedTable.ts';
import { makeTopic } from './topic.ts';
import type { TopicRecipe } from './topicSchema.ts';

/** A table of texts, first column the key. */
function table(...[header, ...rows]: string[]): KeyedTable {
  const cells = rows.map((row) => row.split(','));
  return new KeyedTable(
    't.csv',
    header!.split(','),
    {},
    new Map(cells.map((row, i) => [row[0]!, { cells: row, row: i + 2 }])),
  );
}

const UNITS = table('code,a,b,pct', '11,100,40,50', '12,200,,25', '13,0,5,0', '21,80,8,10');
const PARENTS = table('code,a,b,pct', '1,300,100,30', '2,80,8,10');

function make(code: Parameters<typeof makeTopic>[0], recipe: Partial<TopicRecipe>, residents: number[] | null = null) {
  const report = new Report('Test');
  const topic = makeTopic(
    code,
    {
      table: 'units',
      vintage: '',
      note: '',
      comparability: 'full',
      estimated: false,
      fields: {},
      distributions: [],
      lists: [],
      ...recipe,
    },
    {
      codes: ['11', '12', '13', '21'],
      tables: new Map([
        ['units', UNITS],
        ['parents', PARENTS],
      ]),
      residents: residents === null ? null : Float64Array.from(residents),
      report,
    },
  );
  return {
    topic,
    column: (name: string) => [...topic.columns.get(name)!],
    flags: [...topic.flags],
    report: report.toJson(),
  };
}

describe('making a topic', () => {
  it('computes every form of expression; a missing part makes the whole missing', () => {
    const { column } = make('residents', {
      fields: {
        total: 'a',
        male: { sum: ['a', 'b', 1] },
        female: { difference: ['a', { column: 'b', table: 'units' }] },
        in_households: { percent: 'pct', of: 'a' },
        previous_total: { product: ['a', { byCode: { 11: 2, 21: 3 } }] },
      },
    });
    expect(column('total')).toEqual([100, 200, 0, 80]);
    expect(column('male')).toEqual([141, NaN, 6, 89]);
    expect(column('female')).toEqual([60, NaN, 0, 72]);
    expect(column('in_households')).toEqual([50, 50, 0, 8]);
    expect(column('previous_total')).toEqual([200, NaN, NaN, 240]);
  });

  it('flags what is suppressed and names the fields that are missing', () => {
    const { topic, flags, report } = make('residents', { fields: { total: 'a', female: { difference: ['a', 'b'] } } });
    expect(flags).toEqual([0, TOPIC_FLAG.suppressed, 0, 0]);
    expect(topic.entry.missingFields).toEqual(['male', 'in_households', 'previous_total']);
    // Unit 13 has 0 − 5: perturbed data, not a negative count.
    expect(report.subjects[0]!.changes).toEqual([
      { reason: 'female: a difference below zero became zero', count: 1, references: ['13'] },
    ]);
  });

  it('keeps the catalogue order, then distributions and lists', () => {
    const { topic } = make('income', {
      distributions: [
        {
          name: 'household_income',
          unit: 'households',
          meaning: 'x',
          classes: [
            { from: null, to: 100, count: 'a' },
            { from: 100, to: null, count: 'b' },
          ],
        },
      ],
      lists: [{ name: 'sources', unit: 'persons', meaning: 'x', keys: { work: { title: 'Work', count: 'a' } } }],
      fields: { low_income: 'b', households: 'a' },
    });
    expect([...topic.columns.keys()]).toEqual([
      'households',
      'low_income',
      'household_income_0',
      'household_income_1',
      'sources__work',
    ]);
    expect(topic.entry.distributions[0]!.limits).toEqual([
      [null, 100],
      [100, null],
    ]);
    expect(topic.entry.lists[0]!.keys).toEqual([{ key: 'work', title: 'Work' }]);
  });

  it('splits age classes and flags all rows as estimates', () => {
    const { topic, column, flags } = make('age_classes', {
      ageClasses: {
        classes: [
          { from: 0, to: 9, total: 'a' },
          { from: 10, to: null, total: 'b' },
        ],
        openClassYears: 90,
      },
    });
    expect(column('total_0_4')).toEqual([50, 100, 0, 40]);
    expect(column('total_5_9')).toEqual([50, 100, 0, 40]);
    expect(column('total_10_14')[0]).toBeCloseTo((40 * 5) / 90, 9);
    expect(flags.every((flag) => (flag & TOPIC_FLAG.estimated) !== 0)).toBe(true);
    expect(topic.columns.size).toBe(18);
    expect(topic.entry.missingFields).toHaveLength(TOPIC_FIELDS.age_classes.length - 18);
  });

  it('takes what is not published from the parent, by residents', () => {
    // Parent 1 has 100 of b: 40 and 5 are known, so 55 are left for unit 12.
    const { column, flags } = make(
      'families',
      { fields: { families: 'b' }, imputeFrom: { table: 'parents', parentCode: { take: 1 } } },
      [100, 200, 0, 80],
    );
    expect(column('families')).toEqual([40, 55, 5, 8]);
    expect(flags).toEqual([0, TOPIC_FLAG.imputed, 0, 0]);
  });

  it('imputes nothing below zero, and leaves units without residents unpublished', () => {
    const parent = { imputeFrom: { table: 'parents', parentCode: { take: 1 } } };
    // Parent 1 has 170, and 110 + 75 are known already.
    const { column } = make('families', { ...parent, fields: { families: { sum: ['b', 70] } } }, [100, 200, 1, 80]);
    expect(column('families')).toEqual([110, 0, 75, 78]);
    const { column: b, flags } = make('families', { ...parent, fields: { families: 'b' } }, [100, 0, 0, 80]);
    expect(b('families')).toEqual([40, NaN, 5, 8]);
    expect(flags[1]).toBe(TOPIC_FLAG.suppressed);
  });

  it.each<[string, Partial<TopicRecipe>, RegExp]>([
    [
      'an unknown field',
      { fields: { totl: 'a' } },
      /census\.topics\.residents, totl: topic residents has no field "totl"; did you mean "total"\? Its fields are total, male/,
    ],
    [
      'an unknown column',
      { fields: { total: 'A1' } },
      /t\.csv has no column "A1"; did you mean "a"\? Its columns are "code", "a", "b", "pct"\./,
    ],
    [
      'an unknown table',
      { fields: { total: { column: 'a', table: 'x' } } },
      /census\.topics\.residents, total: there is no table "x"\. Tables are units, parents/,
    ],
    ['a column without a table', { table: undefined, fields: { total: 'a' } }, /"a" is a column without a table/],
    ['nothing', {}, /Topic residents has no field in the recipe/],
    [
      'a negative count',
      { fields: { total: { byCode: { 11: -5 } } } },
      /census\.topics\.residents, total: unit 11 has -5, and a count is never below zero\..*missingBelow/,
    ],
  ])('refuses %s', (_, recipe, message) => {
    expect(() => make('residents', recipe)).toThrow(message);
  });

  it('refuses age classes that leave a gap', () => {
    const classes = [
      { from: 0, to: 9, total: 'a' },
      { from: 20, to: null, total: 'b' },
    ];
    expect(() => make('age_classes', { ageClasses: { classes, openClassYears: 15 } })).toThrow(
      /census\.topics\.age_classes\.ageClasses: the age classes must follow/,
    );
  });
});
