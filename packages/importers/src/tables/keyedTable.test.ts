import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ImportError } from '../errors/importError.ts';
import { testFolder } from '../testing/folder.ts';
import { xlsxOf, zipOf } from '../testing/zip.ts';
import { type KeyedTableOptions, readKeyedTable } from './keyedTable.ts';

const folder = await testFolder();

async function table(name: string, content: string | Uint8Array, options: Partial<KeyedTableOptions> = {}) {
  const path = await folder.write(name, content);
  return readKeyedTable({ path, entry: undefined }, { key: { column: 'code' }, ...options });
}

const people = (t: Awaited<ReturnType<typeof table>>) =>
  [...t.keys].map((key) => [key, t.number(key, t.column('people'))]);

describe('reading a table with a key', () => {
  it.each<[string, string, string | Uint8Array, Partial<KeyedTableOptions>]>([
    ['commas', 'a.csv', 'code,people\n1,10\n2,20\n', {}],
    ['a byte order mark and carriage returns', 'b.csv', '\uFEFFcode,people\r\n1,10\r\n2,20', {}],
    ['semicolons and decimal commas', 'c.csv', 'code;people\n1;10,0\n2;2.0e1\n', { decimal: ',', delimiter: ';' }],
    ['tabs', 'd.tsv', 'code\tpeople\n1\t10\n2\t20\n', {}],
    ['bars', 'd.psv', 'code|people\n1|10\n2|20\n', {}],
    ['title lines', 'e.csv', 'Census,,\nof 2020,,\ncode,people,\n1,10,\n2,20,\n', { skipLines: 2 }],
    ['no header', 'f.csv', '1,10\n2,20\n', { header: ['code', 'people'] }],
    ['quotes with line ends', 'h.csv', 'code,people,note\n1,10,"two\nlines"\n2,20,x\n', {}],
    ['blank lines', 'i.csv', 'code,people\n\n1,10\n\n2,20\n\n', {}],
    ['gzip', 'j.csv.gz', gzipSync('code,people\n1,10\n2,20\n'), {}],
    ['zip', 'k.zip', zipOf({ 'readme.md': 'x', 'data/k.csv': 'code,people\n1,10\n2,20\n' }), {}],
    [
      'a workbook',
      'l.xlsx',
      xlsxOf([
        ['code', 'people'],
        ['1', 10],
        [2, 20],
      ]),
      {},
    ],
    ['utf-16', 'm.csv', Buffer.from('\uFEFFcode,people\n1,10\n2,20\n', 'utf16le'), { encoding: 'utf-16le' }],
    ['a key to mend', 'n.csv', 'code,people\nX-1,10\nX-2,20\n', { key: { column: 'code', strip: 'X-' } }],
    [
      'chosen rows',
      'o.csv',
      'code,year,people\n1,2019,9\n1,2020,10\n2,2020,20\n',
      { where: [{ column: 'year', equals: ['2020'] }] },
    ],
    [
      'left out rows',
      'p.csv',
      'code,people\n1,10\n2,20\nTotal,30\n',
      { where: [{ column: 'code', equals: ['Total'], not: true }] },
    ],
  ])('%s', async (_, name, content, options) => {
    expect(people(await table(name, content, options))).toEqual([
      ['1', 10],
      ['2', 20],
    ]);
  });

  it('parts thousands by the sign that the recipe names, and leaves out no sign that parts none', async () => {
    const of = (text: string, options: object) =>
      table('g.csv', `code;people\n1;${text}\n`, options).then((t) => t.number('1', t.column('people')));
    expect(await of('1,234', { thousands: ',' })).toBe(1234);
    expect(await of('1.234,5', { thousands: '.', decimal: ',' })).toBe(1234.5);
    expect(await of('1\u202f234', { thousands: ' ' })).toBe(1234);
    expect(await of('−٣٫٥', {})).toBe(-3.5);
    for (const [text, options] of [
      ['2,0', { thousands: ',' }],
      ['1.5', { thousands: '.', decimal: ',' }],
      ['1,5', {}],
      ['1.234', { decimal: ',' }],
    ] as const) {
      await expect(of(text, options)).rejects.toThrow(`row 2, column "people": "${text}" is no number`);
    }
  });

  it('reads letters of other encodings', async () => {
    const t = await table('q.csv', Buffer.from('code,name\n1,Z\xfcrich\n', 'latin1'), { encoding: 'windows-1252' });
    expect(t.text('1', t.column('name'))).toBe('Zürich');
  });

  it('pads and prefixes keys, and drops the decimals of whole numbers', async () => {
    const t = await table('r.csv', 'code\n61.0\n5\n', { key: { column: 'code', padTo: 3, prefix: '36' } });
    expect([...t.keys]).toEqual(['36061', '36005']);
  });

  it('keeps "not published" apart from zero', async () => {
    const t = await table('s.csv', 'code,people\n1,0\n2,\n3,np\n4,-666666666\n', { missing: ['np'], missingBelow: 0 });
    expect(people(t).map(([, value]) => value)).toEqual([0, NaN, NaN, NaN]);
    expect(t.number('5', t.column('people'))).toBeNaN();
  });
});

