import { readFileSync } from 'node:fs';
import type { TopicCode } from '@hinterland/catalogue';
import { describe, expect, it } from 'vitest';
import { ActionProblem } from '../action/action.ts';
import { totalCredits } from '../action/pricing.ts';
import { BLOCK_SECONDS, contextOf, HALF, island, PER_POLE, residentsWithin, type Unit } from '../testing/island.ts';
import { withLine } from '../testing/line.ts';
import { analysisPeopleEconomy } from './index.ts';
import { input, type Output } from './schema.ts';

const { town, territory } = island();
const center = town.at(0, 0);
const context = contextOf(territory);
const run = (given: object) => analysisPeopleEconomy.run(context, input.parse(given));
const quote = (given: object) => analysisPeopleEconomy.quote(context, input.parse(given));
const values = (result: Output, part: string, code: TopicCode = 'residents') => {
  const topic = result.topics.find((candidate) => candidate.code === code);
  return topic?.available ? topic.figures[part]?.values : undefined;
};
const problem = (given: object) => {
  try {
    quote(given);
  } catch (error) {
    return error as ActionProblem;
  }
  throw new Error('accepted');
};

describe('price', () => {
  const place = { areas: ['XD'] };

  it.each<[string, object, number, string]>([
    ['two topics', { topics: ['residents', 'age_classes'] }, 4, 'residents, age_classes'],
    ['one topic', { topics: ['income'] }, 2, 'income'],
    ['one topic named three times', { topics: ['income', 'income', 'income'] }, 2, 'income'],
    ['all ten, unsaid', {}, 20, 'All ten topics'],
  ])('%s', (_, more, credits, label) => {
    const given = quote({ ...place, ...more });
    expect(given.lines).toMatchObject([
      { tariff: 'people_economy.topic', label, unit: 'topic', quantity: credits / 2, unitCredits: 2, credits },
    ]);
    expect(totalCredits(given)).toBe(credits);
  });

  it('does not depend on territory or bands, and the catchment costs nothing', () => {
    const bands = [1, 2, 3, 4, 5, 6].map((blocks) => blocks * BLOCK_SECONDS);
    const origins = [center, town.at(3, 3)];
    expect(totalCredits(quote({ origins, bandSeconds: bands, topics: ['residents'] }))).toBe(2);
  });

  it('the quote says how many poles are involved', () => {
    expect(quote({ origins: [center], bandSeconds: [2 * BLOCK_SECONDS] }).extra).toEqual({ polesInvolved: 13 });
    expect(quote({ areas: ['XD-11'] }).extra).toEqual({ polesInvolved: 36 });
  });

  it('topics that the territory lacks are not due', () => {
    const { result, creditsDue } = run({ ...place, topics: ['residents', 'mobility', 'income'] });
    expect(creditsDue).toBe(2);
    expect(result.topics.map(({ code, available }) => [code, available])).toEqual([
      ['residents', true],
      ['income', false],
      ['mobility', false],
    ]);
    expect(result.topics[2]).toMatchObject({ reason: 'This census does not ask about cars.' });
    expect(run({ ...place, topics: ['residents', 'age_classes'] }).creditsDue).toBe(4);
  });
});

