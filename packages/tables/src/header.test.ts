import { describe, expect, it } from 'vitest';
import { columnNames, requireNames, widthFault } from './header.ts';

const record = (cells: string[], more = {}) => ({ line: 7, row: 7, cells, endsFile: false, ...more });

describe('columnNames', () => {
  it('names columns, those without a name by their place', () => {
    expect(columnNames(record([' id', 'name ', '', '2020']))).toEqual(['id', 'name', 'Column 3', '2020']);
  });

  it('refuses the same name twice', () => {
    expect(() => columnNames(record(['a', 'b', 'a']))).toThrow(/^Line 7 names the columns 1 and 3 both "a"\. Rename/);
  });
});

describe('requireNames', () => {
  it.each([
    [['1', '40.7', '-73.9'], /should name the columns, but holds values\. Put a first row/],
    [['Sales of 2017', '', ''], /names 1 of 3 columns, like a title\. Say with skipLines/],
    [['', ''], /should name the columns, but holds nothing/],
  ])('refuses %j', (cells, message) => {
    expect(() => requireNames(record(cells))).toThrow(message);
  });

  it('lets names pass, with years among them', () => {
    expect(() => requireNames(record(['code', 'name', '2011', '']))).not.toThrow();
  });
});

describe('widthFault', () => {
  const width = (cells: string[], more = {}) => widthFault(record(cells, more), ['a', 'b', 'c'])?.message;

  it('says which cell is missing or too many', () => {
    expect(width(['1', '2', '3'])).toBeUndefined();
    expect(width(['1', '2'])).toMatch(/line 7 has 2 cells, the header has 3: column 3 \("c"\) is missing/);
    expect(width(['1', '2', '3', '4'])).toMatch(/line 7 has 4 cells, the header has 3: column 4 has no name/);
  });

  it('says that a file is cut short where it ends within a row', () => {
    expect(width(['1', '2'], { endsFile: true })).toMatch(
      /^The file ends in line 7 after 2 of 3 cells: it is cut short/,
    );
  });
});
