import { expect, it } from 'vitest';
import { RowCount } from './rowCount.ts';

/** Counts a text that arrives in pieces of so many bytes. */
function counted(text: string, size = 7): number {
  const bytes = Buffer.from(text);
  const rows = new RowCount();
  let count = 0;
  for (let at = 0; at < bytes.length; at += size) count = rows.countIn(bytes.subarray(at, at + size));
  return count;
}

it.each([
  ['a,b\n1,2\n3,4\n', 3],
  ['a,b\r\n1,2\r\n', 2],
  ['a,b\r1,2\r', 2],
  ['a,b\n\n\n1,2\n\n', 2],
  ['a,b\n"one\ntwo\nthree",2\n', 2],
  ['a,b\n"he said ""no\n""",2\n', 2],
  ['', 0],
])('%j has %d rows that have ended, however it arrives', (text, rows) => {
  for (const size of [1, 2, 7, 100]) expect(counted(text, size)).toBe(rows);
});

it('a file of UTF-16 is left to the import', () => {
  expect(new RowCount().countIn(Buffer.from('a\nb\nc\n', 'utf16le'))).toBe(0);
});
