import { describe, expect, it } from 'vitest';
import { ActionProblem } from '../action/action.ts';
import { areasProfile } from '../areas.profile/index.ts';
import { BLOCK_SECONDS, contextOf, HALF, island, PER_POLE, POLES, type Unit, unitAt } from '../testing/island.ts';
import { islandWithShops, SHOPS } from '../testing/shops.ts';
import { figuresOfStores, figuresOfTopic } from './figures.ts';
import { areasCompare } from './index.ts';
import { input, type Output } from './schema.ts';

const { territory } = islandWithShops();
const compare = (given: object): Output => areasCompare.run(contextOf(territory), input.parse(given)).result;
const figureOf = ({ figures }: Output, id: string) => figures.find((one) => one.id === id);

describe('areas side by side', () => {
  const counties = compare({ area: 'XD', level: 6 });

  it('are those of the next level, or of the level asked for, and name the levels with their counts', () => {
    expect(compare({ area: 'XD' }).areas.map(({ code }) => code)).toEqual(['XD-1', 'XD-2']);
    expect(counties.areas.map(({ code }) => code)).toEqual(['XD-12', 'XD-22', 'XD-21', 'XD-11']);
    expect(counties.levels.map(({ level, areas }) => [level, areas])).toEqual([
      [4, 2],
      [6, 4],
      [9, 1],
    ]);
    // There is no level 8 within, and nothing within the smallest.
    expect(compare({ area: 'XD-1', level: 8 }).areas.map(({ code }) => code)).toEqual(['XD-12', 'XD-11']);
    expect(compare({ area: 'XD-11' })).toMatchObject({ levels: [], areas: [], area: { code: 'XD-11', level: 6 } });
  });

  it('have residents and density counted on poles, and those of the whole', () => {
    const residents = (unit: Unit) => PER_POLE[unit] * POLES[unit];
    const inOrder: readonly Unit[] = ['NW', 'NE', 'SE', 'SW'];
    const all = inOrder.map(residents).reduce((a, b) => a + b);
    expect(figureOf(counties, 'residents.total')).toMatchObject({
      group: 'residents',
      unit: 'persons',
      values: inOrder.map(residents),
      whole: all,
    });
    expect(figureOf(counties, 'residents.density')?.values[1]).toBe(residents('NE') / 10);
    expect(figureOf(counties, 'residents.male')).toMatchObject({
      unit: 'percent',
      values: [50, 50, 50, 50],
      whole: 50,
    });
  });

  it('have every figure as the profile of each area has it', () => {
    for (const [i, { code }] of counties.areas.entries()) {
      const profile = areasProfile.run(contextOf(territory), { area: code }).result;
      for (const { id, group, field, unit, values } of counties.figures) {
        const topic = profile.topics.find((one) => one.code === group);
        const mix = profile.market?.categories.find((one) => one.code === field);
        const topicOf = () => (topic?.available ? topic.figures.area_1 : undefined);
        const storesOf = () => (mix?.available ? mix.parts.area_1 : undefined);
        const own =
          group === 'stores'
            ? field === ''
              ? profile.market?.totals.area_1?.stores
              : storesOf()?.stores
            : group === 'storesPer10000'
              ? field === ''
                ? values[i]
                : storesOf()?.storesPer10000
              : topicOf()?.[unit === 'percent' && field in (topicOf()?.shares ?? {}) ? 'shares' : 'values'][field];
        expect([code, id, values[i]]).toEqual([code, id, own ?? null]);
      }
    }
    expect(new Set(counties.figures.map(({ group }) => group))).toEqual(
      new Set(['residents', 'age_classes', 'storesPer10000', 'stores']),
    );
  });

  it('count open stores, and none where a sector is not there', () => {
    const open = SHOPS.filter(({ state }) => state !== 'closed');
    expect(figureOf(counties, 'stores')?.whole).toBe(open.length);
    // Both bakeries lie right of the middle: one in the north-east, one in the south-east.
    expect(figureOf(counties, 'stores.food.bakery')?.values).toEqual([0, 1, 1, 0]);
    expect(figureOf(counties, 'storesPer10000.food.bakery')?.values[1]).toBeCloseTo(10_000 / (10 * POLES.NE), 6);
  });

  it('have the residents without a store of a sector within reach, by one search from all open ones', () => {
    const blocks = 6;
    const minutes = ((blocks + 0.5) * BLOCK_SECONDS) / 60;
    const asked = { area: 'XD', level: 6, sectorCode: 'food.bakery', minutes };
    const bakeries = SHOPS.filter(({ sector }) => sector === 'food.bakery');
    const without = { SW: 0, NW: 0, SE: 0, NE: 0 };
    const all = { ...without };
    for (let right = -HALF; right <= HALF; right++)
      for (let up = -HALF; up <= HALF; up++) {
        const unit = unitAt(right, up);
        const nearest = Math.min(...bakeries.map((one) => Math.abs(one.right - right) + Math.abs(one.up - up)));
        all[unit] += PER_POLE[unit];
        if (nearest > blocks) without[unit] += PER_POLE[unit];
      }
    const inOrder = (['NW', 'NE', 'SE', 'SW'] as const).map((unit) => without[unit]);
    const answer = compare(asked);
    expect(inOrder.every((count) => count > 0)).toBe(true);
    expect(figureOf(answer, 'residentsWithout.food.bakery')).toMatchObject({
      unit: 'persons',
      values: inOrder,
      whole: inOrder.reduce((a, b) => a + b),
    });
    const share = figureOf(answer, 'shareWithout.food.bakery');
    expect(share).toMatchObject({ unit: 'percent', meaning: 'Bakeries' });
    expect(share?.values[0]).toBeCloseTo((100 * without.NW) / all.NW, 4);
    expect(answer.reach).toEqual({ sector: 'food.bakery', minutes, mode: 'car' });
    expect(areasCompare.output.safeParse(answer).success).toBe(true);
    // Everybody is within reach of some bakery, of a sector that the lists do not have nothing is known; without a sector nothing is asked.
    expect(figureOf(compare({ ...asked, minutes: 60 }), 'residentsWithout.food.bakery')?.values).toEqual([0, 0, 0, 0]);
    expect(
      figureOf(compare({ ...asked, sectorCode: 'food.fishmonger' }), 'shareWithout.food.fishmonger'),
    ).toBeUndefined();
    expect(counties.reach).toBeNull();
    expect(() => compare({ ...asked, sectorCode: 'food.nothing' })).toThrow(ActionProblem);
  });

  it('say null where the census does not publish, never 0, and leave out what no area has', () => {
    const field = { unit: 'families', method: 'sum' as const, meaning: '', base: 'families', available: true };
    const figures = (share: number | null) => ({
      values: { one_parent: null, couples: null },
      shares: { one_parent: share, couples: null },
      coverage: {},
      estimatedShare: 0,
      imputedShare: 0,
      distributions: {},
      lists: {},
    });
    const topic = {
      code: 'families' as const,
      section: 'people' as const,
      title: '',
      available: true as const,
      vintage: '',
      comparability: 'full' as const,
      note: '',
      distributions: [],
      lists: [],
      fields: { one_parent: field, couples: field },
      figures: { a: figures(12), b: figures(null), all: figures(12) },
    };
    expect(figuresOfTopic(topic, { ids: ['a', 'b'], whole: 'all' })).toEqual([
      {
        id: 'families.one_parent',
        group: 'families',
        field: 'one_parent',
        unit: 'percent',
        meaning: '',
        values: [12, null],
        whole: 12,
      },
    ]);
    const few = [
      { row: 3, residents: 100 },
      { row: 2, residents: 910 },
      { row: 0, residents: 2830 },
    ];
    const [perResidents] = figuresOfStores(territory, few);
    expect(perResidents).toMatchObject({ id: 'storesPer10000', values: [null, expect.any(Number)] });
  });

  it('have outlines, and answer in their own schema, without a census or stores, too', () => {
    expect(counties.simplifyMeters).toBe(20);
    expect(counties.areas.map(({ geometry }) => geometry?.type)).toEqual([
      undefined,
      'MultiPolygon',
      'MultiPolygon',
      undefined,
    ]);
    expect(areasCompare.output.safeParse(counties).success).toBe(true);
    const bare = areasCompare.run(
      contextOf({ ...island().territory, sociodemo: null }),
      input.parse({ area: 'XD' }),
    ).result;
    expect(bare.figures).toEqual([]);
    expect(bare.areas.map(({ residents }) => residents)).toEqual([null, null]);
    expect(areasCompare.output.safeParse(bare).success).toBe(true);
  });

  it('refuse a code that nobody has, by its place', () => {
    expect(() => compare({ area: 'nowhere' })).toThrow(ActionProblem);
  });
});
