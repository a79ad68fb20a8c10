import { expect, test } from 'vitest';
import type { PlainRow } from './plainRows.ts';
import { readTable, type TableOptions } from './readTable.ts';

async function* inParts(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const utf8 = new TextDecoder();
const cellsOf = ({ bytes, starts, ends }: PlainRow): string[] =>
  [...starts].map((start, i) => utf8.decode(bytes.slice(start, ends[i])));

/** Rows as "number: cells", rows that are set aside, the fault at the end, and how many rows came as bytes. */
async function rowsOf(bytes: Uint8Array, partBytes: number, options: TableOptions, takesPlain: boolean) {
  const rows: string[] = [];
  const aside: string[] = [];
  let fault = '';
  let plain = 0;
  const takePlain = (row: PlainRow) => {
    plain++;
    rows.push(`${row.row}: ${JSON.stringify(cellsOf(row))}`);
  };
  const setAside: TableOptions['setAside'] = ({ row, line }, { message }) => aside.push(`${row} ${line}: ${message}`);
  try {
    const all = takesPlain ? { ...options, setAside, takePlain } : { ...options, setAside };
    for await (const part of readTable(inParts(bytes, partBytes), all)) {
      for (const { row, cells } of part.rows) rows.push(`${row}: ${JSON.stringify(cells)}`);
    }
  } catch (error) {
    fault = (error as Error).message;
  }
  return { rows, aside, fault, plain };
}

type Read = Awaited<ReturnType<typeof rowsOf>>;
const shortened = (read: Read, { rows, aside }: Read): Read => ({
  ...read,
  rows: read.rows.slice(0, rows.length),
  aside: read.aside.slice(0, aside.length),
});

/** Rows that are read by the rules of the parser. */
const ODD_ROWS = [
  '"a ""b""",2,3',
  '"two\nlines",2,3',
  ' "a",2,3',
  'a"b,2,3',
  '"a" ,2,3',
  'Ä"ö,2,3',
  ' , ,',
  ',,',
  '',
  '\u00a0,\u00a0,',
  '1,2',
  '1,2,3,',
  '1,2,3,4',
  '"1",2\r',
  'a\rb,2,3',
];

const PLAIN_ROWS = ['1,2,3', '"a, b",,"c"', ' x ,Straße 5,', 'é,"日本",z', '"1","2","3"', '7.5,-8.25,"9"'];
/** U+FFFD stands for bytes that are no UTF-8. */
const FATAL_ROWS = ['"open,2,3', '"a"b,2,3', 'a\0,2,3', 'a,\ufffd,3'];

/** Numbers from 0 on below `below`, from a seed (mulberry32). */
function numbersOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

test.each([...Array(24).keys()])(
  'rows are the same as without, in their order, with odd rows between: %i',
  async (seed) => {
    const number = numbersOf(seed);
    const pick = <T>(list: readonly T[]): T => list[number(list.length)]!;
    const odd = seed % 2 === 0 ? ODD_ROWS : [...ODD_ROWS, ...FATAL_ROWS];
    const lines = Array.from({ length: 15_000 + number(10_000) }, () => pick(number(1500) === 0 ? odd : PLAIN_ROWS));
    const end = pick(['\n', '\r\n']);
    const bytes = Buffer.from(`\ufeffa,b,c${end}${lines.join(end)}${pick(['', end])}`);
    for (let at = bytes.indexOf('\ufffd'); at >= 0; at = bytes.indexOf('\ufffd', at)) bytes[at] = 0xff;
    const partBytes = pick([1 << 14, 100_003, 1 << 20]);
    const expected = await rowsOf(bytes, partBytes, {}, false);
    const actual = await rowsOf(bytes, partBytes, {}, true);
    // Bytes that are no text are met a block later, so rows before them come through.
    const comparable = expected.fault === '' ? actual : shortened(actual, expected);
    expect(comparable.fault).toBe(expected.fault);
    expect(comparable.aside).toEqual(expected.aside);
    expect(JSON.stringify(comparable.rows) === JSON.stringify(expected.rows)).toBe(true);
    if (seed % 2 === 0) expect(actual.plain).toBeGreaterThan(1000);
  },
);

test.each([
  ['another separator', 'a;b;c\n', '1;"2;3";4\n', {}],
  ['a tab', 'a\tb\tc\n', '1\t2 \t"3"\n', {}],
  [
    'lines of titles and a header of the caller',
    'A title, of all\n',
    '1,2,3\n',
    { skipLines: 1, header: ['x', 'y', 'z'] },
  ],
] as const)('rows are plain with %s', async (_, head, row, options) => {
  const bytes = Buffer.from(head + row.repeat(30_000));
  const expected = await rowsOf(bytes, 1 << 18, options, false);
  const actual = await rowsOf(bytes, 1 << 18, options, true);
  expect(actual.rows).toEqual(expected.rows);
  expect(expected.rows).toHaveLength(30_000);
  expect(actual.plain).toBeGreaterThan(15_000);
});

test.each([
  ['windows-1252', Buffer.from(`a,b,c\n${'1,\xe9,3\n'.repeat(20_000)}`, 'latin1')],
  ['utf-16le', Buffer.from(`\ufeffa,b,c\n${'1,é,3\n'.repeat(20_000)}`, 'utf16le')],
])('no row is plain in %s', async (encoding, bytes) => {
  const { rows, plain } = await rowsOf(bytes, 1 << 18, { encoding }, true);
  expect(plain).toBe(0);
  expect(rows).toHaveLength(20_000);
  expect(rows[0]).toBe('2: ["1","é","3"]');
});
