import { houseNumberKey } from '@hinterland/catalogue';
import { SeededRandom } from '@hinterland/geo';
import { addressSearchTables, type Territory } from '@hinterland/territory';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressTown } from '../testing/addressTown.ts';
import { parseParts, parseQuery } from './query.ts';
import { searchAddresses } from './search.ts';
import { finder, street, told } from './testing/townSearch.ts';

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

  it('a held number comes before far numbers of its street, unless these are in the town or postcode that is said', () => {
    const find = finder(
      addressTown(
        [
          // A road that was cut in two, and goes on three kilometers away.
          ...street('Hollow Road', ['326']),
          ...street('Hollow Road', ['338'], { locality: 'State College', region: 'PA', postcode: '16801', lat: 0.03 }),
          // A long road in the country.
          ...street('Mill Road', ['7'], { lat: 1 }),
          ...street('Mill Road', ['9'], { locality: 'Leeds', region: 'PA', postcode: '17001', lat: 1.2 }),
          ...street('Jay Street', ['13'], { postcode: '10013' }),
          ...street('Jay Street', ['10'], { locality: 'Brooklyn', region: 'NY', postcode: '11201', lat: 0.027 }),
        ],
        { manifest: { countries: ['US'] } },
      ),
    );
    for (const rest of ['', ', PA', ', Pennsylvania, USA', ', Apt 3B, PA', ', State College, PA 16801'])
      expect([rest, find(`326 Hollow Road${rest} `)[0]]).toEqual([rest, '326 Hollow Road, ']);
    expect(find('338 Hollow Road, PA ')[0]).toBe('338 Hollow Road, State College');
    for (const rest of [', PA', ', Pennsylvania', ', PA, USA'])
      expect([rest, find(`7 Mill Road${rest} `)[0]]).toEqual([rest, '7 Mill Road, ']);
    // Twenty kilometers away: nothing says that this is Leeds.
    expect(find('7 Mill Road, Leeds, PA ')[0]).toBe('9 Mill Road, Leeds');
    expect(find('7 Mill Road, PA 17001 ')[0]).toBe('9 Mill Road, Leeds');
    expect(find('13 Jay Street, NY 11201 ')[0]).toBe('10 Jay Street, Brooklyn');
    expect(find('13 Jay Street, NY ')[0]).toBe('13 Jay Street, ');
  });

  it('of two houses with the number that is asked for, the one with the postcode that is said comes first', () => {
    const find = finder(
      addressTown(
        [
          ...street('Henry Street', ['60'], { postcode: '11201', lat: 0.02 }),
          ...street('Henry Street', ['60'], { locality: 'New York', region: 'NY', postcode: '10002' }),
          ...street('Liberty Street', ['33'], { postcode: '10038' }),
          ...street('Beaver Avenue', ['121 1/2'], { locality: 'State College', region: 'PA', postcode: '16801-4922' }),
          ...street('Beaver Avenue', ['121'], { locality: 'State College', region: 'PA', postcode: '16801' }),
          ...street('Liberty Street', ['33'], { locality: 'New York', region: 'NY', postcode: '10045', lat: 0.01 }),
        ],
        { manifest: { countries: ['US'] } },
      ),
    );
    for (const rest of ['NY 11201', 'NY 11201, USA', '11201']) {
      expect([rest, find(`60 Henry Street, ${rest} `)[0]]).toEqual([rest, '60 Henry Street, ']);
    }
    expect(find('60 Henry Street, NY 10002 ')[0]).toBe('60 Henry Street, New York');
    expect(find('60 Henry Street, New York, NY ')[0]).toBe('60 Henry Street, New York');
    expect(find('33 Liberty Street, New York, NY 10038 ')[0]).toBe('33 Liberty Street, ');
    expect(find('33 Liberty Street, New York, NY 10045 ')[0]).toBe('33 Liberty Street, New York');
    // A postcode in full says its beginning, too.
    expect(find('121 1/2 Beaver Avenue, PA 16801-4922 ')[0]).toBe('121 1/2 Beaver Avenue, State College');
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

  it('a street whose name is said in one go beats names whose words the query has in pieces', () => {
    const manhattan = { locality: 'New York', region: 'NY', postcode: '10004' };
    const find = finder(
      addressTown(
        [
          ...street('Pine Street', ['19']),
          ...street('Bridge Street', ['31'], { postcode: '11201', lat: 0.03 }),
          ...street('Ridge Street', ['94'], manhattan),
          ...street('York Street', ['1', '19', '50'], manhattan),
          ...street('New Street', ['19', '31'], manhattan),
          ...street('Old Fulton Street', ['50']),
          ...street('Fulton Street', ['50'], manhattan),
          ...street('', ['28'], manhattan),
          ...street('Ericsson Place', ['28']),
        ],
        { manifest: { countries: ['US'] } },
      ),
    );
    for (const rest of ['', ', New York, NY', ', Apt 3B, New York, NY', ', New York, New York, United States']) {
      for (const house of ['19 Pine Street', '31 Bridge Street', '50 Old Fulton Street', '28 Ericsson Place'])
        expect([rest, find(`${house}${rest} `)[0]]).toEqual([rest, `${house}, `]);
      for (const house of ['19 York Street', '31 New Street', '50 Fulton Street', '94 Ridge Street'])
        expect([rest, find(`${house}${rest} `)[0]]).toEqual([rest, `${house}, New York`]);
    }
    expect(find('New York, 19 York Street ')[0]).toBe('19 York Street, New York');
  });

  it('of numbers that share digits the one that has more of the query is meant', () => {
    const town = { locality: 'New York', region: 'NY' };
    const find = finder(
      addressTown(
        [
          ...street('Elizabeth Street', ['6 1/2']),
          ...street('Elizabeth Street', ['1', '6'], town),
          ...street('Eldridge Street', ['1']),
          ...street('Eldridge Street', [{ number: '1', numberLast: '3' }], town),
        ],
        { manifest: { countries: ['US'] } },
      ),
    );
    expect(find('6 1/2 Elizabeth Street, New York, NY ')[0]).toBe('6 1/2 Elizabeth Street, ');
    expect(find('6 Elizabeth Street, New York, NY ')[0]).toBe('6 Elizabeth Street, New York');
    expect(find('1 Eldridge Street, New York, NY ')[0]).toBe('1 Eldridge Street, ');
    expect(find('1-3 Eldridge Street, New York, NY ')[0]).toBe('1-3 Eldridge Street, New York');
  });

  it('the postcode that is said outweighs a town nearby that is not', () => {
    const find = finder(
      addressTown(
        [
          ...street('Jay Street', ['13'], { postcode: '10013' }),
          ...street('Jay Street', ['10', '20'], { locality: 'Brooklyn', region: 'NY', postcode: '11201', lat: 0.027 }),
          ...street('Main Street', ['5'], { locality: 'Leeds' }),
          ...street('Main Street', ['7'], { locality: 'York', lat: 0.01 }),
        ],
        { manifest: { countries: ['US'] } },
      ),
    );
    expect(find('13 Jay Street, New York 10013, United States ')[0]).toBe('13 Jay Street, ');
    expect(find('10 Jay Street, New York, NY 11201 ')[0]).toBe('10 Jay Street, Brooklyn');
    expect(find('5 Main Street, York ')[0]).toBe('7 Main Street, York');
    expect(find('5 Main Street, Leeds ')[0]).toBe('5 Main Street, Leeds');
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
