import { existsSync } from 'node:fs';
import { haversineMeters, pointInMultiPolygon } from '@hinterland/geo';
import { describe, expect, test } from 'vitest';
import type { AddressPoint } from '../inputs/poles.ts';
import type { OsmData } from '../map/osmData.ts';
import { type Drawing, type DrawnOsm, drawOsm } from '../map/testing/drawOsm.ts';
import { readOsmPbf } from '../pbf/readOsmPbf.ts';
import { type AddressOptions, osmAddresses } from './addresses.ts';

interface Found {
  readonly drawn: DrawnOsm;
  readonly addresses: AddressPoint[];
  readonly drops: string[];
}

function collect(map: OsmData, options: Partial<AddressOptions> = {}): Omit<Found, 'drawn'> {
  const addresses: AddressPoint[] = [];
  const drops: string[] = [];
  osmAddresses(map, {
    ...options,
    push: (address) => addresses.push(address),
    drop: (reason, ref) => drops.push(`${ref}: ${reason}`),
  });
  return { addresses, drops };
}

function find(picture: string, drawing: Drawing, options?: Partial<AddressOptions>): Found {
  const drawn = drawOsm(picture, drawing);
  return { drawn, ...collect(drawn.map, options) };
}

const at = (number: string, more: Record<string, string> = {}) => ({
  'addr:housenumber': number,
  'addr:street': 'Elm Street',
  ...more,
});
const texts = (addresses: readonly AddressPoint[]) =>
  addresses.map(({ number, numberLast, unit, street }) => [number, numberLast, unit, street].join('|'));
/** Meters between an address and a letter. */
const metersFrom = ({ drawn }: Found, { lng, lat }: AddressPoint, letter: string) =>
  haversineMeters(lng, lat, ...drawn.position(letter));

describe('objects with a number', () => {
  test('a node, with all parts of the address', () => {
    const found = find('a', {
      ways: [],
      nodes: {
        a: at('12a', {
          'addr:unit': '3',
          'addr:city': 'Springfield',
          'addr:state': 'PA',
          'addr:postcode': '17044',
        }),
      },
    });
    expect(found.addresses).toEqual([
      {
        lng: 0,
        lat: 0,
        number: '12A',
        numberLast: '',
        unit: '3',
        street: 'Elm Street',
        locality: 'Springfield',
        region: 'PA',
        postcode: '17044',
        dwellings: 1,
        ref: 'node 1',
      },
    ]);
  });

  test('a building: a point inside it', () => {
    const found = find(
      `
      a-------b
      |  e-d  |
      |  | |  |
      f--g c--h`,
      { ways: [['abhcdegfa', { building: 'house', ...at('7') }]] },
    );
    const [address] = found.addresses;
    const ring = 'abhcdegfa'.split('').map((letter) => [...found.drawn.position(letter)]);
    expect(pointInMultiPolygon(address!.lng, address!.lat, [[ring]])).toBe(true);
    expect(address!.ref).toBe('way 1');
  });

  test('an open line: its middle', () => {
    const found = find('a---b-c', { ways: [['abc', at('7')]] });
    expect(metersFrom(found, found.addresses[0]!, 'a')).toBeCloseTo(75, 2);
  });

  test('a multipolygon with a courtyard: a point in the building', () => {
    const found = find(
      `
      a---------b
      | e-----f |
      | |     | |
      | h-----g |
      d---------c`,
      {
        ways: [
          ['abcda', {}],
          ['efghe', {}],
        ],
        relations: [
          [
            [
              [0, 'outer'],
              [1, 'inner'],
            ],
            { type: 'multipolygon', building: 'apartments', ...at('7') },
          ],
        ],
      },
    );
    const [address] = found.addresses;
    const ring = (letters: string) => letters.split('').map((letter) => [...found.drawn.position(letter)]);
    expect(pointInMultiPolygon(address!.lng, address!.lat, [[ring('abcda'), ring('efghe')]])).toBe(true);
  });

  test('another relation: its first member in the map', () => {
    const found = find('a---b', {
      ways: [],
      relations: [
        [
          [
            [9, ''],
            ['b', ''],
          ],
          { type: 'site', ...at('7') },
        ],
      ],
    });
    expect(metersFrom(found, found.addresses[0]!, 'b')).toBeCloseTo(0, 1);
  });

  test('a building at the edge of the map stands where its known nodes are', () => {
    const found = find('a---b', { ways: [['ab??a', { building: 'yes', ...at('7') }]] });
    expect(found.addresses).toHaveLength(1);
    expect(metersFrom(found, found.addresses[0]!, 'a')).toBeLessThanOrEqual(100);
  });

  test('several numbers are several addresses at one place; their flats are shared out', () => {
    const found = find('a', { ways: [], nodes: { a: at('12;14-18', { 'building:flats': '6' }) } });
    expect(texts(found.addresses)).toEqual(['12|||Elm Street', '14|18||Elm Street']);
    expect(found.addresses.map(({ dwellings }) => dwellings)).toEqual([3, 3]);
  });

  test('the place stands for a street that has no name', () => {
    const found = find('a', { ways: [], nodes: { a: { 'addr:housenumber': '5', 'addr:place': 'Upper Farm' } } });
    expect(texts(found.addresses)).toEqual(['5|||Upper Farm']);
  });

  test('a relation of a street names the street of its houses', () => {
    const found = find('a  b---c', {
      ways: [['bc', { highway: 'residential', name: 'Oak Lane' }]],
      nodes: { a: { 'addr:housenumber': '5' } },
      relations: [
        [
          [
            ['a', 'house'],
            [0, 'street'],
          ],
          { type: 'associatedStreet' },
        ],
      ],
    });
    expect(texts(found.addresses)).toEqual(['5|||Oak Lane']);
  });

  test('the locality is the first of the keys that a country uses', () => {
    const drawing = { ways: [], nodes: { a: at('5', { 'addr:city': 'Sydney', 'addr:suburb': 'Ultimo' }) } };
    expect(find('a', drawing).addresses[0]!.locality).toBe('Sydney');
    expect(find('a', drawing, { localityKeys: ['addr:suburb', 'addr:city'] }).addresses[0]!.locality).toBe('Ultimo');
  });

  test('the style of the country reads the number', () => {
    const drawing = { ways: [], nodes: { a: at('3/17') } };
    expect(texts(find('a', drawing).addresses)).toEqual(['3/17|||Elm Street']);
    expect(texts(find('a', drawing, { style: { slash: 'unit' } }).addresses)).toEqual(['17||3|Elm Street']);
  });

  test('what gives no address is dropped by name', () => {
    const found = find('a', {
      ways: [['???', at('3')]],
      nodes: { a: at('yes') },
      relations: [[[[9, '']], { type: 'site', ...at('7') }]],
    });
    expect(found.addresses).toEqual([]);
    expect(found.drops).toEqual([
      'node 1: its house number is no number: "yes"',
      'way 1: its position is outside the map',
      'relation 1: its position is outside the map',
    ]);
  });
});

