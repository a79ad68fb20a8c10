import { describe, expect, it } from 'vitest';
import { COUNTRY_CODES, countryHabits } from './countries.ts';
import { type CountryHabits, USUAL_HABITS } from './country.ts';

/** Members that differ from the usual habits; the languages of every country stand in catalogue.golden.json. */
const CASES: readonly [string, Partial<CountryHabits>][] = [
  ['AU', { streetLanguages: ['en'], unitBeforeNumber: '/', suburbIsLocality: true }],
  ['CA', { unitBeforeNumber: '-', streetLanguages: ['en', 'fr'] }],
  ['CO', { streetLanguages: ['es'], crossingNumbers: true }],
  ['CZ', { streetLanguages: ['cs'], doubleNumbers: 'usual' }],
  ['GB', { streetLanguages: ['en'], milesPerHour: true, otherNames: ['UK', 'Great Britain'] }],
  ['IT', { streetLanguages: ['it'] }],
  ['NZ', { streetLanguages: ['en'], unitBeforeNumber: '/', suburbIsLocality: true }],
  [
    'US',
    { streetLanguages: ['en'], unitMark: '# ', milesPerHour: true, otherNames: ['USA', 'United States of America'] },
  ],
  ['XX', {}],
  ['', {}],
];

describe('habits of countries', () => {
  it.each(CASES)('%s', (code, differing) => {
    expect(countryHabits(code)).toEqual({ ...USUAL_HABITS, ...differing });
  });

  it('entries are countries, in alphabetical order', () => {
    const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
    expect(COUNTRY_CODES.filter((code) => names.of(code) === undefined)).toEqual([]);
    expect(COUNTRY_CODES).toEqual(COUNTRY_CODES.toSorted());
  });
});
