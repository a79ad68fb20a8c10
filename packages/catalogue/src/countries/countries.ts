import { type CountryHabits, USUAL_HABITS } from './country.ts';

/** Countries by two-letter code; an entry says only what differs from USUAL_HABITS. */
const ENTRIES: Readonly<Record<string, Partial<CountryHabits>>> = {
  AD: { streetLanguages: ['ca', 'es', 'fr'] },
  AR: { streetLanguages: ['es'] },
  AT: { streetLanguages: ['de'], doubleNumbers: 'rare' },
  AU: { unitBeforeNumber: '/', suburbIsLocality: true },
  BE: { streetLanguages: ['fr', 'nl', 'de'] },
  BR: { streetLanguages: ['pt'] },
  CA: { streetLanguages: ['en', 'fr'], unitBeforeNumber: '-' },
  CH: { streetLanguages: ['de', 'fr', 'it'] },
  CL: { streetLanguages: ['es'] },
  CO: { streetLanguages: ['es'], crossingNumbers: true },
  CZ: { streetLanguages: ['cs'], doubleNumbers: 'usual' },
  DE: { streetLanguages: ['de'] },
  ES: { streetLanguages: ['es', 'ca'] },
  FR: { streetLanguages: ['fr'] },
  GB: { milesPerHour: true, otherNames: ['UK', 'Great Britain'] },
  IT: { streetLanguages: ['it'] },
  LI: { streetLanguages: ['de'] },
  LU: { streetLanguages: ['fr', 'de'] },
  MC: { streetLanguages: ['fr'] },
  MX: { streetLanguages: ['es'] },
  NL: { streetLanguages: ['nl'] },
  NZ: { unitBeforeNumber: '/', suburbIsLocality: true },
  PE: { streetLanguages: ['es'] },
  PT: { streetLanguages: ['pt'] },
  SK: { streetLanguages: ['sk'], doubleNumbers: 'usual' },
  SM: { streetLanguages: ['it'] },
  // The Postal Service asks for "#" where the kind of unit is not known.
  US: { unitMark: '# ', milesPerHour: true, otherNames: ['USA', 'United States of America'] },
  UY: { streetLanguages: ['es'] },
  VA: { streetLanguages: ['it'] },
};

const byCode: ReadonlyMap<string, CountryHabits> = new Map(
  Object.entries(ENTRIES).map(([code, entry]) => [code, { ...USUAL_HABITS, ...entry }]),
);

/** Codes of the countries with an entry, sorted. */
export const COUNTRY_CODES: readonly string[] = [...byCode.keys()];

/** Returns a country's habits, the usual ones where it has no entry. In: two-letter code in capitals. */
export function countryHabits(code: string): CountryHabits {
  return byCode.get(code) ?? USUAL_HABITS;
}
