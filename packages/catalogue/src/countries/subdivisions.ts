import { iso31662 } from 'iso-3166';

/** A state, province or the like of a country. */
export interface Subdivision {
  /** In a language of the country. */
  readonly name: string;
  /** Two or three letters, in capitals. */
  readonly abbreviation: string;
}

/** Returns the subdivisions of a country that ISO 3166-2 abbreviates with letters: New York is NY. In: two-letter code in capitals. */
export const subdivisionsOf = (country: string): readonly Subdivision[] =>
  iso31662.flatMap(({ code, name }) => {
    const abbreviation = code.slice(country.length + 1);
    return code.startsWith(`${country}-`) && /^[A-Z]{2,3}$/.test(abbreviation) ? [{ name, abbreviation }] : [];
  });
