import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PEOPLE_PACKS } from '@hinterland/catalogue';
import { describe, expect, it } from 'vitest';
import { type KeyedTable, type KeyedTableOptions, readKeyedTable } from '../tables/keyedTable.ts';
import { DATA } from './testing/worldMirror.ts';

const NATIONAL = join(DATA, 'world/national');

/** Reads a crop of a publisher's file as the pack reads the whole. */
function read(code: string, table: string, crop: string): Promise<KeyedTable> {
  const { units } = PEOPLE_PACKS.find((pack) => pack.code === code) as (typeof PEOPLE_PACKS)[number];
  const tables = 'tables' in units ? (units.tables as Readonly<Record<string, { readonly key: string }>>) : {};
  const { key, ...options } = tables[table]!;
  return readKeyedTable({ path: join(NATIONAL, crop) }, { ...options, key: { column: key } } as KeyedTableOptions);
}

describe.skipIf(!existsSync(NATIONAL))('packs read what publishers publish (needs ../shared/data)', () => {
  it('finds the people of a Canadian area among the rows of its profile', async () => {
    const table = await read('statcan-census-2021', 'people', 'ca/98-401-X2021012_English_CSV_data-first-rows.csv');
    expect(table.number('2021S051610010001', table.column('1'))).toBe(8881);
  });

  it('finds the columns of England and Wales', async () => {
    const table = await read('ons-census-2021', 'people', 'gb/census2021-ts001-oa-header.csv');
    expect(table.column('Residence type: Total; measures: Value')).toBe(3);
    expect([...table.keys]).toEqual([]);
  });
});
