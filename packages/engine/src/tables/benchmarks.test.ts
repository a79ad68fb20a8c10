import { COICOP_DIVISIONS } from '@hinterland/catalogue';
import { describe, expect, it } from 'vitest';
import { censusOf } from '../census/census.ts';
import { drawnCensus } from '../census/testing/drawnCensus.ts';
import { benchmarksOf } from './benchmarks.ts';
import { only, part, two } from './testing/drawnTables.ts';
import { type AvailableTopic, topicTables } from './topicTables.ts';

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
      reason: "The territory's census tables hold only 7% of the residents of Australia.",
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

  it('the country of a territory of several without their borders is that of the areas where most live', () => {
    const town = drawnCensus({
      units: [
        { code: 'A', poles: [{ areas: { level8: 0 } }] },
        { code: 'B', poles: [{ areas: { level8: 1 } }] },
      ],
      areas: [
        { code: 'S', name: 'Salzburg', kind: 'municipality', level: 8, country: 'AT' },
        { code: 'F', name: 'Freilassing', kind: 'municipality', level: 8, country: 'DE' },
      ],
      topics: { residents: { total: [10, 90] } },
      benchmarkAreas: [
        { code: 'AT', name: 'Austria', kind: 'country' },
        { code: 'DE', name: 'Germany', kind: 'country' },
      ],
    });
    const several = { ...town, manifest: { ...town.manifest, countries: ['AT', 'DE'] } };
    const country = (...poles: number[]) => benchmarksOf(several, censusOf(several)!, Uint32Array.from(poles))[2];
    expect(country(0, 1)).toMatchObject({ available: true, code: 'DE', residentsShare: 0.9 });
    expect(country(0)).toMatchObject({ available: true, code: 'AT', residentsShare: 1 });
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
