import { addressTown, type TownAddress } from '@hinterland/engine/town';
import { AREA_COLUMNS, AREA_KINDS, type Territory } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import type { FoundAddress } from '../addresses/schema.ts';
import { areasList } from '../areas.list/index.ts';
import { searchResolveAddress } from '../search.resolve_address/index.ts';
import { searchReverseAddress } from '../search.reverse_address/index.ts';
import { contextOf } from '../testing/island.ts';
import { searchAddressesAction } from './index.ts';
import { combine } from './run.ts';
import { input, type Output } from './schema.ts';

const ADDRESSES: readonly TownAddress[] = [
  { number: '12', street: 'High Street', locality: 'Sydney', region: 'NSW', postcode: '2000', lng: 151.2, lat: -33.9 },
  {
    number: '12A',
    street: 'High Street',
    locality: 'Sydney',
    region: 'NSW',
    postcode: '2000',
    lng: 151.201,
    lat: -33.9,
  },
  {
    number: '17',
    unit: '3',
    street: 'High Street',
    locality: 'Sydney',
    region: 'NSW',
    postcode: '2000',
    lng: 151.202,
    lat: -33.9,
  },
  {
    number: '17',
    unit: '4',
    street: 'High Street',
    locality: 'Sydney',
    region: 'NSW',
    postcode: '2000',
    lng: 151.202,
    lat: -33.9,
  },
  { number: '20', numberLast: '26', street: 'High Street', locality: 'Sydney', lng: 151.203, lat: -33.9 },
  { number: '5', street: 'Low Road', locality: 'Newtown', region: 'NSW', postcode: '2042', lng: 151.18, lat: -33.91 },
  { number: '5', street: 'Low Road', locality: 'Auckland', postcode: '1010', lng: 174.76, lat: -36.85 },
];
const COUNTRIES = ['AU', 'NZ'];
/** Rows of areas: the two countries and a suburb. Poles are numbered as the addresses, but the flats share one. */
const SUBURB = 2;

const square = (west: number, south: number, side: number) => [
  [
    [
      [west, south],
      [west + side, south],
      [west + side, south + side],
      [west, south + side],
      [west, south],
    ],
  ],
];

function town(): Territory {
  const polesOfAustralia = 5;
  const inSuburb = [0, 1];
  return addressTown(ADDRESSES, {
    manifest: { id: 'antipodes', countries: COUNTRIES, continent: 'oceania' },
    poleAreas: Object.fromEntries(
      AREA_COLUMNS.map((column) => [
        column,
        Int32Array.from({ length: 6 }, (_, pole) => {
          if (column === 'country') return pole < polesOfAustralia ? 0 : 1;
          return column === 'level9' && inSuburb.includes(pole) ? SUBURB : -1;
        }),
      ]),
    ),
    areas: {
      code: ['AU', 'NZ', '12345'],
      name: ['Australia', 'New Zealand', 'The Rocks'],
      country: ['AU', 'NZ', 'AU'],
      kind: ['country', 'country', 'locality'].map((kind) => AREA_KINDS.indexOf(kind as 'country')),
      level: [2, 2, 9],
      localType: ['', '', 'Suburb'],
      parent: [-1, -1, 0],
      areaSquareKm: [1, 1, 1],
      west: [150, 170, 151.19],
      south: [-34, -37, -33.95],
      east: [152, 176, 151.2015],
      north: [-33, -36, -33.85],
      cut: [0, 0, 0],
    },
    polygons: [square(150, -35, 3), square(170, -40, 8), square(151.19, -33.95, 0.1).map((rings) => rings)],
  });
}

const territory = town();
const search = (query: string, more: object = {}): FoundAddress[] =>
  searchAddressesAction.run(contextOf(territory), input.parse({ query, continent: 'oceania', ...more })).result
    .addresses;
const lines = (query: string, more: object = {}) => search(query, more).map(({ displayLine }) => displayLine);

