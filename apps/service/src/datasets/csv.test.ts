import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { type CsvRecord, recordsOf } from './csv.ts';
import { textOf } from './fileText.ts';
import { columnsOf, requireWidth } from './header.ts';
import { placeInCells } from './placeInCells.ts';
import { guessMapping } from './roles.ts';

async function* inParts(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(bytes: Uint8Array | string, encoding: string | null = null, size = 50_000): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  const whole = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  for await (const some of recordsOf(textOf(inParts(whole, size), encoding))) records.push(...some);
  return records;
}
const cellsOf = async (...args: Parameters<typeof read>) => (await read(...args)).map(({ cells }) => cells);
const faultOf = (...args: Parameters<typeof read>) =>
  read(...args).then(
    () => 'none',
    (error: Error) => error.message,
  );

describe('CSV files', () => {
  it('come back as any table was written, however they are cut', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\t', ' ', 'é', '😀', "'") });
    const table = fc
      .integer({ min: 2, max: 5 })
      .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }));
    const ends = fc.constantFrom('\n', '\r\n', '\r');
    await fc.assert(
      fc.asyncProperty(table, ends, fc.integer({ min: 1, max: 70 }), async (rows, newline, size) => {
        const header = rows[0]?.map((_, i) => `c${i}`) as string[];
        const text = Papa.unparse([header, ...rows], { newline });
        expect(await cellsOf(text, null, size)).toEqual([header, ...rows]);
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
    expect(await faultOf(notUtf8)).toMatch(/^Line 4 is not written in utf-8\..*windows-1252/);
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

describe('headers', () => {
  const header = (...cells: string[]) => columnsOf({ line: 1, cells });

  it('name columns, those without a name by their place', () => {
    expect(header(' id', 'name ', '', '2020')).toEqual(['id', 'name', 'Column 3', '2020']);
  });

  it.each([
    [['1', '40.7', '-73.9'], /should name the columns, but holds values\. Put a first row/],
    [['Sales of 2017', '', ''], /names 1 of 3 columns, like a title\. Say with skipLines/],
    [['', ''], /should name the columns, but holds nothing/],
    [['a', 'b', 'a'], /names the columns 1 and 3 both "a"\. Rename/],
    [Array.from({ length: 201 }, (_, i) => `c${i}`), /has 201 columns, 200 are possible/],
    [['a'.repeat(256)], /the name of column 1 has 256 characters, 255 are possible/],
  ])('are refused where they cannot be: %#', (cells, message) => {
    expect(() => header(...cells)).toThrow(message);
  });

  it('fix the width of rows', () => {
    const width = (cells: string[]) => () => requireWidth({ line: 7, cells }, ['a', 'b', 'c']);
    expect(width(['1', '2', '3'])).not.toThrow();
    expect(width(['1', '2'])).toThrow(/line 7 has 2 cells, the header has 3: column 3 \("c"\) is missing/);
    expect(width(['1', '2', '3', '4'])).toThrow(/line 7 has 4 cells, the header has 3: column 4 has no name/);
  });
});

describe('roles of columns', () => {
  it.each([
    [
      ['BOROUGH', 'ADDRESS', 'APARTMENT NUMBER', 'ZIP CODE'],
      { address: 'ADDRESS', unit: 'APARTMENT NUMBER', postcode: 'ZIP CODE' },
    ],
    [
      ['Store_ID', 'Store Name', 'Via', 'Civico', 'CAP', 'Città'],
      { id: 'Store_ID', name: 'Store Name', street: 'Via', number: 'Civico', postcode: 'CAP', locality: 'Città' },
    ],
    [
      ['Straße', 'Hausnummer', 'PLZ', 'Ort'],
      { street: 'Straße', number: 'Hausnummer', postcode: 'PLZ', locality: 'Ort' },
    ],
    [['house_number', 'street', 'address'], { address: 'address' }],
    [['sales', 'year'], {}],
  ])('are guessed from the names %j', (columns, mapping) => {
    expect(guessMapping(columns, [])).toEqual(mapping);
  });

  it('coordinates must be some, too', () => {
    const degrees = [
      ['a', '40.1', '10,5'],
      ['b', '', ''],
    ];
    expect(guessMapping(['id', 'Latitude', 'lon'], degrees)).toEqual({ id: 'id', lat: 'Latitude', lng: 'lon' });
    expect(guessMapping(['id', 'y', 'x'], [['a', '4512345', '512345']])).toEqual({ id: 'id' });
    expect(guessMapping(['id', 'lat'], degrees)).toEqual({ id: 'id' });
  });

  it.each([
    ['40.5', '10.5', 'given'],
    [' -90 ', '+180', 'given'],
    ['40,5', '1e1', 'given'],
    ['', ' ', 'pending'],
    ['40.5', '', 'coordinates_invalid'],
    ['91', '10', 'coordinates_invalid'],
    ['40', '180.1', 'coordinates_invalid'],
    ['0', '0.0', 'coordinates_invalid'],
    ['40.5N', '10.5E', 'coordinates_invalid'],
    ['Infinity', 'NaN', 'coordinates_invalid'],
  ])('lat %j, lng %j is %s', (lat, lng, reason) => {
    const place = placeInCells({ lat: 0, lng: 1 }, [lat, lng]);
    expect(place.reason).toBe(reason);
    expect(place.lat !== null && place.lng !== null).toBe(reason === 'given');
  });
});
