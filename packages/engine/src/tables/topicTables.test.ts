import { AGE_CLASSES, COICOP_DIVISIONS, TOPIC_CODES } from '@hinterland/catalogue';
import { type Territory, TOPIC_FLAG } from '@hinterland/territory';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { censusOf } from '../census/census.ts';
import { type DrawnCensus, drawnCensus } from '../census/testing/drawnCensus.ts';
import { benchmarksOf } from './benchmarks.ts';
import { holdingsOfPoles, polesOfArea } from './shares.ts';
import { type AvailableTopic, type Part, topicAvailable, topicTables } from './topicTables.ts';

const part = (territory: Territory, ...poles: number[]): Part => ({
  unitShares: holdingsOfPoles(territory, Uint32Array.from(poles)).unitShares,
  areaSquareKm: null,
});
const only = (territory: Territory, code: AvailableTopic['code'], ...parts: Part[]): AvailableTopic =>
  topicTables(territory, [code], parts, [])[0] as AvailableTopic;

/** Two units: the first with poles 0 and 1 (1 and 3 dwellings), the second with pole 2. */
const two = (topics: DrawnCensus['topics'], more: Partial<DrawnCensus> = {}): Territory =>
  drawnCensus({
    units: [
      { code: 'A', areaSquareKm: 2, poles: [{ dwellings: 1 }, { dwellings: 3 }] },
      { code: 'B', areaSquareKm: 1, poles: [{}] },
    ],
    topics: { residents: { total: [100, 60] }, ...topics },
    ...more,
  });

describe('residents', () => {
  const town = two({
    residents: { total: [100, 60], male: [40, 30], female: [60, 30], previous_total: [80, 70] },
  });

  it('adds shares of units, and computes density and change from the sums', () => {
    // A quarter of A (25 people on half a square kilometre) and all of B.
    const { values, shares } = only(town, 'residents', part(town, 0, 2)).parts[0]!;
    expect(values.total).toBeCloseTo(85, 12);
    expect(values.male).toBeCloseTo(40, 12);
    expect(values.density).toBeCloseTo(85 / 1.5, 12);
    expect(values.change).toBeCloseTo(85 - 90, 12);
    expect(values.change_percent).toBeCloseTo((100 * -5) / 90, 12);
    expect(shares.male).toBeCloseTo((100 * 40) / 85, 12);
    expect(shares.female).toBeCloseTo((100 * 45) / 85, 12);
  });

  it('takes a true area where one is given', () => {
    const table = only(town, 'residents', { ...part(town, 0, 1, 2), areaSquareKm: 16 });
    expect(table.parts[0]!.values.density).toBeCloseTo(10, 12);
  });

  it('says that a field is not available when the source lacks the column', () => {
    const table = only(town, 'residents', part(town, 0));
    expect(table.fields.in_households).toMatchObject({ available: false, unit: 'persons', base: 'total' });
    expect(table.parts[0]!.values.in_households).toBeNull();
    expect(table.parts[0]!.shares.in_households).toBeNull();
  });

  it('counts nobody as zero people, without rates', () => {
    const { values, coverage } = only(town, 'residents', part(town)).parts[0]!;
    expect(values).toMatchObject({ total: 0, male: 0, density: null, change_percent: null });
    expect(coverage).toEqual({});
  });
});

