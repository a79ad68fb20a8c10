import { houseNumberKey } from '@hinterland/catalogue';
import { haversineMeters, SeededRandom } from '@hinterland/geo';
import { addressSearchTables, type Territory } from '@hinterland/territory';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressTown, type TownAddress } from '../testing/addressTown.ts';
import type { Found } from './findings.ts';
import { parseParts, parseQuery } from './query.ts';
import { nearestPoles } from './reverse.ts';
import { searchAddresses } from './search.ts';
import { editDistance } from './words.ts';

const told = ({ addresses, texts, edges }: Territory, { kind, address, row }: Found): string => {
  if (address < 0) return `${kind} ${kind === 'road' ? texts.text.at(edges.street[row]!) : row}`;
  const text = (column: 'street' | 'locality' | 'postcode') => texts.text.at(addresses[column][address]!);
  if (kind === 'address') {
    const unit = addresses.unit.at(address);
    const last = addresses.numberLast.at(address);
    return [
      unit && `${unit}/`,
      addresses.number.at(address),
      last && `-${last}`,
      ' ',
      text('street'),
      ', ',
      text('locality'),
    ].join('');
  }
  return `${kind} ${kind === 'postcode' ? text('postcode') : kind === 'locality' ? text('locality') : text('street')}`;
};

const finder =
  (territory: Territory) =>
  (query: string, limit = 5): string[] =>
    searchAddresses(territory, parseQuery(query, territory.manifest.countries), { limit }).map((one) =>
      told(territory, one),
    );

/** A street's numbers, in one town. */
const street = (name: string, numbers: readonly (string | TownAddress)[], more: TownAddress = {}): TownAddress[] =>
  numbers.map((number) => ({ street: name, ...more, ...(typeof number === 'string' ? { number } : number) }));

