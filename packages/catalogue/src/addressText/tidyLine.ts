import { countryHabits } from '../countries/countries.ts';
import { withSpacedNumbers } from './eastAsia.ts';
import { plain } from './fold.ts';
import { withBuildings, withColors, withoutDecimalZeros, withSpacedFractions } from './houseNumber.ts';
import { withoutOtherNumbers } from './nonAddress.ts';
import { withoutNumberMarks } from './numberMarks.ts';
import { withoutCountryCodes } from './postcode.ts';

/** "Calle 150 A # 101-20": the letter belongs to the number of the street. */
const STREET_LETTER = /(?<=\p{L}\.?\s+\d{1,3})\s+(?=[a-z](?![\p{L}\p{N}]))/giu;
/** The sign of a number that names the crossing street: "Calle 10, # 5-23". */
const HASH = /[\s,]*#\s*(?=\d)/g;

/** "#75 Henry Street": a number before the street, with no other number behind it. */
const HASH_BEFORE_STREET = /^\s*#\s*(?=\d+\p{L}?\s+\p{L}{2})/u;

/**
 * Returns an address line with one spelling of its signs and digits, without accents, without words and signs for a house
 * number ("nº 5", "č.p. 806", "No:14", "Calle 10 # 5-23" in Colombia) unless they are kept, and without numbers of other
 * things.
 */
export function tidyLine(text: string, countries: readonly string[], keepsMarks = false): string {
  const line = plain(
    withSpacedFractions(text)
      .replace(/(?<=\p{Nd}\s?)[ºª°˚]/gu, '°')
      .replace(/(?<=\bn[or]?\s?)[º°˚]/gi, '°')
      .replaceAll('№', '\ue006'),
  )
    .replaceAll('\ue006', '№')
    .replaceAll('⁄', '/')
    .replace(/[،、]/g, ',')
    .replaceAll('؛', ';')
    .replace(/(?<=\p{sc=Cyrillic})['’ʼ](?=\p{sc=Cyrillic})/gu, '')
    .replace(/[‐-―−]/g, '-')
    .replace(/(\d[a-z]?)\s*\/\s*(?=\w)/gi, '$1/')
    .replace(/(\d[a-z]?)\s+-\s+(?=\d{1,4}\b)/gi, '$1-')
    .replace(/(?<=\d) (?=(?:th|nd)\s)/gi, '');
  const numbered = withoutDecimalZeros(withColors(withBuildings(withSpacedNumbers(withoutOtherNumbers(line)))));
  if (keepsMarks) return withoutCountryCodes(numbered, countries);
  const marked = withoutCountryCodes(withoutNumberMarks(numbered, countries), countries).replace(
    HASH_BEFORE_STREET,
    '',
  );
  return countries.some((country) => countryHabits(country).crossingNumbers)
    ? marked.replace(HASH, ' ').replace(STREET_LETTER, '')
    : marked;
}
