import { countryHabits } from '../countries/countries.ts';
import { apart } from './eastAsia.ts';
import { fold } from './fold.ts';
import { type Vocabulary, vocabularyOf } from './vocabulary.ts';

/** Italian abbreviations that leave out the middle of a word: P.zza, C.so, V.le. */
const LEFT_OUT = /\b([cflpv])\.(zza|za|zle|le|so|go|lo|lli)\b/gi;
/** Where streets have numbers, a letter behind one is a part of it: "Calle 150 A" is "Calle 150A". */
const STREET_LETTER = /(?<=\d)\s+(?=[a-z](?![\p{L}\p{N}]))/giu;
/** "150a" is no ordinal there. */
const LETTERED = /^\d+[a-z]$/;
const hasLetters = (country: string | readonly string[]): boolean =>
  typeof country === 'string'
    ? countryHabits(country).crossingNumbers
    : country.some((code) => countryHabits(code).crossingNumbers);
const ORDINAL = /^(\d+)(?:st|nd|rd|th|eme|e|o|a)$/;

/**
 * Returns the words of a street or place name in the form that search and matching compare: "East Fourth Street", "E
 * 4th St." and "EAST 4 STREET" all give e, 4, st. `country`: two-letter code, or several; it decides which
 * abbreviations are known. Empty if the text has no letter and no digit. `mend`: called with each word, folded, before.
 */
export function nameWords(
  text: string,
  country: string | readonly string[],
  mend: (word: string) => string = (word) => word,
): string[] {
  const vocabulary = vocabularyOf(country);
  const whole = text.replace(LEFT_OUT, '$1$2');
  const joined = vocabulary.joinsApostrophes ? whole.replace(/['’ʼ`´]/g, '') : whole;
  const isLettered = hasLetters(country);
  const lettered = isLettered ? joined.replace(STREET_LETTER, '') : joined;
  const folded = inOneScript(fold(apart(lettered)), vocabulary);
  return folded === ''
    ? []
    : glue(
        folded.split(' ').map((word) => keptForm(mend(word), vocabulary, isLettered)),
        vocabulary,
      );
}

/** Texts with the same key are the same name, written in two ways. */
export const nameKey = (text: string, country: string | readonly string[]): string =>
  nameWords(text, country).join(' ');

/** Returns whether a word of `nameWords` is a kind of street. */
export const isStreetType = (word: string, country: string | readonly string[]): boolean =>
  vocabularyOf(country).types.has(word);

/** The same word in the one script of languages that are written in two, letter for letter. `text`: folded. */
export const inOneScript = (text: string, { isOfTwoScripts }: Vocabulary): string =>
  isOfTwoScripts ? text.replace(/[а-џ]/gu, (letter) => SERBIAN[letter] ?? letter) : text;

/** Serbian Cyrillic in Latin letters without marks, as folded texts have them. */
const SERBIAN: Readonly<Record<string, string>> = Object.fromEntries(
  'а a б b в v г g д d ђ d е e ж z з z и i ј j к k л l љ lj м m н n њ nj о o п p р r с s т t ћ c у u ф f х h ц c ч c џ dz ш s'
    .split(' ')
    .flatMap((letter, i, all) => (i % 2 === 0 ? [[letter, all[i + 1]!]] : [])),
);

function keptForm(word: string, { kept, endings }: Vocabulary, isLettered: boolean): string {
  const known = kept.get(word);
  if (known !== undefined) return known;
  const ordinal = isLettered && LETTERED.test(word) ? null : ORDINAL.exec(word);
  if (ordinal !== null) return ordinal[1]!;
  for (const ending of endings) {
    const found = ending.pattern.exec(word);
    if (found !== null) return `${found[1]}${ending.kept}`;
  }
  return word;
}

/** Joins "berliner", "str" if the language does; "str" at the beginning of a name stays alone. */
function glue(words: string[], { endings }: Vocabulary): string[] {
  if (endings.length === 0) return words;
  const result: string[] = [];
  for (const word of words) {
    const last = result.at(-1);
    const isEnding = last !== undefined && endings.some(({ kept }) => kept === word) && /^\p{L}{3,}$/u.test(last);
    if (isEnding) result[result.length - 1] = `${last}${word}`;
    else result.push(word);
  }
  return result;
}