describe('search in a town of the United States', () => {
  const town = addressTown(
    [
      ...street('Broadway', ['98', '100', '102'], { locality: 'New York', region: 'NY', postcode: '10005' }),
      ...street('East Broadway', ['98', '100'], { locality: 'New York', region: 'NY', postcode: '10002' }),
      ...street('East 4th Street', ['4', '40', '44'], { locality: 'New York', region: 'NY', postcode: '10003' }),
      ...street('West 4th Street', ['4'], { locality: 'New York', region: 'NY', postcode: '10012' }),
      ...street("Saint Mark's Place", ['12', '12A'], { locality: 'New York', region: 'NY' }),
      ...street('Avenue C', ['5', '12'], { locality: 'New York', region: 'NY' }),
      ...street('Main Street', ['1', '5'], { locality: 'Springfield', region: 'NY', lat: 1 }),
      ...street('Main Street', ['5'], { locality: 'York', region: 'PA', lat: 3 }),
      ...street('Queens Boulevard', ['137-42'], { locality: 'Queens' }),
      ...street('Hidden Road', ['W350N5337'], { locality: 'Ixonia' }),
    ],
    { manifest: { countries: ['US'] } },
  );
  const find = finder(town);

  it.each([
    ['100 broadway', '100 Broadway, New York'],
    ['100 Broadway, New York, NY 10005', '100 Broadway, New York'],
    ['broadway 100', '100 Broadway, New York'],
    ['new york broadway 100', '100 Broadway, New York'],
    ['100 brodway', '100 Broadway, New York'],
    ['100 borad', '100 Broadway, New York'],
    ['100 e broadway', '100 East Broadway, New York'],
    ['4 e 4 st', '4 East 4th Street, New York'],
    ['4 East Fourth Street', '4 East 4th Street, New York'],
    ['4 w 4th str', '4 West 4th Street, New York'],
    ['12 st marks pl', "12 Saint Mark's Place, New York"],
    ['12a st. mark’s place', "12A Saint Mark's Place, New York"],
    ['12 A saint marks place', "12A Saint Mark's Place, New York"],
    ['12 c ave', '12 Avenue C, New York'],
    ['12 avenu c', '12 Avenue C, New York'],
    ['5 main st york', '5 Main Street, York'],
    ['5 main st springfeild ny', '5 Main Street, Springfield'],
    ['5 main st springfield usa', '5 Main Street, Springfield'],
    ['137-42 queens blvd', '137-42 Queens Boulevard, Queens'],
    ['w350n5337 hidden rd', 'W350N5337 Hidden Road, Ixonia'],
    ['broad', 'street Broadway'],
    ['main street', 'street Main Street'],
    ['10003', 'postcode 10003'],
    ['springf', 'locality Springfield'],
    ['York', 'locality York'],
  ])('%s finds %s first', (query, expected) => {
    expect(find(query)[0]).toBe(expected);
  });

  it('the exact number comes before its suffix, and the other way round', () => {
    expect(find('12 saint marks place').slice(0, 1)).toEqual(["12 Saint Mark's Place, New York"]);
    expect(find('12b saint marks place').slice(0, 2)).toEqual([
      "12 Saint Mark's Place, New York",
      "12A Saint Mark's Place, New York",
    ]);
  });

  it('offers the neighbors of a number that does not exist, and says so', () => {
    const found = searchAddresses(town, parseQuery('42 east 4th street', ['US']), { limit: 3 });
    expect(found.map((one) => [told(town, one), one.number])).toEqual([
      ['40 East 4th Street, New York', 'nearest'],
      ['44 East 4th Street, New York', 'nearest'],
      ['street East 4th Street', 'none'],
    ]);
    expect(found[0]!.confidence).toBeLessThan(0.85);
  });

  it('a street alone gives its middle', () => {
    const [first] = searchAddresses(town, parseQuery('broadway', ['US']), { limit: 1 });
    expect([first!.kind, town.addresses.number.at(first!.address)]).toEqual(['street', '100']);
  });

  it('names the words that nothing stands for', () => {
    const [first] = searchAddresses(town, parseQuery('100 broadway penthouse', ['US']), { limit: 1 });
    expect(first).toMatchObject({ unmatched: ['penthouse'] });
  });

  it('puts places near a point first among equals', () => {
    const near = (lat: number) =>
      searchAddresses(town, parseQuery('5 main street', ['US']), { limit: 1, near: { lat, lng: 0 } }).map((one) =>
        told(town, one),
      );
    expect([near(1), near(3)]).toEqual([['5 Main Street, Springfield'], ['5 Main Street, York']]);
  });

  it('a held number comes before other numbers of its street, whose town and state it lacks', () => {
    const mott = addressTown(
      [
        ...street('Mott Street', ['177'], { postcode: '10012' }),
        ...street('Mott Street', ['175', '196'], { locality: 'New York', region: 'NY', postcode: '10012' }),
        ...street('Mott Street', ['177'], { locality: 'Albany', region: 'NY', lat: 2 }),
      ],
      { manifest: { countries: ['US'] } },
    );
    const find = (query: string) => searchAddresses(mott, parseQuery(query, ['US']), { limit: 2 });
    const first = (query: string) => [told(mott, find(query)[0]!), find(query)[0]!.number];
    expect(first('177 Mott Street, New York, NY 10012')).toEqual(['177 Mott Street, ', 'exact']);
    const [best, second] = find('177 Mott Street, New York, NY 10012');
    expect(second!.confidence).toBeLessThan(best!.confidence - 0.02);
    // A town that is said, and another one that has the number: the street of the town stays first.
    expect(first('196 Mott Street, Albany, NY')).toEqual(['177 Mott Street, Albany', 'nearest']);
    expect(first('177 Mott Street, Albany, NY')).toEqual(['177 Mott Street, Albany', 'exact']);
  });

  it.each(['5 Main Street, Pennsylvania', '5 Main Street, PA', '5 main st pa usa'])(
    '%s names the state either way',
    (query) => {
      const [found] = searchAddresses(town, parseQuery(query, ['US']), { limit: 1 });
      expect([told(town, found!), found!.unmatched, found!.confidence]).toEqual(['5 Main Street, York', [], 1]);
    },
  );

  it('a number that begins with letters beats its digits alone', () => {
    const find = finder(
      addressTown(
        [...street('North Moore Street', ['25', { number: 'Pier 25' }, '27']), ...street('Pier Street', ['25'])],
        { manifest: { countries: ['US'] } },
      ),
    );
    expect(find('Pier 25 North Moore Street')[0]).toBe('Pier 25 North Moore Street, ');
    expect(find('pier 25 n moore st')[0]).toBe('Pier 25 North Moore Street, ');
    expect(find('25 North Moore Street')[0]).toBe('25 North Moore Street, ');
    expect(find('25 Pier Street')[0]).toBe('25 Pier Street, ');
  });

  it('a held number of the street as it was typed beats neighbors on a name like it, and the town alone', () => {
    const sydney = { locality: 'Sydney', region: 'NSW', postcode: '2000' };
    const find = finder(
      addressTown(
        [
          ...street('Castlereagh Street', ['9', '64']),
          ...street('Castlereargh Street', ['131'], sydney),
          ...street('Bent Street', ['21']),
          ...street('Bent Street', ['7'], { ...sydney, lat: 0.001 }),
          ...street('Kent Street', ['29'], sydney),
          ...street('Bridge Street', ['10']),
          ...street('Sydney Road', ['1', '2', '3'], sydney),
          ...street('Far Street', ['4'], { lat: 1 }),
        ],
        { manifest: { countries: ['AU'] } },
      ),
    );
    for (const line of ['9 Castlereagh Street', '64 Castlereagh Street', '21 Bent Street', '10 Bridge Street']) {
      for (const rest of ['', ', Sydney', ', Sydney NSW 2000', ', Sydney NSW 2000, Australia'])
        expect([rest, find(`${line}${rest} `)[0]]).toEqual([rest, `${line}, `]);
    }
    expect(find('131 Castlereargh Street, Sydney')[0]).toBe('131 Castlereargh Street, Sydney');
    // A hundred kilometers away: nothing says that this is Sydney's.
    expect(find('4 Far Street, Sydney NSW 2000, Australia ')[0]).toBe('locality Sydney');
    expect(find('Sydney NSW 2000 ')[0]).toMatch(/^(?:locality|postcode)/);
  });

  it('a flat that nobody holds leaves the number before a street of its name', () => {
    const find = finder(
      addressTown([...street('Willow Avenue', ['3', '5', '7', '9']), ...street('5 Willow Avenue', ['9'])], {
        manifest: { countries: ['US'] },
      }),
    );
    expect(find('5 Willow Avenue, 2nd Fl ')[0]).toBe('5 Willow Avenue, ');
  });

  it('takes parts', () => {
    const found = (parts: Parameters<typeof parseParts>[0]) =>
      searchAddresses(town, parseParts(parts, ['US']), { limit: 1 }).map((one) => told(town, one));
    expect(found({ number: '5', street: 'Main St', locality: 'York' })).toEqual(['5 Main Street, York']);
    expect(found({ street: '5 Main St', postcode: '', locality: 'Springfield' })).toEqual([
      '5 Main Street, Springfield',
    ]);
    expect(found({ postcode: '10003' })).toEqual(['postcode 10003']);
    // York is asked for as a street here.
    expect(found({ street: 'York' })).toEqual([]);
    expect(found({})).toEqual([]);
  });

  it.each([
    '',
    ' ',
    '!?,;',
    '😀😀😀',
    'שלום עולם',
    'مرحبا 12',
    "'; DROP TABLE addresses; --",
    "1' OR '1'='1",
    'xqzv wkjh',
    '\u0000\ud800',
    '99999999999999999999',
  ])('%j finds nothing, and breaks nothing', (query) => {
    expect(find(query)).toEqual([]);
  });

  it('a query of ten thousand characters ends like any other', () => {
    for (const text of ['a', '1 ', 'broadway ', '(', '100 broadway, ', '-/']) {
      expect(find(text.repeat(10_000 / text.length)).length).toBeLessThanOrEqual(5);
    }
  });

  it('any text gives findings within bounds, the same every time', () => {
    const word = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom('100', 'broadway', 'e', '4', 'st', '10005', 'new', 'york', '3/17'),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 9 }), (words) => {
        const run = () => searchAddresses(town, parseQuery(words.join(' '), ['US']), { limit: 8 });
        const found = run();
        expect(run()).toEqual(found);
        expect(found.length).toBeLessThanOrEqual(8);
        for (const { confidence, lat, lng } of found) {
          expect(confidence >= 0 && confidence <= 1).toBe(true);
          expect(Number.isFinite(lat) && Number.isFinite(lng)).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });
});

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

