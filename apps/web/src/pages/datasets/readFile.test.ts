import { describe, expect, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/universal';
import { readFile } from './readFile.ts';

describe('a file that was chosen', () => {
  it('is the first sheet of a workbook as text: numbers with their digits, days as days, rows without content left out', async () => {
    const stores = [
      ['Code', 'Shop', 'lat', 'lng', 'Turnover', 'Since'],
      ['007', 'Läden, Süd', -36.2001234, -151.7, 1200.5, new Date(Date.UTC(2019, 3, 30))],
      [null, null, null, null, null, null],
      ['008', '"Nord"', -36.21, -151.71, null, null],
    ].map((row) => row.map((value) => (value === null ? null : value instanceof Date ? day(value) : { value })));
    const book = writeXlsxFile([
      { data: stores, sheet: 'Stores' },
      { data: [[{ value: 'Other' }]], sheet: 'Other' },
    ] as never) as unknown as { toBlob(): Promise<Blob> };
    const file = new File([await book.toBlob()], 'Our stores.xlsx');
    const { name, content, encoding, table, isWhole } = await readFile(file);
    expect([name, encoding, isWhole]).toEqual(['Our stores', null, true]);
    expect((await content.text()).split(/\r?\n/)).toEqual([
      'Code,Shop,lat,lng,Turnover,Since',
      '007,"Läden, Süd",-36.2001234,-151.7,1200.5,2019-04-30',
      '008,"""Nord""",-36.21,-151.71,,',
    ]);
    expect(table).toMatchObject(await readFile(new File([content], 'same.csv')).then((same) => same.table));
  });

  it('is refused where a workbook is none', async () => {
    await expect(readFile(new File([Uint8Array.of(0x50, 0x4b, 3, 4)], 'stores.csv'))).rejects.toThrow('workbook');
    expect((await readFile(new File(['name,lat\nA,1\n'], 'stores.xlsx'))).table.columns).toEqual(['name', 'lat']);
  });

  it('is the text that its bytes say, also in the encodings of spreadsheets', async () => {
    const bytes = Uint8Array.from('Shop;Ort\nA;K\u00f6ln\n', (letter) => letter.charCodeAt(0));
    const { encoding, table } = await readFile(new File([bytes], 'shops.csv'));
    expect(encoding).toBe('windows-1252');
    expect(JSON.stringify(table)).toContain('Köln');
  });
});

const day = (value: Date) => ({ value, type: Date, format: 'yyyy-mm-dd' });