describe('bands', () => {
  const { result } = run({
    origins: [center],
    bandSeconds: [BLOCK_SECONDS, 3 * BLOCK_SECONDS],
    topics: ['residents', 'families'],
  });

  it('hold the residents above the previous limit, cumulative parts everyone within', () => {
    expect(
      result.parts.map(({ id, kind, limitSeconds, residents, poles }) => [id, kind, limitSeconds, residents, poles]),
    ).toEqual([
      ['band_1', 'band', 50, residentsWithin(1), 5],
      ['cumulative_1', 'cumulative', 50, residentsWithin(1), 5],
      ['band_2', 'band', 150, residentsWithin(3, [[0, 0]], 1), 20],
      ['cumulative_2', 'cumulative', 150, residentsWithin(3), 25],
    ]);
    for (const { id, residents } of result.parts) expect(values(result, id)!.total).toBe(residents);
    expect(values(result, 'band_2')!.male).toBe(residentsWithin(3, [[0, 0]], 1) / 2);
  });

  it('several origins count everyone once', () => {
    const origins: [number, number][] = [
      [0, 0],
      [2, 1],
      [2, 1],
    ];
    const union = run({
      origins: origins.map(([right, up]) => town.at(right, up)),
      bandSeconds: [2 * BLOCK_SECONDS],
      topics: ['residents'],
    }).result;
    expect(values(union, 'cumulative_1')!.total).toBe(residentsWithin(2, origins));
  });

  it('stand beside the areas in which most of them live', () => {
    expect(result.benchmarks).toMatchObject([
      { level: 'local_government_area', available: true, code: 'XD-12', name: 'Côte du Nord', areaLevel: 6 },
      { level: 'state', available: true, code: 'XD-1', areaLevel: 4 },
      { level: 'country', available: true, code: 'XD', areaLevel: 2, residentsShare: 1 },
    ]);
    // Six poles of 20 lie in the north-west, more people than in any other quarter.
    expect(result.benchmarks[0]!.residentsShare).toBeCloseTo(120 / residentsWithin(3), 6);
    expect(values(result, 'local_government_area')!.total).toBe(840);
    expect(values(result, 'local_government_area')!.density).toBe(84);
    expect(values(result, 'country')!.total).toBe(2830);
    // Families have no tables of benchmark areas.
    expect(values(result, 'country', 'families')).toBeUndefined();
  });

  it('are those of the worked example in docs/methods/areas.md', () => {
    const page = readFileSync(new URL('../../../../docs/methods/areas.md', import.meta.url), 'utf8');
    const quarters = {
      'São Bento (south-west)': 'SW',
      'Côte du Nord (north-west)': 'NW',
      'Ørsted (south-east)': 'SE',
      'Northgate (north-east)': 'NE',
    };
    for (const [name, unit] of Object.entries(quarters)) {
      const residents = residentsWithin(3, [[0, 0]], -1, unit as Unit);
      expect(page).toContain(`| ${name} | ${residents / PER_POLE[unit as Unit]} | ${residents} |`);
    }
    expect(page).toContain(`${result.parts[3]!.poles} poles with ${result.parts[3]!.residents} residents`);
    expect(page).toContain(`= ${result.benchmarks[0]!.residentsShare};`);
    expect(result.benchmarks[1]!.residentsShare).toBeCloseTo(210 / 370, 6);
  });

  it('withheld cells count at the rate of the others, and the coverage says for whom they were published', () => {
    // Families per resident where published: (210 + 84 + 98) / (840 + 420 + 490) = 0.224.
    const families = result.topics.find(({ code }) => code === 'families')!;
    const figures = families.available ? families.figures.cumulative_2! : undefined;
    const southWest = 30 * 3;
    const within = residentsWithin(3);
    const northWest = 20 * 6;
    const others = within - southWest - northWest;
    expect(figures!.values.families).toBeCloseTo(northWest * 0.25 + others * 0.2 + southWest * 0.224, 5);
    expect(figures!.coverage.families).toBeCloseTo(1 - southWest / within, 5);
    expect(values(run({ areas: ['XD-11'], topics: ['families'] }).result, 'area_1', 'families')!.families).toBeNull();
  });

  it('say where the origins were fastened and how travel was computed', () => {
    expect(result.origins).toEqual([{ ...center, snapped: { ...center, distanceMeters: 0 } }]);
    expect(result.method).toEqual({
      measure: 'time',
      mode: 'car',
      traffic: 'normal',
      profile: 'car-normal',
      direction: 'inbound',
      snapLimitMeters: 350,
    });
    expect(result.dataVersion).toEqual({ territory: '1', sociodemo: '1' });
    expect(result.territory.currency).toBe('XDD');
  });

  it('of road distance and radius carry meters', () => {
    const distance = run({ origins: [center], bandMeters: [500, 1000], topics: ['residents'] }).result;
    expect(distance.parts.map(({ limitMeters, residents }) => [limitMeters, residents])).toEqual([
      [500, residentsWithin(1)],
      [500, residentsWithin(1)],
      [1000, residentsWithin(2, [[0, 0]], 1)],
      [1000, residentsWithin(2)],
    ]);
    const radius = run({ origins: [center], radiusMeters: [720], topics: ['residents'] }).result;
    // The crossings one block away diagonally lie at 707 m.
    expect(radius.parts[1]!.poles).toBe(9);
    expect(radius.method).toMatchObject({ measure: 'radius', mode: null, traffic: null, direction: null });
    expect(radius.origins![0]!.snapped).toBeNull();
  });
});