describe('the index', () => {
  it('finds what a look at every address finds, for every address of a drawn country', () => {
    const random = new SeededRandom(11);
    const pick = <T>(list: readonly T[]): T => list[random.int(list.length)]!;
    const names = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Ginkgo', 'Hazel', 'Ivy', 'Juniper'];
    const kinds = ['Street', 'Avenue', 'Road', 'Lane'];
    const towns = ['Northam', 'Southam', 'Eastleigh', 'Westbury'];
    const given = Array.from({ length: 600 }, (_, i) => ({
      number: `${1 + random.int(60)}${random.int(8) === 0 ? 'A' : ''}`,
      street: `${pick(names)} ${pick(kinds)}`,
      locality: pick(towns),
      lng: i * 0.001,
    }));
    const territory = addressTown(given, { manifest: { countries: ['GB'] } });
    const find = finder(territory);
    for (const { number, street: name, locality } of given) {
      const held = given.some(
        (one) => houseNumberKey(one.number) === number && one.street === name && one.locality === locality,
      );
      expect(held).toBe(true);
      expect(find(`${number} ${name} ${locality}`)[0]).toBe(`${number} ${name}, ${locality}`);
    }
  });

  it('is the same from the bundle as made on the spot', () => {
    const town = addressTown(street('Elm Street', ['1', '2', '3'], { locality: 'X' }));
    const indexed: Territory = { ...town, search: addressSearchTables(town) };
    expect(town.search).toBeNull();
    expect(finder(indexed)('2 elm')).toEqual(finder(town)('2 elm'));
  });

  it('finds roads that no address names', () => {
    const town = addressTown(street('Elm Street', ['1']), {
      nodes: { lngMicrodegrees: [0, 1000], latMicrodegrees: [0, 0] },
      edges: {
        fromNode: [0],
        toNode: [1],
        lengthMillimeters: [1],
        shapeStart: [0],
        roadClass: [11],
        mainComponent: [0],
        street: [1],
      },
    });
    expect(finder(town)('elm')).toEqual(['street Elm Street']);
  });
});

