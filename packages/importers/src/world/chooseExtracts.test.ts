import { describe, expect, it } from 'vitest';
import { countries } from '../places/countries.ts';
import { findPlace } from '../places/findPlace.ts';
import type { Extract } from '../places/regions.ts';
import { shippedExtracts } from '../places/regions.ts';
import { chooseExtracts } from './chooseExtracts.ts';

const square = (id: string, [west, south, east, north]: number[], megabytes: number, parent = 'world'): Extract => ({
  id,
  parent,
  name: id,
  countries: [],
  url: `https://example.org/${id}.osm.pbf`,
  megabytes,
  outline: [
    [
      [
        [west!, south!],
        [east!, south!],
        [east!, north!],
        [west!, north!],
        [west!, south!],
      ],
    ],
  ],
});
const box = (west: number, south: number, east: number, north: number) => ({
  ...findPlace('48.2,16.37'),
  name: 'test',
  box: { west, south, east, north },
});
const ids = (...[place, extracts]: Parameters<typeof chooseExtracts>) =>
  chooseExtracts(place, extracts).map(({ id }) => id);

describe('extracts of a place', () => {
  const drawn = [
    square('world', [-180, -90, 180, 90], 70_000, ''),
    square('left', [0, 0, 10, 10], 100),
    square('left/small', [2, 2, 4, 4], 10),
    square('right', [10, 0, 20, 10], 100),
    square('both', [0, 0, 20, 10], 1000),
  ];

  it('takes the smallest one that covers the box, two side by side where that is less, else the larger', () => {
    expect(ids(box(2.5, 2.5, 3.5, 3.5), drawn)).toEqual(['left/small']);
    expect(ids(box(1, 1, 3, 3), drawn)).toEqual(['left']);
    expect(ids(box(9, 1, 11, 3), drawn)).toEqual(['left', 'right']);
    const cheap = drawn.map((extract) => (extract.id === 'both' ? { ...extract, megabytes: 150 } : extract));
    expect(ids(box(9, 1, 11, 3), cheap)).toEqual(['both']);
    // What only a continent covers is open sea.
    expect(ids(box(-3, 1, 3, 3), drawn)).toEqual(['left']);
    expect(() => ids(box(-3, 1, -1, 3), drawn.slice(1))).toThrow(/open sea/);
  });

  it('finds, by point in outline, an extract for each of the 249 countries, also for those that the index does not name', () => {
    const of = (code: string) => ids(findPlace(code), shippedExtracts());
    for (const { code } of countries()) expect(of(code).length, code).toBeGreaterThan(0);
    expect(of('HT')).toEqual(['haiti-and-domrep']);
    expect(of('DO')).toEqual(['haiti-and-domrep']);
    expect(of('SG')).toEqual(['malaysia-singapore-brunei']);
    expect(of('IM')).toEqual(['isle-of-man']);
    expect(of('QA')).toEqual(['gcc-states']);
    expect(of('AQ')).toEqual(['antarctica']);
  });

  it('puts two countries side by side for a town at their border', () => {
    expect(ids(findPlace('Salzburg, Austria'), shippedExtracts()).toSorted()).toEqual(['austria', 'oberbayern']);
  });
});