describe('who of several objects with the same address is the home', () => {
  const square = 'a-b\n|p|q     r\nd-c';
  const homes = (building: Record<string, string>, nodes: Drawing['nodes']) =>
    find(square, { ways: [['abcda', building]], nodes: nodes ?? {} })
      .addresses.filter(({ dwellings }) => dwellings > 0)
      .map(({ ref }) => ref);
  const SHOP = { shop: 'bakery' };

  test.each<[string, Record<string, string>, Drawing['nodes'], string[]]>([
    ['the residential building', { building: 'house', ...at('7') }, { p: at('7') }, ['way 1']],
    ['the entrance, if the building carries no number', { building: 'house' }, { p: at('7') }, ['node 3']],
    ['a plain building rather than its shop', { building: 'yes', ...at('7') }, { p: at('7', SHOP) }, ['way 1']],
    ['the bare address of an office tower', { building: 'office', ...at('7') }, { p: at('7') }, ['node 3']],
    ['nobody in an office tower with a shop', { building: 'office', ...at('7') }, { p: at('7', SHOP) }, []],
    ['the first of two shops', {}, { p: at('7', SHOP), q: at('7', SHOP) }, ['node 3']],
    [
      'both, with different units',
      {},
      { p: at('7', { 'addr:unit': '1' }), q: at('7', { 'addr:unit': '2' }) },
      ['node 3', 'node 4'],
    ],
    ['both, far apart', {}, { p: at('7'), r: at('7') }, ['node 3', 'node 5']],
    [
      'both, in different localities',
      {},
      { p: at('7', { 'addr:city': 'A' }), q: at('7', { 'addr:city': 'B' }) },
      ['node 3', 'node 4'],
    ],
    ['one, if only one of them names the locality', {}, { p: at('7', { 'addr:city': 'A' }), q: at('7') }, ['node 3']],
    [
      'one, whatever the case of the letters',
      {},
      { p: at('7'), q: at('7', { 'addr:street': 'ELM STREET' }) },
      ['node 3'],
    ],
  ])('%s', (_, building, nodes, expected) => {
    expect(homes(building, nodes)).toEqual(expected);
  });
});

