import { expect, it } from 'vitest';
import { readFile } from './readFile.ts';
import { wishedFile, wishedRows, withoutRows } from './wished.ts';

const text = 'Name;Breite;Länge\nA;-36,2;-151,7\nB;-36,2\nC;-36,3;-151,6\nD;;-151,5\n';
const chosen = () => readFile(new File([text], 'Shops.csv'), 'utf-8');

it('a file without a wish is sent as it was given', async () => {
  const file = await chosen();
  const { content, encoding } = wishedFile(file, {});
  expect([await content.text(), encoding]).toEqual([text, 'utf-8']);
});

it('rows are sent as they are wanted, in their order, and rows of another width with them', async () => {
  const file = await chosen();
  const wishes = withoutRows({ cells: [{ row: 5, column: 'Breite', value: '-36,4' }] }, [{ line: 2 }]);
  expect(wishedRows(file, wishes).rows.map(({ line }) => line)).toEqual([4, 5]);
  const sent = await wishedFile(file, wishes).content.text();
  const read = await readFile(new File([sent], 'Shops.csv'), 'utf-8');
  expect(read.table.rows.map(({ cells }) => cells)).toEqual([
    ['C', '-36,3', '-151,6'],
    ['D', '-36,4', '-151,5'],
  ]);
  expect(read.uneven.map(({ cells }) => cells)).toEqual([['B', '-36,2']]);
});
