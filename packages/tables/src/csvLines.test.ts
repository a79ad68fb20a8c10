import { describe, expect, it } from 'vitest';
import { csvLines } from './csvLines.ts';

const written = (cell: string) => csvLines([[cell]], '\n').replace(/^"|"?\n$/g, '');

describe('L7 cells that a spreadsheet would take for formulas', () => {
  it.each([
    '=1+1',
    '+39 02',
    '-x',
    '@SUM(A1)',
    '|cmd',
    ' =1+1',
    '  @x',
    '\u00a0=1',
    '＝1+1',
    '＋1+1',
    '－x',
    '＠x',
    '｜x',
    '\t=1',
  ])('%j has an apostrophe before it', (cell) => expect(written(cell)).toBe(`'${cell}`));

  it.each(['-12.5', '+3', '-1e5', '1=1', 'a|b', 'x@example.com', ' plain', 'a＝b', ''])('%j stays as it is', (cell) =>
    expect(written(cell)).toBe(cell),
  );
});
