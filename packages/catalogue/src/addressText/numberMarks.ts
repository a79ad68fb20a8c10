import { countryHabits } from '../countries/countries.ts';
import { LANGUAGES, languagesOf } from '../languages/languages.ts';
import { plain } from './fold.ts';
import { vocabularyOf } from './vocabulary.ts';

/** Words and signs that stand before a house number in every country, without accents and dots. */
const COMMON = ['no', 'nr', 'num', 'number', 'nummer', 'numero'];
/** "№ 14", "n° 14", "#14": signs that are no words. `#` may mark a unit, too, so it is read elsewhere. */
const SIGN = '(?:\\p{L}{0,3}№|n[or]?\\s?°)';
/** A number that is no ordinal: "No 14", but "N 4th Street". */
const NUMBER = '(?=\\d+(?!\\d|(?:st|nd|rd|th|er|ere|eme)(?!\\p{L})))';

const patterns = new Map<string, NumberMarks>();

/** Returns a line, tidied otherwise, without words and signs for a house number: "nº 5", "č.p. 806", "No:14", "д. 12". */
export function withoutNumberMarks(line: string, countries: readonly string[]): string {
  const { before, behind } = marksOf(countries);
  const marked = line.replace(before, '');
  return behind === null ? marked : marked.replace(behind, '');
}

interface NumberMarks {
  readonly before: RegExp;
  readonly behind: RegExp | null;
}

function marksOf(countries: readonly string[]): NumberMarks {
  const languages = [...new Set(languagesOf(countries.flatMap((country) => countryHabits(country).streetLanguages)))];
  const key = languages.join();
  let marks = patterns.get(key);
  if (marks === undefined) {
    const { kept } = vocabularyOf(countries);
    const all = [...COMMON, ...languages.flatMap((language) => LANGUAGES[language].numbers?.split(' ') ?? [])];
    // Where no language is known, a letter alone may be anything.
    const shortest = countries.some((country) => countryHabits(country).streetLanguages.length > 0) ? 1 : 2;
    const words = [...new Set(all.map(plain))].filter((word) => word.length >= shortest || !/^[a-z]$/.test(word));
    // "N 5th Street" in a country that also speaks French; "No. 5" is a number all the same.
    const isWord = (word: string) => !kept.has(word);
    const alone = words.filter(isWord).map(spelled);
    const dotted = words.filter((word) => !isWord(word) && word.length > 1).map(spelled);
    const any = [
      `(?:${alone.join('|')})[.:]*\\s*`,
      ...(dotted.length === 0 ? [] : [`(?:${dotted.join('|')})(?:[.:]+\\s*|(?<=^\\s*\\p{L}+)\\s+)`]),
      `${SIGN}[.:]*\\s*`,
    ];
    // "House No. 14" has two.
    const before = new RegExp(`(?<![\\p{L}\\p{N}])(?:${any.join('|')}){1,3}#?\\s*${NUMBER}`, 'giu');
    const last = languages.flatMap((language) => LANGUAGES[language].numbersBehind?.split(' ') ?? []).map(plain);
    const behind =
      last.length === 0 ? null : new RegExp(`(?<=\\d\\p{L}?)[\\s-]*(?:${last.join('|')})(?!\\p{L})\\.?`, 'giu');
    marks = { before, behind };
    patterns.set(key, marks);
  }
  return marks;
}

/** A short word may have dots between its letters: "č.p.", "H.No." */
const spelled = (word: string): string =>
  word.length < 4 && /^[a-z]+$/.test(word) ? [...word].join('\\.?\\s?') : word.replaceAll('.', '\\.');
