import { countryHabits } from '../countries/countries.ts';
import type { Language } from '../languages/language.ts';
import { LANGUAGES } from '../languages/languages.ts';
import { fold } from './fold.ts';

/** A kind of street at the end of a word: "Hauptstraße", "Storgatan". */
export interface Ending {
  /** The form that search keeps: "str". */
  readonly kept: string;
  /** Every written form, the kept one too. */
  readonly written: readonly string[];
  /** Words that end in one of them; the group is the name. */
  readonly pattern: RegExp;
}

/** Words of the names of a country, or of several. */
export interface Vocabulary {
  /** Every written form to the one that search keeps. */
  readonly kept: ReadonlyMap<string, string>;
  /** Kept forms that are kinds of streets. */
  readonly types: ReadonlySet<string>;
  readonly endings: readonly Ending[];
  readonly joinsApostrophes: boolean;
  /** Whether names are written in Cyrillic and in Latin letters, one for the other. */
  readonly isOfTwoScripts: boolean;
}

/** From 2 on; v and x alone are letters. */
const ROMAN =
  'ii iii iv - vi vii viii ix - xi xii xiii xiv xv xvi xvii xviii xix xx xxi xxii xxiii xxiv xxv xxvi xxvii xxviii xxix xxx'.split(
    ' ',
  );

const vocabularies = new Map<string, Vocabulary>();
/** By the list itself: every word of a query asks with the same one. */
const byList = new WeakMap<readonly string[], Vocabulary>();

/** Returns the words of countries, by two-letter code; the first one's meaning of an abbreviation counts. */
export function vocabularyOf(countries: string | readonly string[]): Vocabulary {
  if (typeof countries === 'string') return vocabularyOfLanguages(countries);
  let vocabulary = byList.get(countries);
  if (vocabulary === undefined) {
    vocabulary = vocabularyOfLanguages(countries);
    byList.set(countries, vocabulary);
  }
  return vocabulary;
}

function vocabularyOfLanguages(countries: string | readonly string[]): Vocabulary {
  const codes: readonly string[] = typeof countries === 'string' ? [countries] : countries;
  const names = [...new Set(codes.flatMap((country) => countryHabits(country).streetLanguages))];
  const key = names.join();
  let vocabulary = vocabularies.get(key);
  if (vocabulary === undefined) {
    vocabulary = readVocabulary(
      names.map((name) => LANGUAGES[name]),
      names.includes('sr'),
    );
    vocabularies.set(key, vocabulary);
  }
  return vocabulary;
}

function readVocabulary(languages: readonly Language[], isOfTwoScripts: boolean): Vocabulary {
  const kept = new Map<string, string>();
  const types = new Set<string>();
  const read = (groups: readonly string[], isType: boolean) => {
    for (const group of groups) {
      const [first = '', ...others] = group.split(' ').map(fold);
      // A form that an earlier language has keeps its meaning, and takes the new group along.
      const form = kept.get(first) ?? first;
      if (isType) types.add(form);
      for (const word of [first, ...others]) if (!kept.has(word)) kept.set(word, form);
    }
  };
  for (const { types: kinds, others } of languages) {
    read(kinds, true);
    read(others, false);
  }
  if (languages.some(({ romanNumerals }) => romanNumerals)) {
    ROMAN.forEach((numeral, i) => {
      if (numeral !== '-') kept.set(numeral, String(i + 2));
    });
  }
  return {
    kept,
    types,
    endings: languages.flatMap(({ glued = [] }) => glued.map(endingOf)),
    joinsApostrophes: languages[0]?.joinsApostrophes ?? false,
    isOfTwoScripts,
  };
}

function endingOf(group: string): Ending {
  const [kept = '', ...others] = group.split(' ');
  return { kept, written: [kept, ...others], pattern: new RegExp(`^(.{3,}?)(?:${[...others, kept].join('|')})$`) };
}