describe('a suppressed cell', () => {
  // Residents are known everywhere. `citizens` is published by A (100 residents) and C (300), not by B (100).
  const town = drawnCensus({
    units: ['A', 'B', 'C'].map((code) => ({ code, poles: [{}] })),
    topics: {
      residents: { total: [100, 100, 300] },
      origins: { citizens: [50, Number.NaN, 230], base: [100, 0, 300] },
    },
    flags: { origins: [0, TOPIC_FLAG.suppressed, TOPIC_FLAG.imputed | TOPIC_FLAG.estimated] },
  });
  const figures = (...poles: number[]) => only(town, 'origins', part(town, ...poles)).parts[0]!;

  it('is no zero: it stands at the rate of the units that publish, and the coverage says so', () => {
    // Rate (50 + 230) / 400 = 0.7: B counts as 70.
    const { values, coverage } = figures(0, 1);
    expect(values.citizens).toBeCloseTo(120, 12);
    expect(coverage).toEqual({ citizens: 0.5 });
  });

  it('is null where less than half of the people are covered', () => {
    const { values, coverage } = figures(1);
    expect(values.citizens).toBeNull();
    expect(coverage.citizens).toBe(0);
    const strict = topicTables(town, ['origins'], [part(town, 0, 1, 2)], [], { minimumCoverage: 0.9 });
    expect((strict[0] as AvailableTopic).parts[0]!.values.citizens).toBeNull();
    expect((strict[0] as AvailableTopic).parts[0]!.values.base).toBe(400);
  });

  it('differs from a published zero', () => {
    const { values, coverage } = figures(1, 2);
    expect(values.base).toBe(300);
    expect(coverage.base).toBeUndefined();
  });

  it('leaves full coverage unmentioned and tells what was imputed or estimated', () => {
    expect(figures(0)).toMatchObject({ coverage: {}, imputedShare: 0, estimatedShare: 0 });
    expect(figures(0, 2)).toMatchObject({ imputedShare: 0.75, estimatedShare: 0.75 });
  });

  it('of the residents is weighed by the dwellings', () => {
    const blank = drawnCensus({
      units: [
        { code: 'A', poles: [{ dwellings: 40 }] },
        { code: 'B', poles: [{ dwellings: 10 }] },
      ],
      topics: { residents: { total: [100, Number.NaN] } },
    });
    const { values, coverage } = only(blank, 'residents', part(blank, 0, 1)).parts[0]!;
    expect(values.total).toBeCloseTo(125, 12);
    expect(coverage.total).toBeCloseTo(100 / 125, 12);
  });

  it('of the residents is the sum of the age classes where they are published', () => {
    const ages = Object.fromEntries(AGE_CLASSES.map(({ code }, i) => [`total_${code}`, [0, i === 3 ? 17 : 0]]));
    const blank = two({ residents: { total: [100, Number.NaN] }, age_classes: ages });
    expect(only(blank, 'residents', part(blank, 2, 1)).parts[0]!.values.total).toBeCloseTo(92, 12);
  });
});

describe('age classes', () => {
  /** `people[i]` of the i-th five-year class in unit A, none in B. */
  const town = (people: number[]) =>
    two({
      age_classes: Object.fromEntries(
        AGE_CLASSES.flatMap(({ code }, i) => [
          [`total_${code}`, [people[i] ?? 0, 0]],
          [`male_${code}`, [(people[i] ?? 0) / 4, 0]],
          [`female_${code}`, [(3 * (people[i] ?? 0)) / 4, 0]],
        ]),
      ),
    });

  it('sums the ranges of the specification and computes the indices', () => {
    // One person in class 0, two in class 1, ..., 18 in class 85+: 171 in all.
    const territory = town(AGE_CLASSES.map((_, i) => i + 1));
    const { values, shares } = only(territory, 'age_classes', part(territory, 0, 1)).parts[0]!;
    expect(values).toMatchObject({
      total: 171,
      under_5: 1,
      aged_0_14: 6,
      aged_15_64: 4 + 5 + 6 + 7 + 8 + 9 + 10 + 11 + 12 + 13,
      aged_65_plus: 14 + 15 + 16 + 17 + 18,
      aged_70_plus: 15 + 16 + 17 + 18,
    });
    expect(values.male).toBeCloseTo(171 / 4, 12);
    expect(values.old_age_index).toBeCloseTo((100 * 80) / 6, 10);
    expect(values.dependency_ratio).toBeCloseTo((100 * 86) / 85, 10);
    // Half of 171 is 85.5; 78 are younger than 60, 13 are 60 to 64: 60 + 5 · 7.5 / 13.
    expect(values.median_age).toBeCloseTo(60 + (5 * 7.5) / 13, 10);
    expect(shares.under_5).toBeCloseTo(100 / 171, 10);
    expect(shares.male_0_4).toBeCloseTo(25, 10);
    expect(shares.total_85_plus).toBeCloseTo(1800 / 171, 10);
  });

  it('says "at least 85" where half of the people are in the open class', () => {
    const territory = town([...Array(17).fill(0), 9]);
    const figures = only(territory, 'age_classes', part(territory, 0)).parts[0]!;
    expect(figures.values.median_age).toBeNull();
    expect(figures.atLeast).toEqual({ median_age: 85 });
  });
});

