import { describe, expect, it } from 'vitest';
import { tableOf } from './columns.ts';
import { Utf8Column } from './text.ts';

const spec = { id: 'uint32', share: 'float64', level: 'int8', name: 'text' } as const;

describe('tableOf', () => {
  it('keeps typed arrays and converts plain ones', () => {
    const id = new Uint32Array([7, 0xffffffff]);
    const table = tableOf(spec, { id, share: [0.5, Number.NaN], level: [-1, 9], name: ['', 'Ärea 🗺'] });
    expect(table.id).toBe(id);
    expect(table.rows).toBe(2);
    expect(table.share).toBeInstanceOf(Float64Array);
    expect(table.share[1]).toBeNaN();
    expect([...table.level]).toEqual([-1, 9]);
    expect(table.name.length).toBe(2);
    expect(table.name.at(0)).toBe('');
    expect(table.name.at(1)).toBe('Ärea 🗺');
  });

  it('a table is a table input', () => {
    const table = tableOf(spec, { id: [1], share: [1], level: [1], name: ['x'] });
    expect(tableOf(spec, table).name.at(0)).toBe('x');
  });

  const good = { id: [1], share: [1], level: [1], name: ['x'] };
  it.each([
    ['a missing column', { id: [1], share: [1], level: [1] }, /"name" \(text\) is missing/],
    ['a foreign column', { ...good, extra: [1] }, /"extra" is not one of the table's/],
    ['another length', { ...good, level: [1, 2] }, /"level" has 2 rows, the columns before it have 1/],
    ['another typed array', { ...good, id: new Float64Array(1) }, /"id" must be a Uint32Array/],
    ['a negative reference', { ...good, id: [-1] }, /"id" \(uint32\) cannot hold -1 in row 0/],
    ['a fraction in whole numbers', { ...good, level: [0.5] }, /"level" \(int8\) cannot hold 0.5 in row 0/],
    ['a number too large', { ...good, level: [200] }, /cannot hold 200/],
    ['NaN in whole numbers', { ...good, level: [Number.NaN] }, /cannot hold NaN/],
  ])('refuses %s', (_, columns, message) => {
    expect(() => tableOf(spec, columns as never)).toThrow(message);
  });

  it('texts of some rows, in any order and as often as asked for', () => {
    const column = Utf8Column.from(['', 'a', 'Straße', '東京']);
    const chosen = column.rows(Uint32Array.of(3, 3, 0, 2));
    expect(Array.from({ length: chosen.length }, (_, row) => chosen.at(row))).toEqual(['東京', '東京', '', 'Straße']);
    expect(column.rows(new Uint32Array(0))).toHaveLength(0);
  });

  it('a text outside the column is an error, not another text', () => {
    const { name } = tableOf(spec, good);
    expect(() => name.at(1)).toThrow(RangeError);
    expect(() => name.at(-1)).toThrow(RangeError);
    expect(() => name.at(0xffffffff)).toThrow(RangeError);
    expect(() => name.at(Number.NaN)).toThrow(RangeError);
  });
});
