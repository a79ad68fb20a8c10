import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { actions, findAction } from '../registry.ts';
import { refusal } from '../testing/refusal.ts';

const square = [
  [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ],
];

describe('a list is measured before its items are read', () => {
  /** A list whose items throw when they are read. */
  const unreadable = (length: number): unknown[] =>
    new Proxy(Array.from({ length }), {
      get(target, member) {
        if (typeof member === 'string' && /^\d+$/.test(member)) throw new Error(`read item ${member}`);
        return Reflect.get(target, member) as unknown;
      },
    });
  const lists = actions.flatMap(({ id, input }) => {
    const { properties = {} } = z.toJSONSchema(input, { io: 'input' });
    return Object.entries(properties as Record<string, { type?: string; maxItems?: number }>)
      .filter(([, { type }]) => type === 'array')
      .map(([name, { maxItems }]) => [id, name, maxItems] as const);
  });

  it('knows every list of every action', () => {
    expect(lists.length).toBeGreaterThan(40);
    expect(lists.filter(([, , max]) => max === undefined)).toEqual([]);
  });

  it.each(lists)('%s %s', (id, name, max) => {
    const { input, example } = findAction(id)!;
    const parsed = input.safeParse({ ...example, [name]: unreadable(max! + 1) });
    const fault = parsed.error!.issues.find(({ path }) => path[0] === name);
    expect([fault?.path, String(fault?.message)]).toEqual([[name], expect.stringContaining(`give at most ${max}.`)]);
  });

  const many = <T>(count: number, item: T) => Array.from({ length: count }, () => item);

  it.each<[string, object, string]>([
    ['a megabyte of empty positions', { type: 'Polygon', coordinates: [many(349_000, [])] }, '349000 positions'],
    ['in rings of 10,000', { type: 'Polygon', coordinates: many(35, many(10_000, [])) }, '350000 positions'],
    ['numbers for positions', { type: 'Polygon', coordinates: many(50, many(10_000, 1)) }, '500000 positions'],
    ['empty rings', { type: 'Polygon', coordinates: many(349_000, []) }, '349000 rings'],
    ['empty rings of many polygons', { type: 'MultiPolygon', coordinates: many(2000, many(100, [])) }, '200000 rings'],
    ['polygons of an empty ring', { type: 'MultiPolygon', coordinates: many(200_000, [[]]) }, '200000 rings'],
  ])('a polygon: %s', (_, polygon, count) => {
    const parsed = findAction('analysis.people_economy')!.input.safeParse({ polygon });
    expect(parsed.error!.issues).toHaveLength(1);
    expect(refusal('analysis.people_economy', { polygon })).toContain(
      `#/polygon/coordinates The polygon has ${count};`,
    );
  });

  it.each([
    ['empty polygons', { type: 'MultiPolygon', coordinates: many(300_000, []) }],
    ['a position of many numbers', { type: 'Polygon', coordinates: [[many(300_000, null)]] }],
  ])('a polygon: %s', (_, polygon) => {
    expect(findAction('analysis.people_economy')!.input.safeParse({ polygon }).success).toBe(false);
  });
});

describe('a ring without positions is refused where it stands', () => {
  const takers = actions.filter(({ input }) => 'polygon' in (z.toJSONSchema(input, { io: 'input' }).properties ?? {}));

  it('in all actions that take polygons', () => {
    expect(takers.map(({ id }) => id)).toEqual([
      'analysis.people_economy',
      'analysis.markets_sector',
      'analysis.category_mix',
      'analysis.markets_brands',
      'analysis.realestate',
      'site.search',
      'markets.changes',
    ]);
  });

  it.each([
    ['an outer ring', { type: 'Polygon', coordinates: [[]] }, '/0'],
    ['a hole', { type: 'Polygon', coordinates: [square[0], []] }, '/1'],
    ['the ring of a part', { type: 'MultiPolygon', coordinates: [square, [[]]] }, '/1/0'],
    ['a part without rings', { type: 'MultiPolygon', coordinates: [[]] }, '/0'],
    ['no ring', { type: 'Polygon', coordinates: [] }, ''],
    ['an empty position', { type: 'Polygon', coordinates: [[[]]] }, '/0/0'],
    ['nulls', { type: 'Polygon', coordinates: [[null, null, null, null]] }, '/0/0'],
    ['null', { type: 'Polygon', coordinates: null }, ''],
  ])('%s', (_, polygon, place) => {
    for (const { id, example } of takers) {
      const { origins: _origins, bandSeconds: _limits, ...rest } = example;
      expect(refusal(id, { ...rest, polygon })).toMatch(new RegExp(`^#/polygon/coordinates${place} `));
    }
  });
});
