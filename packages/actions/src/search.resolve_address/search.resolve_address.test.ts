import { describe, expect, it } from 'vitest';
import { antipodes } from '../testing/antipodes.ts';
import { contextOf } from '../testing/island.ts';
import { searchResolveAddress } from './index.ts';

const territory = antipodes();

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
