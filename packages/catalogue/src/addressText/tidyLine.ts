import { countryHabits } from '../countries/countries.ts';
import { LANGUAGES } from '../languages/languages.ts';
import { vocabularyOf } from './vocabulary.ts';

/** The sign of a number that names the crossing street: "Calle 10, # 5-23". */
const HASH = /[\s,]*#\s*(?=\d)/g;

const NUMBER_MARKS = new Map<string, RegExp | null>();

/**
 * Returns an address line with one spelling of its signs, without accents and without words and signs for a house number
 * ("nº 5", "č.p. 806", "Calle 10 # 5-23" in Colombia).
 */
export function tidyLine(text: string, countries: readonly string[]): string {
  const line = text
    .replace(/(?<=\d\s?)[ºª°˚]/g, '°')
    .replace(/(?<=\bn\s?)[º°˚]/gi, 'o')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFKC')
    .replaceAll('⁄', '/')
    .replace(/[–—−]/g, '-')
    .replace(/(\d[a-z]?)\s*\/\s*(?=\w)/gi, '$1/')
    .replace(/(\d[a-z]?)\s+-\s+(?=\d{1,4}\b)/gi, '$1-');
  const marks = numberMarks(countries);
  const marked = marks === null ? line : line.replace(marks, '');
  return countries.some((country) => countryHabits(country).crossingNumbers) ? marked.replace(HASH, ' ') : marked;
}

function numberMarks(countries: readonly string[]): RegExp | null {
  const languages = [...new Set(countries.flatMap((country) => countryHabits(country).streetLanguages))];
  const key = languages.join();
  let pattern = NUMBER_MARKS.get(key);
  if (pattern === undefined) {
    const { kept } = vocabularyOf(countries);
    // "N 5th Street" in a country that also speaks French.
    const words = languages
      .flatMap((language) => LANGUAGES[language].numbers?.split(' ') ?? [])
      .filter((word) => !kept.has(word))
      .map((word) => (word.length < 3 ? [...word].join('\\.?\\s?') : word));
    pattern =
      words.length === 0 ? null : new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})[.:]*\\s*(?=\\d)`, 'giu');
    NUMBER_MARKS.set(key, pattern);
  }
  return pattern;
}
