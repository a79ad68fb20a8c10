import { asciiDigits } from '../numbers/plainText.ts';

/** Letters that Unicode does not take apart into a base letter and a mark, and letters that people write for each other. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
  ə: 'e',
  // Arabic: alef maksura and the Persian yeh, teh marbuta, the Persian kaf; the stretching stroke is no letter.
  ى: 'ي',
  ی: 'ي',
  ة: 'ه',
  ہ: 'ه',
  ک: 'ك',
  ـ: '',
};
const TO_REPLACE = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');
const BUT_ESZETT = new RegExp(`[${Object.keys(LETTERS).join('').replace('ß', '')}ŁØÆŒĐÐÞĦƏ]`, 'gu');

/** Signs that direct writing and show nothing: they stand at digits in Arabic and Hebrew lines. */
const UNSEEN = /[\u00ad\u061c\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** Returns text with one spelling of digits and signs, and without accents. Case, punctuation and "ß" stay. */
export const plain = (text: string): string =>
  asciiDigits(text.replace(UNSEEN, '').normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFKC')).replace(
    BUT_ESZETT,
    (letter) => LETTERS[letter] ?? LETTERS[letter.toLowerCase()]!.toUpperCase(),
  );

/** Returns text for search: lower case, without accents, digits as 0 to 9, everything but letters and digits as single spaces. */
export function fold(text: string): string {
  return asciiDigits(text)
    .replace(UNSEEN, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(TO_REPLACE, (letter) => LETTERS[letter]!)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The same with apostrophes and dots left out rather than read as spaces: "McDonald's" is "mcdonalds". */
export const foldText = (text: string): string => fold(text.replace(/['’ʻ`.]/g, ''));