describe('areas', () => {
  it('the areas of a partition add up to the whole', () => {
    const { result } = run({ areas: ['XD-11', 'XD-12', 'XD-21', 'XD-22'], topics: ['residents', 'age_classes'] });
    const whole = run({ areas: ['XD'], topics: ['residents', 'age_classes'] }).result;
    expect(result.parts.map(({ id, residents }) => [id, residents])).toEqual([
      ['area_1', 1080],
      ['area_2', 840],
      ['area_3', 420],
      ['area_4', 490],
      ['total', 2830],
    ]);
    const fields = ['total_0_4', 'total_85_plus', 'under_5', 'total'];
    for (const field of fields) {
      const parts = [1, 2, 3, 4].map((i) => values(result, `area_${i}`, 'age_classes')![field]!);
      const sum = parts.reduce((a, b) => a + b, 0);
      expect(sum).toBeCloseTo(values(whole, 'area_1', 'age_classes')![field]!, 5);
      expect(sum).toBeCloseTo(values(result, 'total', 'age_classes')![field]!, 5);
    }
  });

  it('that overlap or repeat count everyone once in the total', () => {
    const { result } = run({ areas: ['XD-1', 'XD-11', 'XD-1'], topics: ['residents'] });
    expect(result.parts.map(({ id, code, residents }) => [id, code, residents])).toEqual([
      ['area_1', 'XD-1', 1920],
      ['area_2', 'XD-11', 1080],
      ['total', undefined, 1920],
    ]);
  });

  it('take their true area, unless the map cuts them', () => {
    const { result } = run({ areas: ['XD-22', 'XD-11'], topics: ['residents'] });
    expect(result.parts[0]).toMatchObject({ areaSquareKm: 10, areaMethod: 'true_area', cut: false });
    expect(result.parts[1]).toMatchObject({ areaMethod: 'units_in_proportion', cut: true });
    expect(values(result, 'area_1')!.density).toBe(49);
  });

  it('one area stands alone, without a total', () => {
    expect(run({ areas: ['XD-22'], topics: ['residents'] }).result.parts).toHaveLength(1);
  });

  it('a code that does not exist, or that several areas have, is named by its place', () => {
    expect(problem({ areas: ['XD', 'XX'] })).toMatchObject({
      code: 'validation_error',
      fields: { errors: [{ pointer: '#/areas/1' }] },
    });
    expect(problem({ areas: ['1000'] }).message).toContain('postcode:1000');
    expect(run({ areas: ['postcode:1000'], topics: ['residents'] }).result.parts[0]!.residents).toBe(2340);
  });
});

describe('drawn polygons', () => {
  const rectangle = (west: number, south: number, east: number, north: number) => {
    const [a, b] = [town.at(west, south), town.at(east, north)];
    return [
      [a.lng, a.lat],
      [b.lng, a.lat],
      [b.lng, b.lat],
      [a.lng, b.lat],
      [a.lng, a.lat],
    ];
  };

  it('hold the residents of the poles inside, and none of the holes', () => {
    const polygon = { type: 'Polygon', coordinates: [rectangle(-0.5, -0.5, 2.5, 2.5), rectangle(0.5, 0.5, 1.5, 1.5)] };
    const { result } = run({ polygon, topics: ['residents'] });
    expect(result.parts).toMatchObject([{ id: 'polygon', kind: 'polygon', poles: 8, residents: 80 }]);
    // 3 by 3 blocks of 0.5 km less one.
    expect(result.parts[0]!.areaSquareKm).toBeCloseTo(8 * 0.25, 2);
    expect(values(result, 'polygon')!.density).toBeCloseTo(40, 0);
  });

  it('of several parts count everyone once', () => {
    const polygon = {
      type: 'MultiPolygon',
      coordinates: [[rectangle(-0.5, -0.5, 0.5, 0.5)], [rectangle(-0.5, -0.5, 1.5, 0.5)]],
    };
    expect(run({ polygon, topics: ['residents'] }).result.parts[0]!.residents).toBe(20);
  });

  it('around the whole island hold everyone', () => {
    const polygon = { type: 'Polygon', coordinates: [rectangle(-HALF - 0.5, -HALF - 0.5, HALF + 0.5, HALF + 0.5)] };
    expect(run({ polygon, topics: ['residents'] }).result.parts[0]!.residents).toBe(2830);
  });

  it('without anyone inside give zeros and no rates, and nothing to compare with', () => {
    const { result } = run({
      polygon: { type: 'Polygon', coordinates: [rectangle(0.2, 0.2, 0.4, 0.4)] },
      topics: ['residents'],
    });
    expect(values(result, 'polygon')).toMatchObject({ total: 0, change_percent: null });
    expect(result.benchmarks[0]).toMatchObject({
      available: false,
      reason: 'No address lies in the territory of the call.',
    });
  });

  it('elsewhere on earth are refused', () => {
    const ring = [
      [10, 50],
      [11, 50],
      [11, 51],
      [10, 50],
    ];
    expect(problem({ polygon: { type: 'Polygon', coordinates: [ring] } })).toMatchObject({
      code: 'outside_coverage',
      fields: { errors: [{ pointer: '#/polygon' }] },
    });
  });
});

