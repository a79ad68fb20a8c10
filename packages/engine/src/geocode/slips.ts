import { countryHabits, vocabularyOf } from '@hinterland/catalogue';
import { editDistance } from './editDistance.ts';

/** Stands in a word for letters that a program could not read: "K?whai". A letter that no address has. */
const ANY_LETTER = 'ʘ';

const UNREADABLE =
  /(?<=[\p{L}?\ufffd])[?\ufffd](?=[\p{L}?\ufffd]*\p{L})|(?<![\p{L}\p{N}])[?\ufffd](?=[?\ufffd]*\p{L})|(?<=\p{L})(?:\ufffd|\?(?=\s+[^\s?]))/gu;

/** Returns a line with signs for unreadable letters as letters, so that a word stays one: "K?whai", "Stra�e", "?ódź". */
export const withUnreadable = (line: string): string =>
  /[?\ufffd]/.test(line) ? line.replace(UNREADABLE, ANY_LETTER) : line;

export const hasUnreadable = (word: string): boolean => word.includes(ANY_LETTER);

/** Returns the pattern of the words that one with unreadable letters may be; each may have been two, as "ß" is "ss". */
export const unreadablePattern = (word: string): RegExp =>
  new RegExp(`^${word.replace(new RegExp(`${ANY_LETTER}+`, 'g'), (run) => `.{1,${2 * run.length}}`)}$`, 'u');

/** Shorter kinds of streets are too like other words. */
const SHORTEST_ENDING = 5;

/**
 * Returns the kind of street that a word of its own is with one edit or unreadable letters, where the countries glue it to
 * names: "str" of the "Staße" in "Berliner Staße"; the number of an ordinal where streets have numbers with letters: 7 of "Carrera
 * 7a". Else the word itself.
 */
export function mendedEnding(word: string, countries: readonly string[]): string {
  if (/^\d+[aeo]$/.test(word) && countries.some((country) => countryHabits(country).crossingNumbers)) {
    return word.slice(0, -1);
  }
  const { kept, endings } = vocabularyOf(countries);
  if (endings.length === 0 || word.length < SHORTEST_ENDING - 1 || kept.has(word)) return word;
  for (const ending of endings) {
    for (const written of ending.written) {
      if (written.length < SHORTEST_ENDING || written === word) continue;
      const isLike = hasUnreadable(word) ? unreadablePattern(word).test(written) : editDistance(word, written, 1) <= 1;
      if (isLike) return ending.kept;
    }
  }
  return word;
}

/** A word with its ending shortened, and the edits that this takes. */
export interface Shortened {
  readonly text: string;
  readonly edits: number;
}

/** Returns a misspelled word with its ending as search keeps it: "hauptstasse" is "hauptstr" after one edit. */
export function shortenedEndings(word: string, countries: readonly string[], most: number): Shortened[] {
  const best = new Map<string, number>();
  for (const { kept, written } of vocabularyOf(countries).endings) {
    for (const form of written) {
      if (form.length < 4) continue;
      const least = Math.max(3, word.length - form.length - most);
      for (let at = least; at <= word.length - form.length + most && at < word.length; at++) {
        const edits = editDistance(word.slice(at), form, most);
        const text = `${word.slice(0, at)}${kept}`;
        if (edits > 0 && edits <= most && edits < (best.get(text) ?? Infinity)) best.set(text, edits);
      }
    }
  }
  return [...best].map(([text, edits]) => ({ text, edits }));
}

const ORDINAL_WITH_SLIP = /^(\d+)\p{L}{1,3}$/u;
const ORDINAL_ENDINGS = ['st', 'nd', 'rd', 'th'];

/** Returns the numbers whose ordinal a word may be after one edit: 29 of "29ht", 4 of "4fth", 4 and 45 of "4t5h". */
export function digitsOfOrdinal(word: string): readonly string[] {
  const behind = ORDINAL_WITH_SLIP.exec(word);
  if (behind !== null) return [behind[1]!];
  const [digits = ''] = /^\d+(?=\p{L})/u.exec(word) ?? [];
  const all = word.replace(/\D/g, '');
  if (digits === '' || word.length > all.length + 3) return [];
  return [digits, all].filter((number) =>
    ORDINAL_ENDINGS.some((ending) => editDistance(word, number + ending, 1) === 1),
  );
}
