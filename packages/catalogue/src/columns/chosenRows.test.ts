import { describe, expect, it } from 'vitest';
import { chosenRows } from './chosenRows.ts';
import { isTotal, twinsAmong } from './twins.ts';

describe('rows as somebody wants them', () => {
  const columns = ['name', 'sales', 'area'];
  const rows = [
    { no: 1, cells: ['A', '', '600'] },
    { no: 2, cells: ['A', '5', '700'] },
    { no: 3, cells: ['B', 'x', ''] },
  ];

  it('are left out, merged and changed; the table stays as it is', () => {
    const before = structuredClone(rows);
    const { rows: left, out } = chosenRows(columns, rows, {
      leaveOut: [3],
      merge: [[1, 2, 3]],
      cells: [{ row: 2, column: 'sales', value: '7' }],
    });
    expect(left).toEqual([{ no: 1, cells: ['A', '7', '600'] }]);
    expect(out).toEqual([
      { row: rows[1], into: 1 },
      { row: rows[2], into: null },
    ]);
    expect(rows).toEqual(before);
  });

  it('stay those that they were where nothing is said of them', () => {
    const { rows: left, out } = chosenRows(columns, rows, { leaveOut: [9], merge: [[9, 1]] });
    expect([left, out]).toEqual([rows, []]);
    expect(left[0]).toBe(rows[0]);
  });
});

it('rows repeat an earlier one by their id, or by name and place', () => {
  const at = (id: string, name: string, lat: number, lng = 10) => ({ id, name, lat, lng });
  const rows = [
    at('1', 'Café Linde', 50),
    at('1', 'Elsewhere', 51),
    at('2', 'cafe linde', 50.0004),
    at('3', 'Café Linde', 50.0005, 10.0005),
    at('', '', 50),
    at('', '', 50),
  ];
  expect(twinsAmong(rows).map(({ row, like, kind }) => [rows.indexOf(row), rows.indexOf(like), kind])).toEqual([
    [1, 0, 'twice'],
    [2, 0, 'alike'],
    [3, 2, 'alike'],
  ]);
  expect(['Summe', 'Grand total', 'TOTALE', 'Sumatra'].map((name) => isTotal(name))).toEqual([true, true, true, false]);
});
