import { expect, it } from 'vitest';
import { planOf } from './plan/index.ts';
import { tablesOf } from './tables.ts';
import { said, spoken } from './words/service/said.ts';

it('a sentence is a cell that knows its code, and its statement no table of its own', () => {
  const reason = said('brand_closed', { brand: 'Health', territory: 'Graz' });
  const result = {
    brands: [{ name: 'Health', available: false, ...spoken({ reason }) }],
    ...spoken({ notes: [said('one_own_point'), said('no_own_points')] }),
  };
  const tables = tablesOf(result);
  expect(tables.map(({ id }) => id)).toEqual(['figures', 'brands']);
  expect(tables.flatMap(({ rows }) => rows.flat())).toEqual(
    expect.arrayContaining([
      { statement: reason.statement, english: 'All stores of Health in Graz are closed.' },
      {
        words: [
          { statement: { code: 'one_own_point', values: {} }, english: expect.stringMatching(/^With one/) },
          { statement: { code: 'no_own_points', values: {} }, english: expect.stringMatching(/^Without/) },
        ],
      },
    ]),
  );
});

it('a name that looks like a day is no day, and a code no sentence', () => {
  const named = { 'x-figure': { role: 'name' } } as const;
  const plan = planOf({
    properties: {
      stores: { items: { properties: { id: { 'x-figure': { role: 'key' } }, name: named, brand: named } } },
    },
  });
  const rows = tablesOf(
    { stores: [{ id: '1', name: '2026-05-01', brand: '2026-05-02', openedAt: '2026-05-03', reason: 'no_data' }] },
    { plan },
  ).flatMap((table) => table.rows.flat());
  expect(rows).toEqual(['2026-05-01', '1', '2026-05-02', new Date('2026-05-03'), 'no_data']);
});
