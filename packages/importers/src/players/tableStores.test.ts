import { describe, expect, test } from 'vitest';
import type { StorePoint } from '../inputs/stores.ts';
import { testFolder } from '../testing/folder.ts';
import { openEntry, testContext, type WrittenEntry } from '../testing/sources.ts';
import { STORE_SOURCES } from './storeSources.ts';

const folder = await testFolder();
const fileOf = (name: string, content: string) => folder.write(name, content);

async function readAll(entry: WrittenEntry) {
  const stores: StorePoint[] = [];
  const drops: string[] = [];
  const source = openEntry(STORE_SOURCES, entry, testContext());
  await source.each(
    (store) => stores.push(store),
    (reason) => drops.push(reason),
  );
  return { stores, drops };
}

describe('stores in a table', () => {
  test.each([
    ['decimal commas', '40,751799', '-73,847626', '80,5'],
    ['letters of directions', '40.751799 N', '73.847626 W', '80,5 m²'],
    ['degrees, minutes and seconds', `40°45'6.4764"N`, `73°50'51.4536"W`, '80.5 qm'],
    ['the minus of typography and digits of another script', '٤٠٫٧٥١٧٩٩', '−٧٣٫٨٤٧٦٢٦', '٨٠٫٥'],
  ])('a table with %s', async (_, lat, lng, area) => {
    const file = await fileOf(
      'commas.csv',
      `Nr;Breite;Länge;qm\n1;"${lat.replaceAll('"', '""')}";"${lng.replaceAll('"', '""')}";"${area}"\n`,
    );
    const { stores, drops } = await readAll({
      from: 'table',
      file,
      columns: { id: 'Nr', lat: 'Breite', lng: 'Länge', floorAreaSquareMeters: 'qm' },
      sector: 'food.bakery',
    });
    expect(drops).toEqual([]);
    expect(stores[0]).toMatchObject({ floorAreaSquareMeters: 80.5 });
    expect(stores[0]!.lat).toBeCloseTo(40.751799, 6);
    expect(stores[0]!.lng).toBeCloseTo(-73.847626, 6);
  });

  test('a table whose coordinates are exchanged, unclear or none, each with its reason', async () => {
    const rows = ['-73.8;40.7x', '-36.2;-151.7', '9,1 O;48,1', '512345;4512345', '0;0', 'east;north', '11,5;48,1'];
    const file = await fileOf('faults.csv', `Länge;Breite\n${rows.join('\n')}\n`);
    const { stores, drops } = await readAll({
      from: 'table',
      file,
      columns: { lat: 'Breite', lng: 'Länge' },
      sector: 'food.bakery',
    });
    expect(stores.map(({ lng, lat }) => [lng, lat])).toEqual([[11.5, 48.1]]);
    expect(drops).toEqual([
      'coordinates are no numbers',
      'latitude and longitude are exchanged; exchange the columns in the recipe',
      'coordinates with the letter O, which is east or west; write E or W',
      'coordinates are no degrees; give the projection as crs',
      'coordinates 0, 0',
      'coordinates are no numbers',
    ]);
  });
});
