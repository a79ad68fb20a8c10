import { describe, expect, it } from 'vitest';
import { ActionProblem } from '../action/action.ts';
import { contextOf, island, PER_POLE, POLES, UNITS, type Unit } from '../testing/island.ts';
import { islandWithShops, SHOPS } from '../testing/shops.ts';
import { areasProfile } from './index.ts';
import { input, type Output } from './schema.ts';

const { territory } = islandWithShops();
const profileOf = (area: string): Output => areasProfile.run(contextOf(territory), input.parse({ area })).result;

/** The census units of each area; a shop lies in the unit of its crossing. */
const AREAS: Readonly<Record<string, readonly Unit[]>> = {
  XD: UNITS,
  'XD-1': ['SW', 'NW'],
  'XD-12': ['NW'],
  'postcode:1000': ['SW', 'NW', 'SE'],
};
const residentsIn = (units: readonly Unit[]) => units.reduce((sum, unit) => sum + PER_POLE[unit] * POLES[unit], 0);
const unitOf = ({ right, up }: (typeof SHOPS)[number]) => `${up < 0 ? 'S' : 'N'}${right < 0 ? 'W' : 'E'}` as Unit;
const openIn = (units: readonly Unit[], sector?: string) =>
  SHOPS.filter(
    (shop) =>
      shop.state !== 'closed' && units.includes(unitOf(shop)) && (sector === undefined || shop.sector === sector),
  ).length;

describe('an area by itself', () => {
  it.each(Object.entries(AREAS))('%s has its residents, in each table, and its stores by sector', (code, units) => {
    const { parts, topics, market } = profileOf(code);
    expect(parts.map(({ id, residents }) => [id, residents])).toEqual([['area_1', residentsIn(units)]]);
    const counted = topics.flatMap((topic) =>
      topic.available && topic.code === 'residents' ? [topic.figures.area_1?.values.total] : [],
    );
    expect(counted).toEqual([residentsIn(units)]);
    expect(topics.map((topic) => topic.code)).toEqual(['residents', 'age_classes', 'families', 'income']);
    expect(market?.totals.area_1?.stores).toBe(openIn(units));
    const bySector = market?.categories.map((one) => [one.code, one.available && one.parts.area_1?.stores]);
    const sectors = [...new Set(SHOPS.map(({ sector }) => sector))];
    expect(new Map(bySector as [string, number][])).toEqual(
      new Map(sectors.map((sector) => [sector, openIn(units, sector)])),
    );
  });

  it.each([
    ['XD', []],
    ['XD-1', ['XD']],
    ['XD-12', ['XD-1', 'XD']],
  ])('%s stands beside the areas that hold it alone: %j', (code, above) => {
    const { benchmarks, market } = profileOf(code);
    expect(benchmarks.filter(({ available }) => available).map((one) => one.code)).toEqual(above);
    expect(market?.references.map((one) => one.code)).toEqual(above);
    for (const [i, reference] of (market?.references ?? []).entries())
      expect(reference.stores).toBe(openIn(AREAS[above[i] as string] as readonly Unit[]));
  });

  it('says what is not published, and that there are no stores', () => {
    const income = profileOf('XD').topics.at(-1);
    expect(income).toMatchObject({ code: 'income', available: false });
    const { result } = areasProfile.run(contextOf(island().territory), { area: 'XD' });
    expect(result.market).toBeNull();
    expect(areasProfile.output.safeParse(result).success).toBe(true);
  });

  it.each(['nowhere', '1000'])('refuses the code %s and names its place', (area) => {
    const refused = () => areasProfile.run(contextOf(territory), { area });
    expect(refused).toThrow(ActionProblem);
    try {
      refused();
    } catch (error) {
      expect((error as ActionProblem).fields).toMatchObject({ errors: [{ pointer: '#/area' }] });
    }
  });
});
