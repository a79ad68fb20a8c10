import { describe, expect, it } from 'vitest';
import { addressTown, type TownAddress } from '../testing/addressTown.ts';
import { parseQuery } from './query.ts';
import { searchAddresses } from './search.ts';
import { finder, street, told } from './testing/townSearch.ts';

describe('numbers with units, ranges and suffixes', () => {
  const au = finder(
    addressTown(
      [
        ...street(
          'High Street',
          ['17', { number: '17', unit: '3' }, { number: '17', unit: '4' }, '19', { number: '20', numberLast: '26' }],
          {
            locality: 'Sydney',
            region: 'NSW',
            postcode: '2000',
          },
        ).map((address) => (address.number === '17' ? { ...address, lng: 0.1 } : address)),
        ...street('Low Road', [{ number: '5', unit: 'Unit 9' }], { locality: 'Sydney' }),
      ],
      { manifest: { countries: ['AU'] } },
    ),
  );
  it.each([
    ['3/17 high st', '3/17 High Street, Sydney'],
    ['Unit 3 17 High St', '3/17 High Street, Sydney'],
    ['17 high st, unit 3', '3/17 High Street, Sydney'],
    ['u 3', undefined],
    ['17 high street sydney nsw 2000', '17 High Street, Sydney'],
    ['8/17 high street', '17 High Street, Sydney'],
    ['22 high street', '20-26 High Street, Sydney'],
    ['20-26 high street', '20-26 High Street, Sydney'],
    ['9/5 low rd', 'Unit 9/5 Low Road, Sydney'],
  ])('in Australia %s finds %s', (query, expected) => {
    expect(au(query)[0]).toBe(expected);
  });

  it('a flat before a number with a suffix', () => {
    const find = finder(
      addressTown(street('High Street', ['3', '182 1/2', '182']), { manifest: { countries: ['AU'] } }),
    );
    expect(find('3/182 1/2 High Street')[0]).toBe('182 1/2 High Street, ');
    expect(find('3/182 High Street')[0]).toBe('182 High Street, ');
    expect(find('T3/182 High Street')[0]).toBe('182 High Street, ');
  });

  it('a house that is held beats the neighbor of the flat, read as a number', () => {
    const town = addressTown(
      [
        ...street('Alfred Street', ['31', '33'], { locality: 'Sydney', postcode: '2000' }),
        ...street('Alfred Street', ['1'], { locality: 'Sydney', region: 'NSW', postcode: '2000' }),
      ],
      { manifest: { countries: ['AU'] } },
    );
    const [first] = searchAddresses(town, parseQuery('3/31 Alfred Street, Sydney NSW 2000 ', ['AU']), { limit: 3 });
    expect([told(town, first!), first!.number, first!.unit]).toEqual(['31 Alfred Street, Sydney', 'exact', false]);
  });

  it.each([
    ['IT', 'Via Roma', '12/A', ['via roma 12/a', 'Via Roma 12A', 'v. roma 12 a', '12a via roma']],
    ['FR', "Rue de l'Église", '12 bis', ['12 bis rue de l’eglise', '12bis r de l eglise', '12 BIS, RUE DE L EGLISE']],
    ['KR', 'Sejong-daero', '573-2', ['573-2 sejong-daero', 'sejong daero 573-2']],
    ['CZ', 'Vodičkova', '806/3', ['vodickova 806/3', '806/3 Vodičkova']],
    ['DE', 'Hauptstraße', '7', ['hauptstr. 7', 'haupt strasse 7', 'hauptst 7', 'Hauptstr 7']],
    ['ES', 'Calle Mayor', '5', ['c/ mayor 5', 'C. Mayor, 5', 'calle mayor nº 5']],
    ['IT', 'Piazza San Marco', '1', ['p.zza s. marco 1', 'piazza s marco, 1']],
  ])('%s: %s %s', (country, name, number, queries) => {
    const find = finder(
      addressTown(
        [...street(name, [number, '99', '101', '7a', '806', '573', '3']), ...street('Via Milano', ['12', '7'])],
        {
          manifest: { countries: [country] },
        },
      ),
    );
    for (const query of queries) expect([query, find(query)[0]]).toEqual([query, `${number} ${name}, `]);
  });
});