describe('search.addresses', () => {
  it('S43: is free, as are resolve and reverse', () => {
    for (const action of [searchAddressesAction, searchResolveAddress, searchReverseAddress]) {
      expect([action.id, action.tariff, action.scope]).toEqual([action.id, null, 'read']);
      const given = action.input.parse(action.example) as never;
      expect(action.quote(contextOf(territory), given).lines).toEqual([]);
    }
  });

  it('S44: areas.list is free', () => {
    expect(areasList.tariff).toBeNull();
    expect(areasList.quote(contextOf(territory), areasList.input.parse({}))).toEqual({ lines: [] });
  });

  it('S94: takes query and continent; oceania is a continent', () => {
    expect(lines('12 high st')[0]).toBe('12 High Street, Sydney NSW 2000');
    expect(lines('12 high st', { continent: 'europe' })).toEqual([]);
    for (const given of [
      { query: 'x' },
      { continent: 'oceania' },
      { query: 'x', continent: 'atlantis' },
      { query: '', continent: 'oceania' },
    ]) {
      expect(input.safeParse(given).success).toBe(false);
    }
  });

  it('S95: each address has its country code', () => {
    const countries = (more: object) =>
      search('5 low road', more).map(({ kind, countryCode }) => `${kind} ${countryCode}`);
    expect(countries({})).toEqual(['address AU', 'address NZ', 'street AU', 'street NZ']);
    expect(countries({ country: 'nz' })).toEqual(['address NZ', 'street NZ']);
    expect(search('5 low road', { country: 'FJ' })).toEqual([]);
  });

  it('S96: each has its parts as held in the data', () => {
    expect(search('3/17 HIGH ST')[0]!.parts).toEqual({
      number: '17',
      numberLast: '',
      unit: '3',
      street: 'High Street',
      locality: 'Sydney',
      region: 'NSW',
      postcode: '2000',
    });
  });

  it('S97, D52: each has a number list, texts in the order of the data, the first the one to show', () => {
    expect(
      [search('12a high st'), search('22 high st'), search('3/17 high st')].map(([first]) => first!.numbers),
    ).toEqual([['12A'], ['20', '26'], ['17']]);
    expect(search('high street')[0]).toMatchObject({ kind: 'street', numbers: [], approximate: true });
  });

  it('S98: the line to show follows the convention of the country', () => {
    expect(lines('3/17 high st')[0]).toBe('3/17 High Street, Sydney NSW 2000');
    expect(lines('5 low road auckland')[0]).toBe('5 Low Road, Auckland 1010');
  });

  it('finds areas, and addresses by the area that they lie in', () => {
    expect(search('the rocks')[0]).toMatchObject({
      kind: 'area',
      displayLine: 'The Rocks',
      area: { code: '12345', kind: 'locality', level: 9 },
    });
    expect(search('12 high street the rocks')[0]).toMatchObject({
      displayLine: '12 High Street, Sydney NSW 2000',
      confidence: 1,
      match: { unmatched: [] },
    });
  });

  it('says what is only near: a neighbour, another suffix, the middle of a street', () => {
    expect(search('14 high street').slice(0, 1)).toMatchObject([{ approximate: true, match: { number: 'nearest' } }]);
    expect(search('12b high street')[0]).toMatchObject({ approximate: true, match: { number: 'other_suffix' } });
  });

  it('refuses ten thousand characters with a sentence, and answers odd ones with nothing', () => {
    const parsed = input.safeParse({ query: 'a'.repeat(10_000), continent: 'oceania' });
    expect(parsed.error!.issues[0]!.message).toBe('query has at most 300 characters.');
    for (const query of ['😀', 'שלום', "'; DROP TABLE x; --", '%00', 'xqzv wkjh', '   '])
      expect(search(query)).toEqual([]);
  });

  it('several territories give one list, best first', () => {
    const other: Output = {
      addresses: [{ ...search('14 high street')[0]!, territory: 'other' }],
      dataVersion: { territory: '9' },
    };
    const own = searchAddressesAction.run(
      contextOf(territory),
      input.parse({ query: '5 low road', continent: 'oceania' }),
    ).result;
    const both = combine([other, own], input.parse({ query: 'x', continent: 'oceania', limit: 2 }));
    expect(both.addresses.map(({ territory: id }) => id)).toEqual(['antipodes', 'antipodes']);
    expect(both.dataVersion).toEqual({});
    expect(combine([own, own], input.parse({ query: 'x', continent: 'oceania' })).addresses).toHaveLength(8);
  });
});

