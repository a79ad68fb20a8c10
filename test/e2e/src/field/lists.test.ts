import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { guessEncoding, readTable } from '@hinterland/tables';
import { describe, expect, it } from 'vitest';
import { importedTable } from '../../../../apps/web/src/fields/placeTable/source.ts';
import { guessRoles, readText } from '../../../../apps/web/src/fields/placeTable/table.ts';
import { hasField, INPUTS, withField } from './lab.ts';

const bytesOf = (name: string) => readFile(join(INPUTS, name));
const cellsOf = async (name: string) => {
  const bytes = await bytesOf(name);
  const { encoding } = await guessEncoding(bytes);
  const { columns, rows, fault } = await importedTable(bytes, encoding);
  return { fault, cells: [columns, ...rows.map(({ cells }) => cells)] };
};

describe.skipIf(!hasField)('lists of the field (need ../shared/field)', () => {
  it('F20: rows pasted from a German spreadsheet are places', async () => {
    const { table } = readText(await readFile(join(INPUTS, 'lists/paste-excel-german.txt'), 'utf8'));
    expect(table.rows.map(({ cells }) => cells)).toEqual([
      ['Nord', '-36,2', '-151,7'],
      ['Süd', '-36,19', '-151,69'],
    ]);
    expect(guessRoles(table)).toEqual({ name: 0, lat: 1, lng: 2 });
  });

  it.each([
    ['F21', 'lists/blank-rows.csv', 'name,lat,lng|A,-36;2,-151;7|B,-36;19,-151;69'],
    ['F22', 'lists/sep-line.csv', 'name,lat,lng|A,-36;2,-151;7'],
    [
      'F27',
      'lists/windows-1250.csv',
      'nazwa,ulica,miasto,lat,lng|Sklep Żabka,Łódzka 5,Łódź,-36;2,-151;7|Świeże,Źródlana 7,Kraków,-36;19,-151;69',
    ],
  ])('%s: %s', async (_, file, expected) => {
    const cells = expected.split('|').map((row) => row.split(',').map((cell) => cell.replace(';', ',')));
    expect(await cellsOf(file)).toEqual({ fault: null, cells });
  });

  it('F23: stores of a recipe with decimal commas', async () => {
    await withField(
      'stores-decimal-comma',
      (recipe) => recipe,
      async ({ territory, warnings }) => {
        expect(territory.players?.stores.rows).toBe(2);
        expect(warnings.filter((warning) => warning.includes('stores'))).toEqual([]);
      },
    );
  });

  it('F24: cells without references stand in their order', async () => {
    const bytes = await bytesOf('cells-without-references.xlsx');
    const parts = async function* () {
      yield new Uint8Array(bytes);
    };
    const rows: (readonly string[])[] = [];
    for await (const { columns, rows: some } of readTable(parts(), { format: 'workbook' })) {
      if (rows.length === 0) rows.push(columns);
      rows.push(...some.map(({ cells }) => cells));
    }
    expect(rows).toEqual([
      ['name', 'lat', 'lng'],
      ['A', '-36.2', '-151.7'],
    ]);
  });
});