describe('lines as people of a country write them', () => {
  const town = (country: string, name: string, locality: string, postcode: string, numbers: (string | TownAddress)[]) =>
    addressTown(
      [
        ...street(name, numbers, { locality, postcode }),
        // Others name no town, and another street has all the numbers.
        ...street(name, ['98', '96']),
        ...street('Otro', ['1', '2', '3', '4', '5', '24', '806'], { locality, postcode }),
      ],
      { manifest: { countries: [country] } },
    );
  const cases: [string, string, string, string, string, string[]][] = [
    [
      'ES',
      'Calle Mayor',
      'Madrid',
      '28013',
      '24',
      ['Calle Mayor 24, 2º B, 28013 Madrid', 'C/ Mayor, 24, 3º izq, Madrid'],
    ],
    [
      'ES',
      'Calle Mayor',
      'Madrid',
      '28013',
      '24',
      ['Calle Mayor nº 24, esc. A, 2º 1ª', '28013 Madrid, Calle Mayor 24 bajo'],
    ],
    [
      'ES',
      'Calle Mayor',
      'Madrid',
      '28013',
      '24',
      ['24 Calle Mayor, piso 2, puerta B, Madrid, España', 'MAYOR, 24, 2B'],
    ],
    [
      'AD',
      'Carrer Major',
      'Ordino',
      'AD300',
      '24',
      ['C/ Major, 24, 3r 2a, AD300 Ordino', 'Carrer Major 24 baixos, Ordino'],
    ],
    [
      'PT',
      'Rua Augusta',
      'Lisboa',
      '1100-048',
      '24',
      ['R. Augusta 24, 3º Dto, 1100-048 Lisboa', 'Rua Augusta, 24 R/C'],
    ],
    ['IT', 'Via Roma', 'Milano', '20121', '24', ['Via Roma 24 int. 4, 20121 Milano', 'Via Roma, n. 24, scala B']],
    [
      'DE',
      'Hauptstraße',
      'Darmstadt',
      '64283',
      '24',
      ['Hauptstr. 24, 2. OG, 64283 Darmstadt', '64283 Darmstadt, Hauptstr. 24 EG'],
    ],
    [
      'DE',
      'Hauptstraße',
      'Darmstadt',
      '64283',
      '24',
      ['Hauptstraße Nr. 24, 2. Stock links', 'Hauptstr 24 HH, Darmstadt'],
    ],
    [
      'FR',
      'Rue Basse',
      'Paris',
      '75002',
      '24',
      ['24, rue Basse, bât. B, 3e étage, 75002 Paris', 'Appt 4, 24 r. Basse, Paris'],
    ],
    [
      'US',
      'Broadway',
      'New York',
      '10005',
      '24',
      ['24 Broadway, Apt 3B, New York, 10005', '24 Broadway Fl 2, New York'],
    ],
    [
      'AU',
      'High Street',
      'Sydney',
      '2000',
      '24',
      ['3/24 High St, Sydney 2000', 'Level 3, 24 High St', 'Unit 3/24 High Street'],
    ],
    ['CA', 'Main Street', 'Toronto', 'M5V 1A1', '24', ['3-24 Main St, Toronto M5V 1A1', '24 Main St Unit 3, M5V1A1']],
    [
      'AT',
      'Hauptstraße',
      'Wien',
      '1010',
      '24',
      ['Hauptstraße 24/3/12, 1010 Wien', 'Hauptstr. 24/3', 'Hauptstr. 24, Stiege 3, Top 12'],
    ],
    [
      'CZ',
      'Vodičkova',
      'Praha',
      '110 00',
      '806/3',
      ['Vodičkova 806/3, 110 00 Praha', 'Vodičkova 3', 'Vodičkova 806, Praha'],
    ],
    [
      'CZ',
      'Vodičkova',
      'Praha',
      '110 00',
      '806/3',
      ['Praha, Vodičkova č.p. 806', '3 Vodičkova', 'Vodičkova 806/3, byt 5, Česko'],
    ],
    [
      'SK',
      'Hlavná',
      'Košice',
      '040 01',
      '1234/56A',
      ['Hlavná 1234/56A', 'Hlavná 56a, Košice', '040 01 Košice, Hlavná 1234'],
    ],
    ['AT', 'Dorfstraße', 'Imst', '6460', '1234/56', ['Dorfstr. 1234/56', 'Dorfstr. 1234', 'Dorfstr. 56, 6460 Imst']],
    ['CZ', 'Vodičkova', 'Praha', '110 00', '3', ['Vodičkova 806/3']],
    [
      'CO',
      'Calle 10',
      'Bogotá',
      '110311',
      '5-23',
      [
        'Calle 10 # 5-23, Bogotá',
        'Cl 10 No. 5 - 23, apto 301, Bogotá',
        'CALLE 10 #5-23 110311 BOGOTA',
        'Calle 10, # 5-23',
      ],
    ],
    [
      'AD',
      'Parc dels Formentals',
      'Arinsal',
      'AD400',
      'A1',
      [
        'Parc dels Formentals A1, 2º B, AD400 Arinsal',
        'Parc dels Formentals, A1, piso 2, puerta B',
        'a1 parc dels formentals',
      ],
    ],
    ['AD', 'CG-2', 'Canillo', 'AD100', 'km. 22', ['CG-2, km. 22, AD100 Canillo', 'CG-2 km 22, 3º izq']],
    ['CZ', 'Vodičkova', 'Praha', '110 00', '806', ['Vodičkova 806/3']],
  ];
  it.each(cases)('%s: %s, %s %s', (country, name, locality, postcode, number, lines) => {
    const territory = town(country, name, locality, postcode, [number, '22', '26', '18/4']);
    for (const line of lines) {
      const [first] = searchAddresses(territory, parseQuery(`${line} `, [country]), { limit: 3 });
      expect([line, told(territory, first!), first!.number]).toEqual([line, `${number} ${name}, ${locality}`, 'exact']);
      expect([line, first!.unmatched]).toEqual([line, []]);
    }
  });

  it('a house before its double: the number as it stands comes first', () => {
    const find = finder(
      addressTown(street('Hlavní', ['806/3', '3', '12/806', '3/40']), { manifest: { countries: ['CZ'] } }),
    );
    expect(find('Hlavní 3')[0]).toBe('3 Hlavní, ');
    expect(find('Hlavní 806/3')[0]).toBe('806/3 Hlavní, ');
    // As the number of the street rather than of the register.
    expect(find('Hlavní 806')[0]).toBe('12/806 Hlavní, ');
    expect(find('Hlavní 40')[0]).toBe('3/40 Hlavní, ');
  });

  it('a flat that is held is found by any words for it', () => {
    const find = finder(
      addressTown(street('Calle Mayor', [{ number: '24', unit: '1º A' }, { number: '24', unit: '2º B' }, '25']), {
        manifest: { countries: ['ES'] },
      }),
    );
    for (const line of ['Calle Mayor 24, 2º B', 'Calle Mayor 24, piso 2, puerta B', 'calle mayor 24 2b'])
      expect([line, find(line)[0]]).toEqual([line, '2º B/24 Calle Mayor, ']);
  });
});
