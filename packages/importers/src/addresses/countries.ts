import { countryHabits } from '@hinterland/catalogue';
import type { HouseNumberStyle } from '../osm/houseNumber.ts';

/** Returns how house numbers are read where one of the countries has a habit of its own. */
export function numberStyleOf(countries: readonly string[]): HouseNumberStyle {
  const habits = countries.map(countryHabits);
  return {
    slash: habits.some(({ unitBeforeNumber }) => unitBeforeNumber === '/') ? 'unit' : 'number',
    hyphen: habits.some(({ crossingNumbers }) => crossingNumbers) ? 'number' : 'range',
  };
}

/** Whether the suburb is the locality of an address in one of the countries. */
export const namesSuburbFirst = (countries: readonly string[]): boolean =>
  countries.some((country) => countryHabits(country).suburbIsLocality);
