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

const CO = [
  ...street('Carrera 7', ['12-30']),
  ...street('Calle 150 A', ['101-20', '101-24']),
  ...street('Calle 150', ['101-20', '101-22']),
];
const KR = [
  ...street('테헤란로', ['9', '25', '152']),
  ...street('테헤란로10길', ['9', '25']),
  ...street('세종대로110번길', ['5']),
  ...street('세종대로', ['5', '110']),
];
const TW = [...street('中山路二段', ['5', '10']), ...street('中山路二段10巷', ['5', '7'])];
const NG = street('Awolowo Road', ['Plot 5', '5', '7', 'Block 7']);
const BG = [
  ...street('ж.к. Младост 3', ['бл. 302', 'бл. 302А', 'бл. 15']),
  ...street('улица Граф Игнатиев', ['12', '14']),
];
const GB = street('Church Lane', ['Rose Cottage', 'The Old Rectory', '1', '3'], { locality: 'Little Ham' });
const IT = street('Via dei Servi', ['12', '12r', '21']);
const RS = [
  ...street('Улица кнеза Милоша', ['12', '24']),
  ...street('Булевар краља Александра', ['73', '12']),
  ...street('Njegoševa', ['5']),
];
const BR = street('Rua Augusta', ['1.250', '125', '1']);
const NL = [
  ...street('Kalverstraat', ['12', '14A'], { postcode: '1012 PA' }),
  ...street('Damrak', ['12'], { postcode: '1012 LG' }),
];

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

/** Cases of a second round of reports, and their siblings. */
it.each([
  ['KR', KR, '테헤란로10길 9', '9 테헤란로10길'],
  ['KR', KR, '테헤란로 10길 9', '9 테헤란로10길'],
  ['KR', KR, '테헤란로 9', '9 테헤란로'],
  ['KR', KR, '테헤란로9', '9 테헤란로'],
  ['KR', KR, '세종대로110번길 5', '5 세종대로110번길'],
  ['TW', TW, '中山路二段10巷5號', '5 中山路二段10巷'],
  ['TW', TW, '中山路二段5號', '5 中山路二段'],
  ['NG', NG, 'Plot 5 Awolowo Road', 'Plot 5 Awolowo Road'],
  ['NG', NG, 'Plot 5, Awolowo Road', 'Plot 5 Awolowo Road'],
  ['NG', NG, 'Block 7, Awolowo Road', 'Block 7 Awolowo Road'],
  ['NG', NG, '5 Awolowo Road', '5 Awolowo Road'],
  ['NG', NG, 'Plot 7 Awolowo Road', '7 Awolowo Road'],
  ['CO', CO, 'Calle 150A # 101-20', '101-20 Calle 150 A'],
  ['CO', CO, 'Calle 150 A # 101-20', '101-20 Calle 150 A'],
  ['CO', CO, 'Calle 150A #101-24', '101-24 Calle 150 A'],
  ['CO', CO, 'Calle 150 # 101-20', '101-20 Calle 150'],
  ['CO', CO, 'Carrera 7a # 12-30', '12-30 Carrera 7'],
  ['CO', CO, 'Cra. 7 No. 12-30', '12-30 Carrera 7'],
  ['BG', BG, 'ж.к. Младост 3, бл. 302', 'бл. 302 ж.к. Младост 3'],
  ['BG', BG, 'Младост 3 бл.302А', 'бл. 302А ж.к. Младост 3'],
  ['BG', BG, 'ул. Граф Игнатиев 12', '12 улица Граф Игнатиев'],
  ['GB', GB, 'Rose Cottage, Church Lane', 'Rose Cottage Church Lane'],
  ['GB', GB, 'The Old Rectory, Church Lane, Little Ham', 'The Old Rectory Church Lane'],
  ['GB', GB, '3 Church Lane', '3 Church Lane'],
  ['IT', IT, 'Via dei Servi 12 rosso', '12r Via dei Servi'],
  ['IT', IT, 'Via dei Servi 12/rosso', '12r Via dei Servi'],
  ['IT', IT, 'Via dei Servi, 12 nero', '12 Via dei Servi'],
  ['IT', IT, 'Via dei Servi 12r', '12r Via dei Servi'],
  ['RS', RS, 'Kneza Miloša 24', '24 Улица кнеза Милоша'],
  ['RS', RS, 'Ulica kneza Milosa 12', '12 Улица кнеза Милоша'],
  ['RS', RS, 'Bulevar kralja Aleksandra 73', '73 Булевар краља Александра'],
  ['RS', RS, 'Бул. краља Александра 12', '12 Булевар краља Александра'],
  ['RS', RS, 'Његошева 5', '5 Njegoševa'],
  ['BR', BR, 'Rua Augusta, 1250', '1.250 Rua Augusta'],
  ['BR', BR, 'Rua Augusta 1.250', '1.250 Rua Augusta'],
  ['BR', BR, 'Rua Augusta 125', '125 Rua Augusta'],
  ['NL', NL, '1012 PA 12', '12 Kalverstraat'],
  ['NL', NL, '1012PA 14a', '14A Kalverstraat'],
  ['NL', NL, '1012 LG, 12', '12 Damrak'],
])('%s, %#: %3$s', (country, addresses, line, expected) => {
  const territory = addressTown(addresses, { manifest: { countries: [country] } });
  const [first] = searchAddresses(territory, parseQuery(`${line} `, [country]), { limit: 3 });
  expect([told(territory, first!).replace(/, .*$/, ''), first!.number]).toEqual([expected, 'exact']);
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
