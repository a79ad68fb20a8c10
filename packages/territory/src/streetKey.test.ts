import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bareStreetKey, foldText, numberKey, streetKey } from './streetKey.ts';

describe('streetKey', () => {
  /** Spellings of one street, as registers, deeds and maps have them. */
  it.each([
    ['West 23rd Street', 'WEST 23RD STREET', 'W 23 ST', 'W. 23rd St.', 'West Twenty-Third Street', 'WEST 23  STREET'],
    ['East 6th Street', 'EAST SIXTH STREET', 'E 6 St'],
    ['2nd Avenue', 'SECOND AVENUE', '2 AVE', '02 AVENUE'],
    ['12th Street', 'TWELFTH STREET'],
    ['40th Street', 'FORTIETH STREET'],
    ['Saint Marks Place', "ST. MARK'S PLACE", 'ST MARKS PL'],
    ['Avenue B', 'AVENUE B', 'Ave B'],
    ['Fort Washington Avenue', 'FT WASHINGTON AVE'],
    ['Main Street East', 'MAIN ST E', 'Main Street E.'],
    ['Boulevard Saint-Honoré', 'BD ST HONORE', 'boulevard saint honoré'],
    ['Allée des Érables', 'ALL DES ERABLES'],
    ['Große Straße', 'GROSSE STRASSE'],
    ['Kererū Street', 'KERERU ST'],
  ])('%s, however it is written', (name, ...spellings) => {
    for (const spelling of spellings) expect([spelling, streetKey(spelling)]).toEqual([spelling, streetKey(name)]);
  });

  it.each([
    ['West 23rd Street', 'East 23rd Street'],
    ['23rd Street', '23rd Avenue'],
    ['Avenue S', 'Avenue South'],
    ['Saint Street', 'Street'],
    ['Mount Street', 'Main Street'],
  ])('keeps %s and %s apart', (a, b) => {
    expect(streetKey(a)).not.toBe(streetKey(b));
  });

  it('of a key is the key: nothing changes twice', () => {
    const word = fc.constantFrom('W', 'St', 'Ave', '23rd', 'Sixth', 'Twenty', 'Mark’s', 'É', 'all', '007', 'Ter.');
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
        const key = streetKey(words.join(' '));
        expect(streetKey(streetKey(key))).toBe(streetKey(key));
      }),
    );
  });

  it('leaves out what people leave out', () => {
    expect(bareStreetKey(streetKey('EAST 3RD'))).toBe(bareStreetKey(streetKey('East 3rd Street')));
    expect(bareStreetKey(streetKey('East 3rd Street'))).not.toBe(bareStreetKey(streetKey('West 3rd Street')));
  });

  it('folds to nothing where there is nothing', () => {
    expect([foldText(' -- '), streetKey(''), bareStreetKey('')]).toEqual(['', '', '']);
  });
});

describe('numberKey', () => {
  it('compares numbers by digits and suffix', () => {
    expect(['0012 A', '12a', ' 12-A'].map(numberKey)).toEqual(['12a', '12a', '12a']);
    expect(['10-14', '101-4', '10 1/2'].map(numberKey)).toEqual(['10-14', '101-4', '10-1-2']);
    expect(numberKey('0')).toBe('0');
  });
});
