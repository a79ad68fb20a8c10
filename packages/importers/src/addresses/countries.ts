import { countryHabits } from '@hinterland/catalogue';

/** Whether "3/12" is flat 3 of number 12 in one of the countries. */
export const writesUnitFirst = (countries: readonly string[]): boolean =>
  countries.some((country) => countryHabits(country).unitBeforeNumber === '/');

/** Whether the suburb is the locality of an address in one of the countries. */
export const namesSuburbFirst = (countries: readonly string[]): boolean =>
  countries.some((country) => countryHabits(country).suburbIsLocality);
