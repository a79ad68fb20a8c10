import { findAction } from '@hinterland/actions';
import { loadTerritory, type Territory } from '@hinterland/territory';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasData } from './hinterland.ts';
import { newYorkBundle } from './newYorkBundle.ts';

/** Ten minutes on foot from City Hall. */
const REACH = { origins: [{ lat: 40.7128, lng: -73.999 }], bandSeconds: [600], mode: 'walk' };

describe.skipIf(!hasData)('comparisons of New York (needs the test data beside the project)', () => {
  let territory: Territory;
  beforeAll(async () => {
    territory = await loadTerritory(await newYorkBundle());
  });

  function answer(id: string, more: object): any {
    const action = findAction(id)!;
    const context = { territory, channel: 'api' as const, progress: () => {}, cancelled: () => false };
    return action.run(context, action.input.parse({ ...REACH, ...more })).result;
  }

  it('people and incomes stand beside those of borough, state and country, whose totals the recipe gives', () => {
    const { benchmarks, topics } = answer('analysis.people_economy', { topics: ['residents', 'income'] });
    expect(benchmarks.map((one: any) => [one.level, one.available, one.name])).toEqual([
      ['local_government_area', true, 'Manhattan'],
      ['state', true, 'New York'],
      ['country', true, 'United States'],
    ]);
    const of = (topic: number, level: string) => topics[topic].figures[level].values;
    expect(of(0, 'country')).toMatchObject({ total: 322_903_030, density: expect.closeTo(322_903_030 / 9_147_593, 3) });
    expect(of(0, 'state')).toMatchObject({ total: 19_618_453, density: expect.closeTo(19_618_453 / 122_057, 3) });
    expect(of(0, 'band_1').density / of(0, 'country').density).toBeGreaterThan(500);
    expect(of(1, 'country').median_household).toBe(57_652);
    expect(of(1, 'local_government_area').median_household).toBeGreaterThan(57_652);
    // What nobody has published for the country is not made up.
    expect(of(1, 'country').low_income).toBeNull();
  });

  it.each([
    ['analysis.category_mix', 'stores', { categories: ['food.supermarket'] }, 'references'],
    ['analysis.realestate', 'listings', {}, 'benchmarks'],
  ])('%s refuses what the map holds little of, and says so', (id, what, more, member) => {
    const found = answer(id, more);
    const why = (share: string, name: string) =>
      `The map holds ${share} of the residents of ${name}; its ${what} elsewhere are not on it.`;
    expect(found[member].map((one: any) => [one.level, one.available, one.reason])).toEqual([
      ['local_government_area', false, why('only 15%', 'Manhattan')],
      ['state', false, why('only 1%', 'New York')],
      ['country', false, why('less than 1%', 'United States')],
    ]);
    if (id === 'analysis.category_mix') expect(Object.keys(found.categories[0].parts.band_1.ratios)).toEqual([]);
  });
});
