import { describe, expect, it } from 'vitest';
import { addressTown } from '../testing/addressTown.ts';
import { parseQuery } from './query.ts';
import { searchAddresses } from './search.ts';
import { countriesOf } from './searchIndex.ts';
import { street, told } from './testing/townSearch.ts';

const OTHERS = ['1', '2', '3', '5', '302'];
const town = (names: readonly string[]) =>
  addressTown(
    names.flatMap((name) => street(name, ['24', ...OTHERS])),
    { manifest: { countries: ['XX'] } },
  );

/** Streets of a country without an entry, the languages that they show, and lines of the first street. */
const TOWNS: readonly (readonly [string, readonly string[], string, readonly string[]])[] = [
  [
    'English',
    ['Main Street', 'Mill Road', 'Park Avenue'],
    '@en',
    ['24 Main St', 'Flat 5, 24 Main Str.', '24 Main St, 3rd Floor'],
  ],
  [
    'German',
    ['Hauptstraße', 'Bahnhofstraße', 'Marktplatz'],
    '@de',
    ['Hauptstr. 24, 3. OG', 'Haupt Str. Nr. 24', 'Hauptstaße 24'],
  ],
  ['French', ['Rue Basse', 'Avenue Foch', 'Boulevard Hugo'], '@fr', ['24, r. Basse, bât. 5', '24 rue Basse, 3e étage']],
  ['Spanish', ['Calle Mayor', 'Avenida Sol', 'Plaza Nueva'], '@es', ['C/ Mayor 24, 3º B', 'Calle Mayor, 24, piso 5']],
  ['Turkish', ['Gül Sokağı', 'Deniz Caddesi', 'Çam Sokak'], '@tr', ['Gül Sk. No:24 D:5', 'Gül Sok. 24/3']],
  ['Polish', ['ulica Długa', 'ulica Krótka', 'aleja Lipowa'], '@pl', ['ul. Długa 24 m. 5', 'Długa 24 lok. 3']],
  [
    'Russian',
    ['улица Ленина', 'проспект Мира', 'улица Пушкина'],
    '@ru',
    ['ул. Ленина, д. 24, кв. 5', 'Ленина, дом 24'],
  ],
  ['Swedish', ['Storgatan', 'Kungsgatan', 'Strandvägen'], '@sv', ['Storg. 24, 3 tr', 'Storgatan 24 lgh 302']],
  ['Arabic', ['شارع النصر', 'شارع الحرية', 'طريق البحر'], '@ar', ['٢٤ شارع النصر، شقة 5', 'شارع النصر رقم 24']],
];

describe('a country without an entry', () => {
  it.each(TOWNS)('is read in the language of its street names: %s', (_, names, language, lines) => {
    const territory = town(names);
    expect(countriesOf(territory)).toContain(language);
    for (const line of lines) {
      const [first] = searchAddresses(territory, parseQuery(`${line} `, countriesOf(territory)), { limit: 3 });
      expect([line, told(territory, first!), first!.number]).toEqual([line, `24 ${names[0]}, `, 'exact']);
    }
  });

  it('is not taken for another where its names show no language', () => {
    const territory = town(['Vhembe', 'Limpopo', 'Mutale', 'Nzhelele']);
    expect(countriesOf(territory)).toEqual(['XX']);
  });

  it('is not asked where the catalogue lists the country', () => {
    const territory = addressTown(street('Rue Basse', ['1']), { manifest: { countries: ['GB'] } });
    expect(countriesOf(territory)).toEqual(['GB']);
  });
});
