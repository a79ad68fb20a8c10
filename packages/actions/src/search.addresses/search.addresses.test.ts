import { describe, expect, it } from 'vitest';
import type { FoundAddress } from '../addresses/schema.ts';
import { antipodes } from '../testing/antipodes.ts';
import { contextOf } from '../testing/island.ts';
import { searchAddressesAction } from './index.ts';
import { combine } from './run.ts';
import { input, type Output } from './schema.ts';

const territory = antipodes();
const search = (query: string, more: object = {}): FoundAddress[] =>
  searchAddressesAction.run(contextOf(territory), input.parse({ query, continent: 'oceania', ...more })).result
    .addresses;
const lines = (query: string, more: object = {}) => search(query, more).map(({ displayLine }) => displayLine);

describe('search.addresses', () => {
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
