import type { LanguageCode } from '../languages/languages.ts';

/** Habits of a country that the code must know: how it writes addresses, signs speeds and is called. */
export interface CountryHabits {
  /** Languages of street names, the commonest first; none where they are not known: words of all languages are tried then. */
  readonly streetLanguages: readonly LanguageCode[];
  /**
   * Sign between a flat and the house number behind it, as in "3/17"; null if the flat comes elsewhere. With "/",
   * the importers read a number with a slash as a flat and a number.
   */
  readonly unitBeforeNumber: '/' | '-' | null;
  /** Whether "12-5" is mostly flat 5 of number 12. */
  readonly unitBehindHyphen: boolean;
  /**
   * Whether "1234/56" may be the conscription number and the orientation number of one house, of which people use either:
   * `usual`, or `rare` where a slash mostly separates flats; null if there are no such numbers.
   */
  readonly doubleNumbers: 'usual' | 'rare' | null;
  /**
   * Whether houses are numbered by the crossing street and the meters from it, as in "Calle 10 # 5-23": the hyphen belongs
   * to the number, and "#" stands before it.
   */
  readonly crossingNumbers: boolean;
  /** Put before a flat whose kind is not known, as "# " in "100 Broadway, # 3". */
  readonly unitMark: string;
  /** Whether an address names the suburb as its locality rather than the city. */
  readonly suburbIsLocality: boolean;
  /** Whether speed limits are signed in miles per hour. */
  readonly milesPerHour: boolean;
  /** Names of the country that people type, besides its English one. */
  readonly otherNames: readonly string[];
}

/** Habits of a country that the catalogue has no entry for: every reading is tried, and the addresses held decide. */
export const USUAL_HABITS: CountryHabits = {
  streetLanguages: [],
  unitBeforeNumber: null,
  unitBehindHyphen: false,
  doubleNumbers: null,
  crossingNumbers: false,
  unitMark: '',
  suburbIsLocality: false,
  milesPerHour: false,
  otherNames: [],
};
