import { expect, it } from 'vitest';
import { addressTown, type TownAddress } from '../testing/addressTown.ts';
import { parseParts, parseQuery } from './query.ts';
import { searchAddresses } from './search.ts';
import { street, told } from './testing/townSearch.ts';

const US: readonly TownAddress[] = [
  ...street('East 15th Street', ['701']),
  ...street('East 6th Street', ['701']),
  ...street('Henry Street', ['75']),
  ...street('Mercer Street', ['24', '240']),
  ...street('Spring Street', ['1', '195']),
];
const DE = [
  ...street('Hauptstraße', ['12', '14']),
  ...street('Kastanienallee', ['7']),
  ...street('Am Marktplatz', ['9']),
];
const CH = street('Bahnhofstrasse', ['12', '12.1', '121']);
const TR = street('İstiklal Caddesi', ['12', '12/A', '14']);
const PL = street('ulica Długa', ['5', '12']);
const EG = street('شارع طلعت حرب', ['١٢', '14']);
const AT = street('Ringstraße', ['4', '5', '30', '42']);

/** Cases of public reports on other geocoders, on towns of our own. */
it.each([
  ['US', US, '24.0 Mercer Street', '24 Mercer Street'],
  ['US', US, '#75 Henry Street', '75 Henry Street'],
  ['US', US, '701 East 15ht Street', '701 East 15th Street'],
  ['CH', CH, 'Bahnhofstrasse 12.1', '12.1 Bahnhofstrasse'],
  ['TR', TR, 'İstiklal Caddesi 12/A', '12/A İstiklal Caddesi'],
  ['TR', TR, 'İstiklal Caddesi No:14', '14 İstiklal Caddesi'],
  ['PL', PL, 'ul. Długa 12 m. 5', '12 ulica Długa'],
  ['PL', PL, 'ul. Długa 12 lok. 5', '12 ulica Długa'],
  ['PL', PL, 'ul. Długa 12 lokal 5', '12 ulica Długa'],
  ['PL', PL, 'ul. Długa 12/5', '12 ulica Długa'],
  ['EG', EG, '١٢ شارع طلعت حرب', '١٢ شارع طلعت حرب'],
  ['EG', EG, 'شارع طلعت حرب ١٤', '14 شارع طلعت حرب'],
  ['EG', EG, 'شارع طلعت حرب 12', '١٢ شارع طلعت حرب'],
  ['AT', AT, 'Ringstraße 42/4/5/30', '42 Ringstraße'],
  ['AT', AT, 'Ringstraße 42/2/17', '42 Ringstraße'],
  ['DE', DE, 'Hauptstaße 12', '12 Hauptstraße'],
  ['DE', DE, 'Hauptstrase 12', '12 Hauptstraße'],
])('%s, %#: %3$s', (country, addresses, line, expected) => {
  const territory = addressTown(addresses, { manifest: { countries: [country] } });
  const [first] = searchAddresses(territory, parseQuery(`${line} `, [country]), { limit: 3 });
  expect([told(territory, first!), first!.number]).toEqual([`${expected}, `, 'exact']);
});

it('a ZIP code that a spreadsheet took the zero from', () => {
  const of = (locality: string, postcode: string, lat: number) =>
    street('Main Street', ['1', '2', '3', '4', '5', '6', '7', '8', '9'], { locality, postcode, region: 'NJ', lat });
  const territory = addressTown([...of('Hillside', '07030', 40), ...of('Riverton', '07302', 41)], {
    manifest: { countries: ['US'] },
  });
  for (const [code, town] of [
    ['07030', 'Hillside'],
    ['7030', 'Hillside'],
    ['7302', 'Riverton'],
  ] as const) {
    for (const query of [
      parseQuery(`5, Main Street, ${code} `, ['US']),
      parseParts({ number: '5', street: 'Main Street', postcode: code }, ['US']),
    ]) {
      const [first, second] = searchAddresses(territory, query, { limit: 3 });
      expect([code, told(territory, first!)]).toEqual([code, `5 Main Street, ${town}`]);
      expect(first!.confidence - second!.confidence).toBeGreaterThan(0.02);
    }
  }
});
