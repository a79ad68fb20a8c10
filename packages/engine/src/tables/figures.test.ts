import { AGE_CLASSES } from '@hinterland/catalogue';
import { TOPIC_FLAG } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { drawnCensus } from '../census/testing/drawnCensus.ts';
import { only, part, two } from './testing/drawnTables.ts';
import { type AvailableTopic, topicTables } from './topicTables.ts';

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

  it('the vacancy rate follows from the occupied dwellings where vacant ones are not counted, and says so', () => {
    const town = two({ housing: { dwellings: [60, 20], occupied: [50, 10] } });
    const { parts, fields } = only(town, 'housing', part(town, 0, 1, 2));
    expect(parts[0]!.values.vacancy_rate).toBe(25);
    expect(fields.vacancy_rate).toMatchObject({ available: true, meaning: expect.stringMatching(/not occupied/) });
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

describe('labeled lists', () => {
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