describe('rates, means and medians', () => {
  it('are computed from sums and not from the units’ rates', () => {
    const town = two({
      employment: { base: [80, 40], labour_force: [60, 10], employed: [54, 5], unemployed: [6, 5] },
      families: { households: [50, 10], persons_in_households: [100, 60] },
      housing: { dwellings: [60, 20], occupied: [50, 10], vacant: [10, 10], rooms: [200, 100] },
      mobility: { households: [50, 10], vehicles: [70, 2] },
    });
    const all = part(town, 0, 1, 2);
    expect(only(town, 'employment', all).parts[0]!.values).toMatchObject({
      participation_rate: (100 * 70) / 120,
      employment_rate: (100 * 59) / 120,
      unemployment_rate: (100 * 11) / 70,
    });
    expect(only(town, 'families', all).parts[0]!.values.average_household_size).toBeCloseTo(160 / 60, 12);
    expect(only(town, 'housing', all).parts[0]!.values).toMatchObject({ vacancy_rate: 25, average_rooms: 5 });
    expect(only(town, 'mobility', all).parts[0]!.values.vehicles_per_household).toBeCloseTo(1.2, 12);
  });

  it('the median income comes from the summed distribution, with its classes beside it', () => {
    const town = two(
      {
        income: {
          households: [40, 20],
          household_income_0: [30, 0],
          household_income_1: [10, 10],
          household_income_2: [0, 10],
        },
      },
      {
        entries: {
          income: {
            distributions: [
              {
                name: 'household_income',
                unit: 'households',
                meaning: 'By income',
                limits: [
                  [0, 100],
                  [100, 200],
                  [200, null],
                ],
              },
            ],
          },
        },
      },
    );
    const table = only(town, 'income', part(town, 0, 1, 2), part(town, 2));
    // 30, 20 and 10 households: rank 30 ends the first class.
    expect(table.fields.median_household!.method).toBe('grouped_median');
    expect(table.parts[0]!.values.median_household).toBe(100);
    expect(table.parts[0]!.distributions.household_income).toEqual([30, 20, 10]);
    expect(table.distributions[0]!.limits[2]).toEqual([200, null]);
    expect(table.parts[1]!.values.median_household).toBe(200);
  });

  it('without a distribution it is the weighed median of the units’ medians, and is called that', () => {
    const town = two({ income: { households: [40, 20], median_household: [500, 900] } });
    const table = only(town, 'income', part(town, 0, 1, 2), part(town, 0, 2));
    expect(table.fields.median_household!.method).toBe('median_of_medians');
    expect(table.parts[0]!.values.median_household).toBe(500);
    // A quarter of A has 10 households, B has 20.
    expect(table.parts[1]!.values.median_household).toBe(900);
  });

  it('margins of error travel with the sums where the census carries them', () => {
    const town = two({ income: { households: [40, 20], households_moe: [30, 40] } });
    expect(only(town, 'income', part(town, 0, 1, 2)).parts[0]!.marginsOfError).toEqual({ households: 50 });
    expect(only(two({}), 'residents', part(town, 0)).parts[0]!.marginsOfError).toBeUndefined();
  });
});

describe('labelled lists', () => {
  it('are ranked after summing, the rest in one number', () => {
    const keys = Array.from({ length: 12 }, (_, i) => ({
      key: `c${String(i).padStart(2, '0')}`,
      title: `Country ${i}`,
    }));
    const columns = Object.fromEntries(keys.map(({ key }, i) => [`birth_country__${key}`, [i, i === 0 ? 500 : 0]]));
    const town = two(
      { origins: { base: [100, 600], ...columns } },
      {
        entries: {
          origins: { lists: [{ name: 'birth_country', unit: 'persons', meaning: 'Country of birth', keys }] },
        },
      },
    );
    const list = only(town, 'origins', part(town, 0, 1, 2)).parts[0]!.lists.birth_country!;
    expect(list.items.map(({ key }) => key)).toEqual([
      'c00',
      'c11',
      'c10',
      'c09',
      'c08',
      'c07',
      'c06',
      'c05',
      'c04',
      'c03',
    ]);
    expect(list.items[0]).toEqual({ key: 'c00', title: 'Country 0', value: 500 });
    expect(list.others).toBe(1 + 2);
  });
});