describe('a table that is not what the recipe says', () => {
  const failing = async (name: string, content: string | Uint8Array, options: Partial<KeyedTableOptions> = {}) => {
    try {
      return `read ${JSON.stringify(people(await table(name, content, options)))}`;
    } catch (error) {
      expect(error).toBeInstanceOf(ImportError);
      return (error as Error).message;
    }
  };

  it('a missing column names those that there are and the nearest', async () => {
    expect(await failing('t.csv', 'cod,people\n1,10\n')).toMatch(
      /t\.csv has no column "code"; did you mean "cod"\? Its columns are "cod", "people"\./,
    );
  });

  it('a bad cell names file, row and column', async () => {
    expect(await failing('u.csv', 'Title,\ncode,people\n1,10\n2,about 20\n', { skipLines: 1 })).toMatch(
      /u\.csv, row 4, column "people": "about 20" is no number\..*"missing"/,
    );
  });

  it('a row of another length names the row', async () => {
    expect(await failing('v.csv', 'code,people\n1,10,11\n2,20\n')).toMatch(
      /v\.csv: The row in line 2 has 3 cells, the header has 2: .*delimiter/,
    );
  });

  it('a file cut within a row', async () => {
    expect(await failing('w.csv', 'code,name,people\n1,a,10\n2,b')).toMatch(
      /w\.csv: The file ends in line 3 after 2 of 3 cells: it is cut short\. Fetch it again/,
    );
  });

  it('a file cut within quotes', async () => {
    expect(await failing('x.csv', 'code,people\n1,10\n2,"20')).toMatch(
      /x\.csv: The row in line 3 has a quotation mark that is never closed\. The file is cut short/,
    );
  });

  it('a cut gzip file, a cut archive and a cut workbook', async () => {
    const gz = gzipSync(`code,people\n${Array.from({ length: 500 }, (_, i) => `${i},10`).join('\n')}\n`);
    expect(await failing('y.csv.gz', gz.subarray(0, gz.length - 20))).toMatch(
      /y\.csv\.gz cannot be unpacked .*cut short/,
    );
    const zip = zipOf({ 'a.csv': 'code,people\n1,10\n' });
    expect(await failing('y.zip', zip.subarray(0, zip.length - 30))).toMatch(
      /y\.zip is no readable zip archive .*cut short/,
    );
    const xlsx = xlsxOf([['code', 'people']]);
    expect(await failing('y.xlsx', xlsx.subarray(0, 300))).toMatch(
      /y\.xlsx: This cannot be read as a workbook .*cut short/,
    );
  });

  it('a key that occurs twice names both rows', async () => {
    expect(await failing('z.csv', 'code,people\n1,10\n1,20\n')).toMatch(/rows 2 and 3 are both about "1"\..*where/);
  });

  it('a wrong encoding; without one it is told by the words', async () => {
    const latin1 = Buffer.from('code,people\nZ\xfcrich,10\n', 'latin1');
    expect(await failing('aa.csv', latin1)).toBe('read [["Zürich",10]]');
    expect(await failing('aa.csv', latin1, { encoding: 'utf-8' })).toMatch(/is not written in utf-8\..*windows-1252/);
    expect(await failing('ab.csv', 'code\n', { encoding: 'utf-9' })).toMatch(/"utf-9" is no known encoding/);
  });

  it('an archive without a fitting file, or with several', async () => {
    expect(await failing('ac.zip', zipOf({ 'a.txt.md': 'x' }))).toMatch(/holds no \.csv or .*it holds a\.txt\.md/);
    expect(await failing('ad.zip', zipOf({ 'a.csv': 'x', 'b.csv': 'y' }))).toMatch(/holds 2 files that fit/);
  });

  it('a missing file, an empty file, a column named twice', async () => {
    const missing = readKeyedTable({ path: 'nowhere.csv' }, { key: { column: 'code' } });
    await expect(missing).rejects.toThrow(/There is no file nowhere\.csv.*--data/);
    expect(await failing('ae.csv', '')).toMatch(/ae\.csv: The file is empty\./);
    expect(await failing('af.csv', 'code,a,a\n1,2,3\n')).toMatch(/names the columns 2 and 3 both "a".*header: \[/);
  });
});
