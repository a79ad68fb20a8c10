import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { geocodeRow } from '@hinterland/actions';
import { recordsOf } from '@hinterland/tables';
import { describe, expect, it } from 'vitest';
import { answerOf, hasField, withField } from './lab.ts';

interface Resolved {
  readonly address: {
    readonly parts: { readonly number: string; readonly street: string };
    readonly match: { readonly number: string };
  } | null;
}

const asIs = (recipe: string) => recipe;

describe.skipIf(!hasField)('addresses of the field (need ../shared/field)', () => {
  it.each<[string, readonly (readonly [line: string, number: string, street: string])[]]>([
    [
      'addresses-us',
      [
        ['24.0 Mercer Street', '24', 'Mercer Street'], // F3
        ['#75 Henry Street', '75', 'Henry Street'], // F11
      ],
    ],
    ['addresses-ch', [['Bahnhofstrasse 12.1', '12.1', 'Bahnhofstrasse']]], // F4
    [
      'addresses-tr', // F5
      [
        ['İstiklal Caddesi 12/A', '12/A', 'İstiklal Caddesi'],
        ['İstiklal Caddesi No:14', '14', 'İstiklal Caddesi'],
      ],
    ],
    [
      'addresses-pl', // F6
      ['m. 5', 'lok. 5', 'lokal 5'].map((flat) => [`ul. Długa 12 ${flat}`, '12', 'Długa'] as const),
    ],
    [
      'addresses-eg', // F7
      [
        ['١٢ شارع طلعت حرب', '١٢', 'شارع طلعت حرب'],
        ['شارع طلعت حرب ١٤', '14', 'شارع طلعت حرب'],
        ['شارع طلعت حرب 12', '١٢', 'شارع طلعت حرب'],
      ],
    ],
    ['addresses-at', [['Ringstraße 42/4/5/30', '42', 'Ringstraße']]], // F8
    [
      'addresses-de', // F9
      [
        ['Hauptstaße 12', '12', 'Hauptstraße'],
        ['Hauptstrase 12', '12', 'Hauptstraße'],
      ],
    ],
  ])('%s', async (map, lines) => {
    await withField(map, asIs, async ({ territory }) => {
      for (const [query, number, street] of lines) {
        const { address } = answerOf<Resolved>(territory, 'search.resolve_address', { query, continent: 'europe' });
        expect([query, address?.parts.number, address?.match.number]).toEqual([query, number, 'exact']);
        expect([query, address?.parts.street.includes(street)]).toEqual([query, true]);
      }
    });
  });

  it('F10: postcodes that lost their zero', async () => {
    await withField('addresses-zip', asIs, async ({ territory, dir }) => {
      const { records } = recordsOf(await readFile(join(dir, 'customers.csv'), 'utf8'));
      const context = { territory, channel: 'batch' as const, progress: () => {}, cancelled: () => false };
      const columns = { number: 1, street: 2, postcode: 3 };
      const towns = records.slice(1).map(({ cells }) => geocodeRow(context, columns, cells));
      expect(towns.map(({ address, reason }) => [address?.parts.postcode, reason])).toEqual([
        ['07030', 'exact'],
        ['07030', 'misspelt'],
        ['07302', 'misspelt'],
      ]);
    });
  });
});