describe('consumption and benchmarks', () => {
  const town = drawnCensus({
    units: [
      { code: 'A', poles: [{ dwellings: 1, areas: { country: 0, level4: 1, level6: 2 } }] },
      { code: 'B', poles: [{ dwellings: 1, areas: { country: 0, level4: 1, level6: 3 } }] },
    ],
    areas: [
      { code: 'AUS', name: 'Australia', kind: 'country', level: 2 },
      { code: 'ST', name: 'State', kind: 'region', level: 4 },
      { code: 'L1', name: 'Small Shire', kind: 'county', level: 6 },
      { code: 'L2', name: 'Big City', kind: 'county', level: 6 },
    ],
    topics: {
      residents: { total: [10, 90] },
      consumption: { cp01: [1000, 9000 * 2], cp07: [500, 0] },
      income: { households: [10, 10], total_income: [100, 300] },
    },
    benchmarkAreas: [
      { code: 'AUS', name: 'Australia', kind: 'country', areaSquareKm: 100, coverage: 0.98 },
      { code: 'L2', name: 'Big City', kind: 'county', areaSquareKm: 5 },
    ],
    benchmarks: {
      residents: { total: [1000, 90] },
      consumption: { cp01: [50_000, 9000], cp07: [Number.NaN, 0] },
      income: { households: [100, 10], total_income: [1000, 300] },
    },
  });
  const everyone = Uint32Array.of(0, 1);
  const benchmarks = (poles: Uint32Array) => benchmarksOf(town, censusOf(town)!, poles);

  it('chooses the areas in which most residents live and says how many do', () => {
    expect(benchmarks(everyone)).toMatchObject([
      { level: 'local_government_area', available: true, code: 'L2', areaLevel: 6, residentsShare: 0.9 },
      { level: 'state', available: false, code: 'ST', residentsShare: 1 },
      { level: 'country', available: true, code: 'AUS', areaLevel: 2, residentsShare: 1 },
    ]);
    expect(benchmarks(everyone)[1]!.reason).toBe(
      'The territory has no census tables of State, the state of most residents.',
    );
  });

  it('does not fall back to another local government area when the right one has no tables', () => {
    expect(benchmarks(Uint32Array.of(0))[0]).toMatchObject({ available: false, code: 'L1', row: -1 });
  });

  it('tables that hold less than half of an area do not speak for it', () => {
    const thin = drawnCensus({
      units: [{ code: 'A', poles: [{}] }],
      topics: { residents: { total: [10] } },
      benchmarkAreas: [{ code: 'AUS', name: 'Australia', kind: 'country', coverage: 0.074 }],
      benchmarks: { residents: { total: [10] } },
    });
    const [lga, state, country] = benchmarksOf(thin, censusOf(thin)!, Uint32Array.of(0));
    expect(country).toMatchObject({
      available: false,
      reason: "The territory's census tables hold only 7 % of the residents of Australia.",
    });
    expect(lga!.reason).toBe('The territory does not say which local government area its addresses lie in.');
    expect(state!.reason).toBe('The territory does not say which state its addresses lie in.');
  });

  it('the country of a territory without its border is the only one there is', () => {
    const borderless = drawnCensus({
      units: [{ code: 'A', poles: [{}] }],
      topics: { residents: { total: [10] } },
      benchmarkAreas: [{ code: 'AUS', name: 'Australia', kind: 'country' }],
    });
    expect(benchmarksOf(borderless, censusOf(borderless)!, Uint32Array.of(0))[2]).toMatchObject({
      available: true,
      code: 'AUS',
    });
  });

  it('spend per resident and its index stand beside the country’s', () => {
    const [consumption] = topicTables(town, ['consumption'], [part(town, 0, 1)], benchmarks(everyone)) as [
      AvailableTopic,
    ];
    const { values, shares } = consumption.parts[0]!;
    expect(values.cp01_per_resident).toBe(190);
    expect(values.cp01_index).toBe(380);
    expect(values.total).toBeNull();
    expect(shares.cp01).toBeNull();
    expect(consumption.fields.total!.available).toBe(false);
    const [local, country] = consumption.benchmarks;
    expect(local).toMatchObject({
      level: 'local_government_area',
      figures: { values: { cp01_per_resident: 100, cp01_index: 200 } },
    });
    expect(country!.figures.values).toMatchObject({ cp01_index: 100, cp07: null, cp07_index: null });
    expect(country!.figures.coverage).toMatchObject({ cp01: 0.98, cp07: 0 });
  });

  it('the income index uses the best measure that there is and names it', () => {
    const [income] = topicTables(town, ['income'], [part(town, 0, 1)], benchmarks(everyone)) as [AvailableTopic];
    expect(income.fields.income_index).toMatchObject({ available: true, method: 'index_country_100' });
    expect(income.fields.income_index!.meaning).toContain('mean_household');
    expect(income.parts[0]!.values.income_index).toBe(200);
    const alone = only(town, 'income', part(town, 0, 1));
    expect(alone.fields.income_index!.available).toBe(false);
    expect(alone.parts[0]!.values.income_index).toBeNull();
  });

  it('sums all divisions when the census has them all', () => {
    const full = two({ consumption: Object.fromEntries(COICOP_DIVISIONS.map(([code], i) => [code, [i + 1, 0]])) });
    const { values, shares } = only(full, 'consumption', part(full, 0, 1)).parts[0]!;
    expect(values.total).toBe(91);
    expect(values.total_per_resident).toBe(0.91);
    expect(shares.cp13).toBeCloseTo(1300 / 91, 12);
  });
});

