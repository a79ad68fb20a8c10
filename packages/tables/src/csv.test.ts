import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { csvRecords } from './csv.ts';
import type { TableRecord } from './record.ts';
import { RecordParser } from './recordParser.ts';
import { textOf } from './text.ts';

async function* inParts(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(bytes: Uint8Array | string, encoding: string | null = null, size = 50_000): Promise<TableRecord[]> {
  const records: TableRecord[] = [];
  const whole = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  for await (const some of csvRecords(textOf(inParts(whole, size), { encoding }), new RecordParser()))
    records.push(...some);
  return records;
}
const cellsOf = async (...args: Parameters<typeof read>) => (await read(...args)).map(({ cells }) => cells);
const faultOf = (...args: Parameters<typeof read>) =>
  read(...args).then(
    () => 'none',
    (error: Error) => error.message,
  );

describe('records of CSV files', () => {
  it('come back as any table was written, but for blank rows, however they are cut', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\t', ' ', 'é', '😀', "'") });
    const table = fc
      .integer({ min: 2, max: 5 })
      .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }));
    const ends = fc.constantFrom('\n', '\r\n', '\r');
    await fc.assert(
      fc.asyncProperty(table, ends, fc.integer({ min: 1, max: 70 }), async (rows, newline, size) => {
        const header = rows[0]?.map((_, i) => `c${i}`) as string[];
        const text = Papa.unparse([header, ...rows], { newline });
        const filled = rows.filter((cells) => cells.some((each) => each.trim() !== ''));
        expect(await cellsOf(text, null, size)).toEqual([header, ...filled]);
      }),
      { numRuns: 150 },
    );
  });

  it('are told apart by the commonest separator of the header, with and without a byte order mark', async () => {
    for (const separator of [',', ';', '\t', '|'])
      for (const mark of ['', '\ufeff'])
        expect(await cellsOf(`${mark}a${separator}"b,;"${separator}c\n1${separator}${separator}3`)).toEqual([
          ['a', 'b,;', 'c'],
          ['1', '', '3'],
        ]);
    expect(await cellsOf('name\nA\n\nB\n')).toEqual([['name'], ['A'], ['B']]);
  });

  it('are read in their encoding, which a byte order mark may say', async () => {
    const utf16 = Buffer.from('\ufeffa\tb\r\né\t2\r\n', 'utf16le');
    expect(await cellsOf(utf16)).toEqual([
      ['a', 'b'],
      ['é', '2'],
    ]);
    expect(await cellsOf(Buffer.from('a,b\né,€\n', 'latin1'), 'windows-1252')).toEqual([
      ['a', 'b'],
      ['é', '¬'],
    ]);
  });

  it('name the line of what is wrong, and the next step', async () => {
    const notUtf8 = Buffer.concat([Buffer.from('a,b\n"x\ny",1\n'), Buffer.from([0xe9]), Buffer.from(',2\n')]);
    expect(await faultOf(notUtf8, 'utf-8')).toMatch(/^Line 4 is not written in utf-8\..*windows-1252/);
    expect(await faultOf(notUtf8)).toBe('none');
    expect(await faultOf('a,b\n1,2\n\0,3\n')).toMatch(/^Line 3 holds a NUL character/);
    expect(await faultOf('a,b\n1,2\n3,"4\n5,6\n')).toMatch(
      /^The row in line 3 has a quotation mark that is never closed/,
    );
    expect(await faultOf('a,b\n1,"2"3\n')).toMatch(/^The row in line 2 has text behind a closing quotation mark/);
    expect(await faultOf(`a,b\n1,"${'x\n'.repeat(600_000)}`)).toMatch(/^The row in line 2 is longer than 1000000 char/);
    expect(await faultOf(Buffer.from([0x50, 0x4b, 3, 4, 20, 0]))).toMatch(/^This is a spreadsheet or an archive/);
  });

  it('count lines through cells of several lines', async () => {
    expect((await read('a,b\n"1\n2\n3",x\n\n4,y\n')).map(({ line }) => line)).toEqual([1, 2, 6]);
  });
});