describe('places that cannot be answered', () => {
  const far = (lat: number, lng: number) => problem({ origins: [center, { lat, lng }], bandSeconds: [300] });

  it('in another country', () => {
    const error = far(48.2, 16.4);
    expect(error).toBeInstanceOf(ActionProblem);
    expect(error).toMatchObject({ code: 'outside_coverage', fields: { errors: [{ pointer: '#/origins/1' }] } });
    expect(error.message).toContain('lies outside Grid Island');
  });

  it('with lat and lng swapped', () => {
    // Both orders are places on earth only where neither number exceeds 90.
    const shifted = {
      ...territory,
      manifest: { ...territory.manifest, bbox: { west: 5, south: 40, east: 7, north: 42 } },
    };
    const swapped = input.parse({ origins: [{ lat: 6, lng: 41 }], bandSeconds: [300] });
    expect(() => analysisPeopleEconomy.quote(contextOf(shifted), swapped)).toThrow(/swap lat and lng/);
  });

  it('at sea, five kilometers from any road', () => {
    const error = far(center.lat, center.lng + 0.09);
    expect(error).toMatchObject({ code: 'validation_error', fields: { errors: [{ pointer: '#/origins/1' }] } });
    // 8.1 km east of the middle; the last street lies at 3 km.
    expect(error.message).toMatch(/lies 5\d\d\d m from the nearest road for mode car, the limit is 350 m/);
  });

  it('by a mode that the territory has no network for', () => {
    const error = problem({ origins: [center], bandSeconds: [300], mode: 'bicycle' });
    expect(error).toMatchObject({ code: 'validation_error', fields: { errors: [{ pointer: '#/mode' }] } });
  });
});

it('works without a census: poles are counted, figures are not', () => {
  const bare = contextOf({ ...territory, sociodemo: null });
  const { result, creditsDue } = analysisPeopleEconomy.run(bare, input.parse({ areas: ['XD-22'] }));
  expect(creditsDue).toBe(0);
  expect(result.parts[0]).toMatchObject({ poles: 49, residents: null });
  expect(result.topics.every(({ available }) => !available)).toBe(true);
  expect(result.topics).toHaveLength(10);
});

describe('public transport', () => {
  it('tabulates those at the end of a line within the time at the percentile', () => {
    const transit = { mode: 'transit', direction: 'outbound', bandSeconds: [540], topics: ['residents'] };
    const on = contextOf(withLine(territory, town));
    const ask = (more: object) =>
      analysisPeopleEconomy.run(on, input.parse({ origins: [center], ...transit, ...more })).result;
    // On foot a block takes six minutes: the middle and the four crossings around it. Ride and median wait take nine.
    const onFoot = residentsWithin(1);
    const end = PER_POLE.NE;
    const residents = (result: Output) => values(result, 'cumulative_1')?.total;
    expect(residents(ask({}))).toBe(onFoot + end);
    expect(residents(ask({ percentile: 95 }))).toBe(onFoot);
    expect(ask({}).method?.transit).toMatchObject({ date: '2026-03-02', departures: 120 });
    expect(ask({}).dataVersion.transit).toBe('1');
    const areas = { areas: ['XD'], topics: ['residents'], mode: 'transit' };
    expect(analysisPeopleEconomy.run(on, input.parse(areas)).result.method).toBeUndefined();
  });
});
