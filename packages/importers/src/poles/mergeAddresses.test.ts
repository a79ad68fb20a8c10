import { haversineMeters } from '@hinterland/geo';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AddressPoint } from '../inputs/poles.ts';
import { addAddressPoles } from './addressPoles.ts';
import { AddressRows } from './addressRows.ts';
import { PoleDraft } from './draft.ts';
import { mergeAddresses } from './mergeAddresses.ts';

/** Microdegrees of latitude in a meter. */
const METER = 1 / 111_195;

/** An address `east` and `north` meters from a corner on the equator. */
function at(east: number, north: number, more: Partial<AddressPoint> = {}): AddressPoint {
  return {
    lng: 10 + east * METER,
    lat: north * METER,
    number: '',
    numberLast: '',
    unit: '',
    street: '',
    locality: '',
    region: '',
    postcode: '',
    dwellings: 1,
    ref: 'row',
    ...more,
  };
}

function merge(addresses: readonly AddressPoint[]) {
  const rows = new AddressRows();
  for (const address of addresses) rows.add(address, 0);
  const merged = mergeAddresses(rows);
  const draft = new PoleDraft(() => -1);
  addAddressPoles(rows, merged, draft);
  return {
    poleOf: [...merged.poleOf],
    sameAs: [...merged.sameAs],
    dwellings: Array.from({ length: draft.count }, (_, pole) => draft.dwellings(pole)),
    east: Array.from({ length: draft.count }, (_, pole) => Math.round((draft.lng(pole) - 10) / METER)),
    rows,
  };
}

const main = (number: string, more: Partial<AddressPoint> = {}) => ({ street: 'Main St', number, ...more });

describe('putting addresses together', () => {
  it('joins what stands within a meter, whatever its address', () => {
    const corner = [at(0, 0, main('1')), at(0.5, 0.5, { street: 'Side St', number: '2' }), at(0, 3, main('3'))];
    expect(merge(corner)).toMatchObject({ poleOf: [0, 0, 1], sameAs: [0, 1, 2], dwellings: [2, 1] });
  });

  it('joins the same street and number within 100 m and not beyond', () => {
    const { poleOf } = merge([at(0, 0, main('1')), at(90, 0, main('1')), at(300, 0, main('1')), at(50, 0, main('2'))]);
    expect(poleOf).toEqual([0, 0, 1, 2]);
  });

  it('does not mind case and spaces, and does mind ranges', () => {
    const { poleOf, sameAs } = merge([
      at(0, 0, main('1A')),
      at(20, 0, { street: 'MAIN  ST', number: '1 a' }),
      at(40, 0, main('1A', { numberLast: '5' })),
    ]);
    expect(poleOf).toEqual([0, 0, 1]);
    expect(sameAs).toEqual([0, 0, 2]);
  });

  it('never joins by number alone', () => {
    expect(merge([at(0, 0, { number: '5' }), at(50, 0, { number: '5' })]).poleOf).toEqual([0, 1]);
  });

  it('keeps flats as addresses of one pole and counts them', () => {
    const flats = ['1', '2', '3'].map((unit) => at(0, 0, main('7', { unit })));
    expect(merge(flats)).toMatchObject({ poleOf: [0, 0, 0], sameAs: [0, 1, 2], dwellings: [3] });
    // The house itself is in the register too: it is not a fourth home.
    expect(merge([...flats, at(10, 0, main('7'))]).dwellings).toEqual([3]);
    // It is said to have five homes, of which three are known.
    expect(merge([...flats, at(10, 0, main('7', { dwellings: 5 }))]).dwellings).toEqual([5]);
  });

  it('counts no home twice that two sources have, and none for a shop', () => {
    expect(merge([at(0, 0, main('7')), at(3, 0, main('7')), at(5, 0, main('7', { dwellings: 0 }))]).dwellings).toEqual([
      1,
    ]);
    expect(merge([at(0, 0, main('9', { dwellings: 0 }))]).dwellings).toEqual([0]);
  });

  it('stands where most dwellings are, and takes what the first lacks from the others', () => {
    const { east, sameAs, rows } = merge([
      at(0, 0, main('7', { dwellings: 0, locality: 'Town' })),
      at(30, 0, main('7', { dwellings: 4, locality: 'Elsewhere', postcode: '100' })),
    ]);
    expect(east).toEqual([30]);
    expect(sameAs).toEqual([0, 0]);
    expect([rows.text(0, 'locality'), rows.text(0, 'postcode')]).toEqual(['Town', '100']);
  });

  it('agrees with a plain twin that compares every pair', () => {
    const address = fc.record({
      east: fc.integer({ min: 0, max: 300 }),
      north: fc.integer({ min: 0, max: 3 }),
      street: fc.constantFrom('', 'A', 'B'),
      number: fc.constantFrom('', '1', '2'),
    });
    fc.assert(
      fc.property(fc.array(address, { maxLength: 40 }), (drawn) => {
        const addresses = drawn.map(({ east, north, street, number }) => at(east, north * 0.7, { street, number }));
        const plain = addresses.map((_, i) => i);
        const near = (a: AddressPoint, b: AddressPoint, meters: number) =>
          haversineMeters(round(a.lng), round(a.lat), round(b.lng), round(b.lat)) <= meters;
        for (let changed = true; changed; ) {
          changed = false;
          addresses.forEach((a, i) => {
            addresses.forEach((b, j) => {
              const isSame = a.street !== '' && a.number !== '' && a.street === b.street && a.number === b.number;
              if (!near(a, b, 1) && !(isSame && near(a, b, 100))) return;
              const least = Math.min(plain[i]!, plain[j]!);
              if (plain[i] === plain[j]) return;
              plain[i] = least;
              plain[j] = least;
              changed = true;
            });
          });
        }
        const numbers = new Map([...new Set(plain)].map((root, pole) => [root, pole]));
        expect(merge(addresses).poleOf).toEqual(plain.map((root) => numbers.get(root)));
      }),
      { seed: 41, numRuns: 150 },
    );
  });
});

/** To the microdegree, as poles are kept. */
function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}