describe('edit distance', () => {
  it('counts letters put in, left out, replaced and swapped with their neighbor, as a slow one does', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const distance = editDistance(a, b, 2);
        expect(Math.min(distance, 3)).toBe(Math.min(slowDistance(a, b), 3));
      }),
    );
  });

  function slowDistance(a: string, b: string): number {
    if (a === '' || b === '') return a.length + b.length;
    const swapped = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1);
    return Math.min(
      slowDistance(a.slice(0, -1), b) + 1,
      slowDistance(a, b.slice(0, -1)) + 1,
      slowDistance(a.slice(0, -1), b.slice(0, -1)) + (a.at(-1) === b.at(-1) ? 0 : 1),
      swapped ? slowDistance(a.slice(0, -2), b.slice(0, -2)) + 1 : Infinity,
    );
  }
});

describe('the nearest poles', () => {
  it('are those that a look at every pole finds', () => {
    const random = new SeededRandom(5);
    const town = addressTown(
      Array.from({ length: 400 }, (_, i) => ({
        number: `${i}`,
        street: 'A',
        lng: 10 + random.next() * 0.2,
        lat: 60 + random.next() * 0.1,
      })),
    );
    const { lngMicrodegrees, latMicrodegrees, rows } = town.poles;
    for (let i = 0; i < 60; i++) {
      const place = { lng: 9.9 + random.next() * 0.4, lat: 59.9 + random.next() * 0.3 };
      const all = Array.from({ length: rows }, (_, pole) => ({
        pole,
        meters: haversineMeters(place.lng, place.lat, lngMicrodegrees[pole]! / 1e6, latMicrodegrees[pole]! / 1e6),
      })).sort((a, b) => a.meters - b.meters || a.pole - b.pole);
      const within = all.filter(({ meters }) => meters <= 5000).slice(0, 7);
      expect(nearestPoles(town, place, 7, 5000).map(({ pole }) => pole)).toEqual(within.map(({ pole }) => pole));
    }
  });

  it('have all their addresses', () => {
    const town = addressTown([
      { number: '2', street: 'B', lng: 1 },
      { number: '1', street: 'A', lng: 1 },
      { number: '1', street: 'C', lng: 2 },
    ]);
    const streetsAt = (lng: number) =>
      nearestPoles(town, { lng, lat: 0 }, 1, 1)[0]!.addresses.map((row) =>
        town.texts.text.at(town.addresses.street[row]!),
      );
    expect([streetsAt(1), streetsAt(2)]).toEqual([['A', 'B'], ['C']]);
    expect(nearestPoles(town, { lng: 1, lat: 0 }, 1, 1)[0]).toMatchObject({
      pole: 0,
      distanceMeters: 0,
      addresses: [0, 1],
    });
    expect(nearestPoles(town, { lng: 50, lat: 0 }, 1, 1000)).toEqual([]);
  });
});
