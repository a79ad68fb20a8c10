import { describe, expect, it } from 'vitest';
import { readTable, type TableOptions } from './readTable.ts';
import { TableError } from './tableError.ts';

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Columns and rows of a file up to its first fault. */
async function read(text: string, options: TableOptions = {}) {
  let columns: readonly string[] | null = null;
  const rows: [number, number, readonly string[]][] = [];
  let fault: TableError | null = null;
  try {
    for await (const part of readTable(bytes(text), options)) {
      columns = part.columns;
      rows.push(...part.rows.map(({ line, row, cells }) => [line, row, cells] as (typeof rows)[number]));
    }
  } catch (error) {
    fault = error as TableError;
  }
  return { columns, rows, fault };
}

describe('a table', () => {
  it('has columns, and rows with their line and their number', async () => {
    expect(await read('a,b\n"1\n2",x\n\n3,y\n')).toEqual({
      columns: ['a', 'b'],
      rows: [
        [2, 2, ['1\n2', 'x']],
        [5, 4, ['3', 'y']],
      ],
      fault: null,
    });
  });

  it('ends above its notes, whatever they hold', async () => {
    const text = 'a,b\n1,2\n3,4\n__\n"notes, of\nmany ""lines"\n5,6,7\n';
    const rows = [
      [2, 2, ['1', '2']],
      [3, 3, ['3', '4']],
    ];
    expect(await read(text, { endsAt: '__' })).toEqual({ columns: ['a', 'b'], rows, fault: null });
    expect((await read(text)).fault?.sentence).toMatch(/line 4 has 1 cell/);
    expect((await read('__\n', { endsAt: '__', header: ['a'] })).rows).toEqual([]);
  });

  it('begins below its titles, whatever they hold', async () => {
    const { columns, rows } = await read('Sales; "of 2017\nof all;shops\na,b\n1,2\n', { skipLines: 2 });
    expect(columns).toEqual(['a', 'b']);
    expect(rows).toEqual([[4, 4, ['1', '2']]]);
  });

  it('takes names from its caller where the file has none', async () => {
    expect(await read('1;2\n', { header: ['a', 'b'] })).toEqual({
      columns: ['a', 'b'],
      rows: [[1, 1, ['1', '2']]],
      fault: null,
    });
  });

  it('is read as far as it is sound', async () => {
    const { columns, rows, fault } = await read('a,b\n1,2\n3,"4\n');
    expect([columns, rows]).toEqual([['a', 'b'], [[2, 2, ['1', '2']]]]);
    expect(fault).toBeInstanceOf(TableError);
    expect([fault?.fault, fault?.message]).toEqual([
      'quotes',
      'The row in line 3 has a quotation mark that is never closed. Close it, or write it twice where it is part of the text.',
    ]);
  });

  it.each([
    ['', {}, 'empty'],
    ['\n\n', {}, 'empty'],
    ['a\n', { skipLines: 3 }, 'empty'],
    ['a,a\n', {}, 'names'],
    ['1,2\n', { checksHeader: true }, 'values'],
    ['a,b\n1\n2,3\n', {}, 'width'],
    ['a,b\n1', {}, 'cut'],
    ['a,b\n1\n', {}, 'width'],
    ['a\n', { encoding: 'utf-9' }, 'unknown encoding'],
    [`a\n${'x'.repeat(70_000)}`, { rowCharactersMax: 60_000 }, 'long row'],
    ['no zip', { format: 'workbook' as const }, 'workbook'],
  ])('%j is refused: %j, %s', async (text, options, fault) => {
    expect((await read(text, options)).fault?.fault).toBe(fault);
  });
});
