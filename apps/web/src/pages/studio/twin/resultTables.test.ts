import { expect, it } from 'vitest';
import { resultTablesOf } from './resultTables.ts';

const coverage = {
  measure: 'population',
  network: { covered: 10 },
  stores: [
    { id: 'N1', name: 'Quay', reached: 5, snapped: { lat: 1, lng: 2 }, overlapsWith: [{ id: 'N2', shared: 3 }] },
    { id: 'N2', name: 'Mill', reached: 7, exclusive: 4, snapped: { lat: 1, lng: 3 }, overlapsWith: [] },
  ],
  overlaps: [{ stores: ['N1', 'N2'], shared: 3 }],
  whiteSpots: [
    { code: '3010', name: 'Larkspur', people: 9 },
    { code: '3011', name: 'Fernlea', people: 8 },
  ],
  method: { minutes: 5 },
};

it('makes a table of each list of things, with the columns that a cell takes', () => {
  const [stores, spots, ...others] = resultTablesOf(coverage);
  expect(stores).toMatchObject({
    pointer: '/stores',
    name: 'stores',
    of: '',
    columns: ['name', 'id', 'reached', 'exclusive'],
  });
  expect(stores?.rows.map(({ joint, cells }) => [joint, cells.exclusive])).toEqual([
    ['N1', undefined],
    ['N2', 4],
  ]);
  expect(spots).toMatchObject({ pointer: '/whiteSpots', columns: ['name', 'code', 'people'] });
  expect(others).toEqual([]);
});

it('tells lists of one name apart by what they belong to', () => {
  const store = (id: string) => ({ id, lat: 1, lng: Number(id), sales: 1, name: `Shop ${id}` });
  const sectors = [
    { code: 'food.bakery', name: 'Bakeries', stores: [store('1'), store('2')], parameters: { alpha: 1 } },
    { code: 'food.butcher', name: 'Butchers', stores: [store('3'), store('4')] },
  ];
  expect(
    resultTablesOf({ sectors })
      .filter(({ name }) => name === 'stores')
      .map(({ of }) => of),
  ).toEqual(['Bakeries', 'Butchers']);
});

it('sets the rows of a comparison beside its places, each named in the language of the reader', () => {
  const candidates = [
    { id: 'a', name: 'Quay', bestRows: 2, reasons: [] },
    { id: 'b', name: 'Mill', bestRows: 1, reasons: [] },
  ];
  const rows = [
    { id: 'residents_1', unit: 'persons', values: [500, 400] },
    { id: 'net_new', unit: 'currency_per_year', values: [9, null] },
  ];
  const [table] = resultTablesOf({ candidates, tables: [{ rows }], reaches: [{ limitSeconds: 300 }] });
  expect(table?.columns).toEqual(['name', 'bestRows', 'residents_1', 'net_new']);
  expect(table?.rows.map(({ cells }) => [cells.name, cells.residents_1, cells.net_new])).toEqual([
    ['Quay', 500, 9],
    ['Mill', 400, null],
  ]);
  expect(table?.titled.residents_1?.title).toEqual({
    text: 'row.residents',
    with: { within: { limit: { seconds: 300 } } },
  });
  expect(table?.titled.net_new).toEqual({ title: { text: 'row.net_new' }, unit: 'currency_per_year' });
});
