import { addressTown, type TownAddress } from '@hinterland/engine/testing';
import { AREA_COLUMNS, AREA_KINDS, type Territory } from '@hinterland/territory';

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

/** A few addresses of two countries, with a suburb around two of them. */
export function antipodes(): Territory {
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