describe('search.resolve_address', () => {
  const resolve = (given: object) =>
    searchResolveAddress.run(contextOf(territory), searchResolveAddress.input.parse(given)).result;

  it('takes a line or parts', () => {
    const parts = { number: '3/17', street: 'High St', locality: 'Sydney', postcode: '2000' };
    for (const given of [{ query: '3/17 high st, sydney 2000' }, { parts }]) {
      expect(resolve(given)).toMatchObject({
        address: {
          displayLine: '3/17 High Street, Sydney NSW 2000',
          confidence: 1,
          match: { number: 'exact', unit: true },
        },
        ambiguous: false,
      });
    }
  });

  it('halves its confidence where another place fits as well, and says so', () => {
    expect(resolve({ query: '5 Low Road' })).toMatchObject({ ambiguous: true, address: { confidence: 0.5 } });
    expect(resolve({ query: '5 Low Road', country: 'NZ' })).toMatchObject({
      ambiguous: false,
      address: { confidence: 1 },
    });
    expect(resolve({ query: '5 Low Road Newtown' })).toMatchObject({
      ambiguous: false,
      address: { countryCode: 'AU' },
    });
    const near = { lat: -36.8, lng: 174.7 };
    expect(resolve({ query: '5 Low Road', near })).toMatchObject({ ambiguous: false, address: { countryCode: 'NZ' } });
  });

  it('answers null where nothing fits', () => {
    expect(resolve({ query: 'xqzv wkjh' })).toMatchObject({ address: null, ambiguous: false });
    expect(resolve({ query: '5 Low Road', continent: 'asia' })).toMatchObject({ address: null });
  });

  it.each([
    [{}],
    [{ parts: {} }],
    [{ query: 'a', parts: { street: 'b' } }],
    [{ parts: { street: 5 } }],
    [{ query: ' '.repeat(301) }],
  ])('refuses %j', (given) => {
    expect(searchResolveAddress.input.safeParse(given).success).toBe(false);
  });
});

describe('search.reverse_address', () => {
  const reverse = (given: object) =>
    searchReverseAddress.run(contextOf(territory), searchReverseAddress.input.parse(given)).result;

  it('gives the nearest pole with its addresses, its distance, and the areas that hold the place', () => {
    const { poles, areas } = reverse({ lat: -33.9, lng: 151.2 });
    expect(poles).toMatchObject([
      { kind: 'address', lat: -33.9, lng: 151.2, distanceMeters: 0, addressCount: 1, addresses: [{ numbers: ['12'] }] },
    ]);
    expect(areas.map(({ code }) => code)).toEqual(['AU', '12345']);
  });

  it('every pole finds itself', () => {
    const { lngMicrodegrees, latMicrodegrees, rows } = territory.poles;
    for (let pole = 0; pole < rows; pole++) {
      const place = { lat: latMicrodegrees[pole]! / 1e6, lng: lngMicrodegrees[pole]! / 1e6 };
      expect(reverse(place).poles[0]).toMatchObject({ ...place, distanceMeters: 0 });
    }
  });

  it('gives several on request, all flats of a house, and none beyond the distance', () => {
    const found = reverse({ lat: -33.9, lng: 151.2021, limit: 2 }).poles;
    expect(
      found.map(({ addresses, distanceMeters }) => [addresses.map(({ parts }) => parts.unit), distanceMeters]),
    ).toEqual([
      [['3', '4'], 9.2],
      [[''], 83.1],
    ]);
    expect(reverse({ lat: -33.95, lng: 151.2 }).poles).toEqual([]);
    expect(reverse({ lat: -33.95, lng: 151.2, maxDistanceMeters: 10_000 }).poles).toHaveLength(1);
  });
});