describe('topics', () => {
  it('that the territory lacks are unavailable with a reason, never zeros', () => {
    const town = two({}, { entries: { mobility: { note: 'Cars are not asked in this census.' } } });
    const topics = topicTables(town, ['mobility', 'residents', 'income'], [part(town, 0)], []);
    expect(topics.map(({ code, available }) => [code, available])).toEqual([
      ['residents', true],
      ['income', false],
      ['mobility', false],
    ]);
    expect(topics[1]).toEqual({
      code: 'income',
      section: 'economy',
      title: 'Income',
      available: false,
      reason: 'The sources of this territory do not hold this topic.',
    });
    expect(topics[2]).toMatchObject({ reason: 'Cars are not asked in this census.' });
    expect(topicAvailable(town, 'mobility')).toBe(false);
    expect(topicAvailable(town, 'residents')).toBe(true);
  });

  it('are all unavailable in a territory without a census', () => {
    const bare: Territory = { ...two({}), sociodemo: null };
    const topics = topicTables(bare, TOPIC_CODES, [part(bare)], []);
    expect(topics).toHaveLength(10);
    expect(topics.every(({ available }) => !available)).toBe(true);
    expect(topics[0]).toMatchObject({ reason: 'Drawn Town was built without census tables.' });
  });

  it('five belong to people and five to economy', () => {
    const bare: Territory = { ...two({}), sociodemo: null };
    const sections = topicTables(bare, TOPIC_CODES, [], []).map(({ section }) => section);
    expect(sections).toEqual([...Array(5).fill('people'), ...Array(5).fill('economy')]);
  });
});

describe('conservation of people', () => {
  it('the areas of a partition add up to the whole, suppressed cells included', () => {
    const unit = fc.record({
      total: fc.integer({ min: 0, max: 900 }),
      families: fc.option(fc.integer({ min: 0, max: 300 }), { nil: Number.NaN }),
      poles: fc.array(fc.record({ dwellings: fc.integer({ min: 1, max: 40 }), area: fc.integer({ min: 0, max: 4 }) }), {
        minLength: 1,
        maxLength: 9,
      }),
    });
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1, maxLength: 12 }), (units) => {
        const town = drawnCensus({
          units: units.map(({ poles }, i) => ({
            code: `U${i}`,
            poles: poles.map(({ dwellings, area }) => ({ dwellings, areas: { level6: area, country: 5 } })),
          })),
          areas: [0, 1, 2, 3, 4]
            .map((i) => ({ code: `L${i}`, name: `L${i}`, kind: 'county' as const, level: 6 }))
            .concat([{ code: 'C', name: 'C', kind: 'country' as never, level: 2 }]),
          topics: {
            residents: { total: units.map(({ total }) => total) },
            families: { families: units.map(({ families }) => families) },
          },
        });
        const parts = [0, 1, 2, 3, 4, 5].map((row) => part(town, ...polesOfArea(town, row)!));
        const sum = (values: (number | null | undefined)[]) => values.reduce<number>((a, b) => a + (b ?? 0), 0);
        const [residents, families] = topicTables(town, ['residents', 'families'], parts, [], {
          minimumCoverage: 0,
        }) as AvailableTopic[];
        for (const [table, field] of [
          [residents!, 'total'],
          [families!, 'families'],
        ] as const) {
          const figures = table.parts.map(({ values }) => values[field]);
          expect(sum(figures.slice(0, 5))).toBeCloseTo(figures[5] ?? 0, 6);
        }
        expect(residents!.parts[5]!.values.total).toBeCloseTo(sum(units.map(({ total }) => total)), 6);
      }),
      { seed: 19, numRuns: 150 },
    );
  });
});
