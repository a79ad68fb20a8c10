import { SeededRandom } from '@hinterland/geo';
import { inMemoryTerritory, STORE_STATES } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { tilesOfBox } from '../address.ts';
import { cutTile } from '../cut.ts';
import { decode } from '../testing/decode.ts';
import { PLACE } from '../testing/random.ts';

const BOX = { west: PLACE.west / 1e6, south: PLACE.south / 1e6, east: PLACE.east / 1e6, north: PLACE.north / 1e6 };
const random = new SeededRandom(5);
const places = (count: number) => ({
  lngMicrodegrees: Array.from({ length: count }, () => Math.round(PLACE.west + 60_000 * random.next())),
  latMicrodegrees: Array.from({ length: count }, () => Math.round(PLACE.south + 40_000 * random.next())),
});
const each = <T>(count: number, value: (row: number) => T) => Array.from({ length: count }, (_, row) => value(row));

const POLES = 300;
const STORES = 200;
const territory = inMemoryTerritory({
  texts: ['', 'Am Gries'],
  poles: { ...places(POLES), dwellings: each(POLES, () => 1), kind: each(POLES, () => 0) },
  // Two addresses at every third pole, one at the next, none at the others.
  addresses: {
    pole: each(POLES, (row) => Math.floor(row / 3) * 3 + (row % 3 === 2 ? 1 : 0)).sort((a, b) => b - a),
    street: each(POLES, () => 1),
    locality: each(POLES, () => 0),
    region: each(POLES, () => 0),
    postcode: each(POLES, () => 0),
    number: each(POLES, (row) => `${row + 1}`),
    numberLast: each(POLES, (row) => (row === 0 ? '9' : '')),
    unit: each(POLES, () => ''),
  },
  players: {
    sectors: ['food.supermarket', 'food.bakery'],
    brands: { name: ['Ährenkranz'], wikidata: [''], sector: [1] },
    stores: {
      ...places(STORES),
      sector: each(STORES, (row) => row % 2),
      name: each(STORES, (row) => `<b>${row}</b>`),
      brand: each(STORES, (row) => (row % 5 === 0 ? 0 : -1)),
      state: each(STORES, (row) => row % STORE_STATES.length),
    },
  },
});

/** Features of a layer in all tiles of a zoom. */
const layer = (name: string, z: number) =>
  [...tilesOfBox(z, BOX)].flatMap((tile) => decode(cutTile(territory, tile), tile)[name] ?? []);

describe('points of tiles', () => {
  it('every pole with an address once, where it stands, with its numbers and street', () => {
    const drawn = layer('address', 16);
    const { poles, addresses } = territory;
    const expected = each(POLES, (pole) => pole).filter((pole) => addresses.pole.includes(pole));
    expect(drawn.map(({ id }) => id).sort((a, b) => a! - b!)).toEqual(expected);
    for (const { id, properties, points } of drawn) {
      const rows = each(POLES, (row) => row).filter((row) => addresses.pole[row] === id);
      const numbers = rows.map((row) => (row === 0 ? '1–9' : `${row + 1}`)).join(', ');
      expect(properties).toEqual({ street: 'Am Gries', number: numbers });
      expect(points.length).toBe(1);
      const [lng, lat] = points[0] as [number, number];
      // A unit of a tile of zoom 16 is 1.3 microdegrees wide.
      expect(Math.abs(lng * 1e6 - poles.lngMicrodegrees[id!]!)).toBeLessThan(2);
      expect(Math.abs(lat * 1e6 - poles.latMicrodegrees[id!]!)).toBeLessThan(2);
    }
    expect(layer('address', 15)).toEqual([]);
  });

  it('every store that is not closed once, with sector, name and brand as they are', () => {
    const drawn = layer('store', 13);
    const open = each(STORES, (row) => row).filter((row) => STORE_STATES[row % STORE_STATES.length] !== 'closed');
    expect(drawn.map(({ id }) => id).sort((a, b) => a! - b!)).toEqual(open);
    for (const { id, properties } of drawn) {
      expect(properties).toEqual({
        sector: id! % 2 === 0 ? 'food.supermarket' : 'food.bakery',
        name: `<b>${id}</b>`,
        ...(id! % 5 === 0 ? { brand: 'Ährenkranz' } : {}),
      });
    }
  });
});
