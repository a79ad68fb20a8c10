import { lettersOf } from './letters.ts';

/** What a word says for the encoding and the language in which it was read. */
const WHOLE = 1;
/** A word of another language of the same encoding: a name from abroad, perhaps. */
const FOREIGN = 0.5;
/** Signs, and letters that stand alone. */
const LITTLE = 0.25;
const BROKEN = -1.5;
const UNKNOWN = -1;

/** Parts of a text between blanks and separators that hold more than ASCII, each once. */
export const tellingParts = (text: string): readonly string[] => [
  ...new Set(text.split(/[\s,;|"]+/u).filter((part) => /[^\0-\x7f]/u.test(part))),
];

/**
 * Returns how well a part of a text fits each language: letters of one script, a case that words have, letters that the
 * language writes, signs where signs stand. `known` are all languages that are written in the encoding.
 */
export function evidenceOf(part: string, known: readonly string[]): ReadonlyMap<string, number> {
  const text = part.normalize('NFC');
  const signs = /[\p{Cc}\p{Co}\p{Cn}\ufffd¤]/u.test(text) ? BROKEN : signEvidence(text);
  if (signs === BROKEN) return all(known, BROKEN);
  const words = text.match(/[\p{L}\p{M}]+/gu)?.filter((word) => /[^\0-\x7f]/u.test(word)) ?? [];
  if (words.length === 0) return all(known, signs);
  if (words.some((word) => isMixed(word) || hasCaseBreak(word))) return all(known, BROKEN);
  const fitting = known.filter((language) => words.every((word) => isWrittenIn(word, language)));
  const weight = words.some((word) => [...word].length > 1) ? WHOLE : LITTLE;
  if (fitting.length === 0) return all(known, UNKNOWN * weight);
  return new Map(known.map((language) => [language, weight * (fitting.includes(language) ? WHOLE : FOREIGN)]));
}

const all = (languages: readonly string[], value: number) => new Map(languages.map((language) => [language, value]));

/** Scripts of which one part of a name may follow Latin letters without a blank. */
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const LATIN = /\p{Script=Latin}/u;

/** Letters of two scripts side by side; one East Asian character among small Latin letters is two of another encoding. */
function isMixed(word: string): boolean {
  if (EAST_ASIAN.test(word)) return /\p{Ll}/u.test(word) || /[ｦ-ﾟ]/u.test(word);
  if (!LATIN.test(word)) return false;
  return /[^\p{Script=Latin}\p{M}ªº]/u.test(word);
}

/** A small letter before a capital, or two capitals before a small one, where one of them is beyond ASCII. */
function hasCaseBreak(word: string): boolean {
  const plain = word.replace(/ß/gu, '');
  return [...plain.matchAll(/\p{Ll}\p{M}*\p{Lu}|^\p{Lu}\p{Lu}+(?=\p{Ll})\p{Ll}/gu)].some(([at]) =>
    /[^\0-\x7f]/u.test(at),
  );
}

const CYRILLIC_VOWEL = /[аеёиоуыэюяіїєръ]/u;
const GREEK_VOWEL = /[αεηιουωάέήίόύώϊϋΐΰ]/u;

/** Three letters beyond ASCII in a row are no word of a Latin alphabet. */
function isWrittenIn(word: string, language: string): boolean {
  const letters = lettersOf(language);
  const small = word.toLowerCase().normalize('NFC');
  if (letters === null) return !LATIN.test(word);
  if (/^\p{Script=Cyrillic}{3}/u.test(small) && !CYRILLIC_VOWEL.test(small)) return false;
  if (language === 'el' && (/ς\p{L}|σ$/u.test(small) || (small.length > 2 && !GREEK_VOWEL.test(small)))) return false;
  if (LATIN.test(word) && /[^\0-\x7f]{3}/u.test(small) && language !== 'vi') return false;
  return [...small].every((letter) => letter < '\x7f' || letters.has(letter));
}

/** d’Or, L’Aquila, dell’Arte, Joe’s; the acute accent is typed for it. */
const APOSTROPHE =
  /(?<=(?<!\p{L})\p{L}{1,5}|ll|nt|rd|qu)[’´](?=[aeiouyhàâáäèéêëìíîïòóôöùúûüAEIOUYHÀÂÁÄÈÉÊËÎÔÖÙÚÜ])|[’´](?=(s|t|re|ll)(?!\p{L}))/u;

/** Signs where texts have them: apostrophes, quotation marks, dashes, units, marks of numbers and of firms. */
const USUAL_SIGNS = new RegExp(
  [
    APOSTROPHE.source,
    '(?<!\\p{L})[“”„‚‘«»‹›…–—]|(?<!\\p{L})’(?=[snt]|\\P{L})|[“”’‘«»‹›…–—](?!\\p{L})',
    // Mo–Fr
    '[–—‑](?=[A-ZÄÖÜÉÅØ])',
    '(?<=[\\p{N}Nn])[°º]|(?<=\\p{N})ª',
    '(?<!\\p{L})[€£¥½¼¾§©•±](?!\\p{L})',
    '(?<=m)[²³]|[®™](?!\\p{L})',
    '(?<!\\p{L})[¿¡](?=\\p{L})|(?<=[lL])·(?=[lL])',
    // Marks that are not seen, and a byte order mark.
    '[\\u00ad\\u200b-\\u200f\\ufeff]',
  ].join('|'),
  'gu',
);
const OTHER_SIGN = /[^\p{L}\p{M}\p{Nd}\0-\x7f]/u;

/** BROKEN for a sign beside a letter where no text has one, little for one that stands alone. */
function signEvidence(text: string): number {
  const others = text.replace(USUAL_SIGNS, ' ');
  if (!OTHER_SIGN.test(text)) return 0;
  if (!OTHER_SIGN.test(others)) return APOSTROPHE.test(text) ? WHOLE : LITTLE;
  return /\p{L}\p{M}*[^\p{L}\p{M}\p{Nd}\0-\x7f]|[^\p{L}\p{M}\p{Nd}\0-\x7f]\p{L}/u.test(others) ? BROKEN : -LITTLE;
}
