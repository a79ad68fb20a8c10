import { describe, expect, it } from 'vitest';
import { type AddressText, displayLine } from './displayLine.ts';

const EMPTY: AddressText = { number: '', numberLast: '', unit: '', street: '', locality: '', region: '', postcode: '' };
const line = (country: string, parts: Partial<AddressText>) => displayLine({ ...EMPTY, ...parts }, country);

describe('S98: display order follows the convention of the country', () => {
  // Examples published with OpenCage's address-formatting (testcases/countries, version of 28c47f9), without the name of
  // a building and the country's.
  it.each<[string, Partial<AddressText>, string]>([
    [
      'AU',
      { number: '223', street: 'William Street', locality: 'Melbourne', region: 'VIC', postcode: '3000' },
      '223 William Street, Melbourne VIC 3000',
    ],
    [
      'FR',
      { number: '17', street: 'Rue du Médecin-Colonel Calbairac', locality: 'Toulouse', postcode: '31000' },
      '17 Rue du Médecin-Colonel Calbairac, 31000 Toulouse',
    ],
    [
      'IT',
      { number: '13', street: 'Via Pisacane', locality: 'Barletta', postcode: '76121' },
      'Via Pisacane 13, 76121 Barletta',
    ],
    [
      'ES',
      { number: '17', street: 'Avinguda del Bogatell', locality: 'Barcelona', postcode: '08005' },
      'Avinguda del Bogatell, 17, 08005 Barcelona',
    ],
    [
      'NL',
      { number: '573', street: 'Herengracht', locality: 'Amsterdam', postcode: '1017 CD' },
      'Herengracht 573, 1017 CD Amsterdam',
    ],
    [
      'GB',
      { number: '82', street: 'Clerkenwell Road', locality: 'London', postcode: 'EC1M 5RF' },
      '82 Clerkenwell Road, London, EC1M 5RF',
    ],
    [
      'CH',
      { number: '2', street: 'Häringstrasse', locality: 'Zurich', postcode: '8001' },
      'Häringstrasse 2, 8001 Zurich',
    ],
    [
      'AT',
      { number: '5', street: 'Stauffenstraße', locality: 'Salzburg', postcode: '5020' },
      'Stauffenstraße 5, 5020 Salzburg',
    ],
    [
      'US',
      { number: '301', street: 'Hamilton Avenue', locality: 'Palo Alto', region: 'CA', postcode: '94303' },
      '301 Hamilton Avenue, Palo Alto, CA 94303',
    ],
    [
      'CA',
      { number: '251', street: 'McMurchy Avenue South', locality: 'Brampton', region: 'ON', postcode: 'L6Y 1Z4' },
      '251 McMurchy Avenue South, Brampton, ON L6Y 1Z4',
    ],
    [
      'NZ',
      { number: '53', street: 'Pirie Street', locality: 'Wellington', postcode: '6011' },
      '53 Pirie Street, Wellington 6011',
    ],
  ])('%s', (country, parts, expected) => {
    expect(line(country, parts)).toBe(expected);
  });

  it('puts flats where the country puts them', () => {
    const parts = { number: '17', street: 'Adam Street', unit: '3', locality: 'X' };
    // 3/17: English Wikipedia, Address, section Australia; "# 3": USPS Publication 28, section 213.
    expect(line('AU', parts)).toBe('3/17 Adam Street, X');
    expect(line('US', parts)).toBe('17 Adam Street, # 3, X');
    expect(line('US', { ...parts, unit: 'Suite 3' })).toBe('17 Adam Street, Suite 3, X');
    expect(line('CA', parts)).toBe('3-17 Adam Street, X');
    expect(line('IT', parts)).toBe('Adam Street 17, 3, X');
  });

  it('shows ranges, leaves out what is not held, and does without a country that it knows', () => {
    expect(line('FR', { number: '10', numberLast: '14', street: 'Rue X' })).toBe('10-14 Rue X');
    expect(line('US', { street: 'Broadway' })).toBe('Broadway');
    expect(line('XD', { number: '1', street: 'A', locality: 'B', postcode: '1000' })).toBe('A 1, 1000 B');
    expect(line('', {})).toBe('');
  });

  it('takes texts of the data as they are', () => {
    const odd = '<b>$& \ue001 {{road}}';
    expect(line('US', { number: '1', street: odd })).toBe(`1 ${odd}`);
  });
});