describe('interpolation lines', () => {
  const line = (kind: string, first: string, last: string, more: Drawing['nodes'] = {}) =>
    find('a---b---c', {
      ways: [['abc', { 'addr:interpolation': kind }]],
      nodes: { a: at(first), c: at(last), ...more },
    });
  const made = ({ addresses }: Found) => addresses.filter(({ ref }) => ref === 'way 1').map(({ number }) => number);

  test.each<[string, string, string, string[]]>([
    ['odd', '1', '9', ['3', '5', '7']],
    ['even', '10', '2', ['8', '6', '4']],
    ['all', '1', '5', ['2', '3', '4']],
    ['10', '100', '140', ['110', '120', '130']],
    ['alphabetic', '12a', '12d', ['12B', '12C']],
    ['alphabetic', '12', '12C', ['12A', '12B']],
    ['odd', '1', '3', []],
    ['odd', '1', '1', []],
    ['odd', '1b', '7', ['3', '5']],
  ])('%s from %s to %s', (kind, first, last, expected) => {
    const found = line(kind, first, last);
    expect(made(found)).toEqual(expected);
    expect(found.drops).toEqual([]);
  });

  test('numbers are spread evenly along the line, around its bends, and inherit the address', () => {
    const found = find(
      `
      a---b
          |
          c`,
      {
        ways: [['abc', { 'addr:interpolation': 'odd', 'addr:street': 'Line Street' }]],
        nodes: { a: at('1', { 'addr:city': 'Springfield' }), c: at('9', { 'addr:postcode': '17044' }) },
      },
    );
    const [three, five, seven] = found.addresses.slice(2);
    expect(metersFrom(found, three!, 'a')).toBeCloseTo(50, 1);
    expect(metersFrom(found, five!, 'b')).toBeCloseTo(0, 1);
    expect(metersFrom(found, seven!, 'c')).toBeCloseTo(50, 1);
    expect(three).toMatchObject({ street: 'Line Street', locality: 'Springfield', postcode: '17044', dwellings: 1 });
  });

  test('a number in the middle parts the line', () => {
    const found = line('odd', '1', '15', { b: at('5') });
    expect(made(found)).toEqual(['3', '7', '9', '11', '13']);
    expect(metersFrom(found, found.addresses.find(({ number }) => number === '3')!, 'a')).toBeCloseTo(50, 1);
  });

  test('a number that is on the map is not made again', () => {
    const found = find('a-------c\n  d', {
      ways: [['ac', { 'addr:interpolation': 'odd' }]],
      nodes: { a: at('1'), c: at('9'), d: at('5') },
    });
    expect(made(found)).toEqual(['3', '7']);
  });

  test.each<[string, string, string, RegExp]>([
    ['odd', '2', '8', /^way 1: an interpolation of odd numbers between "2" and "8"$/],
    ['odd', 'A', '8', /^way 1: no whole numbers to interpolate between: "A" and "8"$/],
    ['sometimes', '2', '8', /^way 1: an unknown kind of interpolation: "sometimes"$/],
    ['all', '1', '99999', /^way 1: more than 500 numbers between "1" and "99999"$/],
    ['alphabetic', '1a', '2b', /^way 1: an alphabetic interpolation between different numbers/],
  ])('%s from %s to %s is dropped', (kind, first, last, message) => {
    const found = line(kind, first, last);
    expect(made(found)).toEqual([]);
    expect(found.drops).toEqual([expect.stringMatching(message)]);
  });

  test('a line that loses its end at the edge of the map is dropped', () => {
    const found = find('a---b', { ways: [['ab?', { 'addr:interpolation': 'odd' }]], nodes: { a: at('1') } });
    expect(found.drops).toEqual(['way 1: an interpolation line with fewer than two numbers on it']);
  });
});

test('at least 14,900 of the 14,951 objects with a number in Lower Manhattan give an address', async ({ skip }) => {
  const path = '../shared/data/new-york/nyc-lower-manhattan.osm.pbf';
  if (!existsSync(path)) skip(`${path} is absent; put the extract there to run this test`);
  const { map } = await readOsmPbf(path);
  const { addresses, drops } = collect(map);
  const refs = new Set(addresses.map(({ ref }) => ref));
  let objects = 0;
  for (const kind of ['node', 'way', 'relation'] as const) {
    map[`${kind}s`].ids.forEach((id, row) => {
      if (map.tag(kind, row, 'addr:housenumber') === undefined) return;
      objects++;
      // Each object either comes through or is dropped with a reason.
      const isDropped = drops.some((drop) => drop.startsWith(`${kind} ${id}:`));
      expect(refs.has(`${kind} ${id}`) !== isDropped, `${kind} ${id}`).toBe(true);
    });
  }
  expect(objects).toBe(14_951);
  expect(refs.size).toBeGreaterThanOrEqual(14_900);
  // The number of distinct pairs of number and street that SOURCES.md counted.
  const homes = addresses.filter(({ dwellings }) => dwellings > 0);
  expect(homes.length).toBeGreaterThan(11_500);
  expect(homes.length).toBeLessThan(12_500);
  expect(addresses.every(({ lng, lat }) => lng > -74.05 && lng < -73.95 && lat > 40.68 && lat < 40.75)).toBe(true);
});
