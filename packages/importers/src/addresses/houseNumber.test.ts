import { describe, expect, it } from 'vitest';
import { USUAL_STYLE } from '../osm/houseNumber.ts';
import { numberStyleOf } from './countries.ts';
import { leadingNumber, registerNumber } from './houseNumber.ts';

describe('house numbers', () => {
  // Cases of the Pelias house number classifier and its tests, and of real registers.
  it.each([
    ['10', '10', '', ''],
    ['10a', '10A', '', ''],
    ['10 a', '10A', '', ''],
    ['10-19', '10', '19', ''],
    ['10-19a', '10', '19A', ''],
    ['10 – 12', '10', '12', ''],
    ['1016-18', '1016', '1018', ''],
    ['37-12', '37-12', '', ''],
    ['137-42', '137-42', '', ''],
    ['37-612', '37-612', '', ''],
    ['1/135', '135', '', '1'],
    ['1b/135', '135', '', '1b'],
    ['10/244-246', '244', '246', '10'],
    ['6N23', '6N23', '', ''],
    ['W350N5337', 'W350N5337', '', ''],
    ['12 1/2', '12 1/2', '', ''],
    ['', '', '', ''],
  ])('%s', (text, number, numberLast, unit) => {
    expect(registerNumber(text, { ...USUAL_STYLE, slash: 'unit' })).toEqual({ number, numberLast, unit });
  });

  it('a slash belongs to the number where flats do not come first', () => {
    expect(registerNumber('1234/56', USUAL_STYLE)).toEqual({ number: '1234/56', numberLast: '', unit: '' });
  });

  it.each(['5-23', '# 5-23', '100-24', '7A-45'])('%s is one number where it names the crossing street', (text) => {
    const number = text.replace('# ', '');
    expect(registerNumber(text, numberStyleOf(['CO']))).toEqual({ number, numberLast: '', unit: '' });
  });

  it('finds the number of an address in one column', () => {
    expect(leadingNumber('1016-18 WILLOW AVE')).toBe('1016-18');
    expect(leadingNumber('1016-18 Willow Avenue')).toBe('1016-18');
    expect(leadingNumber('12 A')).toBeNull();
    expect(leadingNumber('5th Avenue')).toBeNull();
  });
});
