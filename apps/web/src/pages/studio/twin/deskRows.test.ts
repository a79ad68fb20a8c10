import { describe, expect, it } from 'vitest';
import { deskRows, nextOrder, tsvOf } from './deskRows.ts';

const rows = [
  { joint: 'a', cells: { name: 'Quay 10', reached: 1200 } },
  { joint: 'b', cells: { name: 'Quay 9', reached: 30 } },
  { joint: 'c', cells: { name: 'Mill\tRoad', reached: 400.5 } },
  { joint: 'd', cells: { name: 'Hill' } },
];
const columns = ['name', 'reached'];
const shownOf = (value: unknown) => (typeof value === 'number' ? value.toLocaleString('en') : String(value));
const joints = (wanted: string, order: Parameters<typeof deskRows>[3]) =>
  deskRows(rows, columns, wanted, order, shownOf)
    .map(({ joint }) => joint)
    .join('');

describe('rows of the desk', () => {
  it('are those with every word, as the cells are read, with their numbers', () => {
    expect(joints('quay', null)).toBe('ab');
    expect(joints('1,200 QUAY', null)).toBe('a');
    expect(joints('lighthouse', null)).toBe('');
    expect(deskRows(rows, columns, 'hill', null, shownOf)[0]?.no).toBe(3);
  });

  it('stand by figures as numbers and by names as people count, what is missing last', () => {
    expect(joints('', { column: 'reached', isDown: true })).toBe('acbd');
    expect(joints('', { column: 'reached', isDown: false })).toBe('bcad');
    expect(joints('', { column: 'name', isDown: false })).toBe('dcba');
    expect(joints('', { column: 'name', isDown: true })).toBe('abcd');
  });

  it('begin with the largest figure, turn around, and stand as they came', () => {
    const down = nextOrder(null, 'reached', true);
    const up = nextOrder(down, 'reached', true);
    expect([down?.isDown, up?.isDown, nextOrder(up, 'reached', true)]).toEqual([true, false, null]);
    const [first, then] = [nextOrder(up, 'name', false), nextOrder(nextOrder(up, 'name', false), 'name', false)];
    expect([first?.isDown, then?.isDown, nextOrder(then, 'name', false)]).toEqual([false, true, null]);
  });

  it('are copied without a tab or a line within a cell', () => {
    expect(tsvOf(['Name', 'Reached'], rows.slice(2), columns, (value) => String(value))).toBe(
      'Name\tReached\nMill Road\t400.5\nHill\t',
    );
  });
});
