import { describe, expect, it } from 'vitest';
import { antipodes } from '../testing/antipodes.ts';
import { contextOf } from '../testing/island.ts';
import { searchReverseAddress } from './index.ts';

const territory = antipodes();

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
