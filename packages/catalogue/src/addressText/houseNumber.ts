import { asciiDigits } from '../numbers/plainText.ts';

/** Words that follow a number in Romance languages: 12 bis. */
export const NUMBER_WORDS: ReadonlySet<string> = new Set(['bis', 'ter', 'quater', 'quinquies']);

/** Letters that look like Latin ones, in capitals. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  А: 'A',
  В: 'B',
  Е: 'E',
  К: 'K',
  М: 'M',
  Н: 'H',
  О: 'O',
  Р: 'P',
  С: 'C',
  Т: 'T',
  У: 'Y',
  Х: 'X',
  І: 'I',
  Α: 'A',
  Β: 'B',
  Ε: 'E',
  Ζ: 'Z',
  Η: 'H',
  Ι: 'I',
  Κ: 'K',
  Μ: 'M',
  Ν: 'N',
  Ο: 'O',
  Ρ: 'P',
  Τ: 'T',
  Υ: 'Y',
  Χ: 'X',
};
const LOOKALIKE = new RegExp(`[${Object.keys(LOOKALIKES).join('')}]`, 'g');

const PLAIN = /^\d+[A-Z]?$/;
const MARK_BEFORE = /^(?:N[OR][°º.:]*|N[°º]|#)\s*(?=\d)/;
const MARK_BEHIND = /(?<=\d)(?:番地?|[号號]|호)$/;
/** What a spreadsheet adds to a whole number; three zeros are thousands. */
const DECIMAL_ZEROS = /(?<=\d)[.,]0(?:0|0{3,})?(?!\d)/g;

/** Returns text without the ".0" that spreadsheets and table libraries add to whole numbers. */
export const withoutDecimalZeros = (text: string): string =>
  text.includes('.') || text.includes(',') ? text.replace(DECIMAL_ZEROS, '') : text;

/** Returns text with a space between a number and its fraction: "24½" is "24 ½". */
export const withSpacedFractions = (text: string): string => text.replace(/(?<=\d)(?=[¼½¾⅓⅔])/g, ' ');

/** Returns text with the building of a house as Russian maps have it: "12, корп. 2" and "12 к. 2" are "12к2". */
export const withBuildings = (text: string): string =>
  text
    .replace(/(?<=\d\p{L}?)[\s,]*(?:корпус|корп|к)\.?\s*(?=\d)/giu, 'к')
    .replace(/(?<=\d\p{L}?)[\s,]*(?:строение|стр|с)\.?\s*(?=\d)/giu, 'с');

/**
 * Returns text with the color of a number as its letter: Florence, Genoa and Savona count shops in red, "12 rosso", beside homes in
 * black, "12 nero", which is the usual 12.
 */
export const withColors = (text: string): string =>
  text
    .replace(/(?<=\d)\s*[/(]?\s*(?:rosso|rossa)\b\)?(?!\s+\p{L})/giu, 'r')
    .replace(/(?<=\d)\s*[/(]?\s*(?:nero|nera)\b\)?(?!\s+\p{L})/giu, '');

/**
 * Returns a house number as search compares it: capital letters, digits 0 to 9, no spaces and marks, and nothing between the
 * number and its letter, so that "12/a", "12 A", "12-A", "No. 12A" and "12A" are the same. Other signs stay: "573-2", "3/17",
 * "12.1", "12 1/2" become "573-2", "3/17", "12.1" and "12-1/2". "24.0" is 24, as spreadsheets write it.
 */
export function houseNumberKey(text: string): string {
  if (PLAIN.test(text)) return text;
  const key = withoutDecimalZeros(
    withColors(withBuildings(asciiDigits(withSpacedFractions(text).normalize('NFKC'))))
      .toUpperCase()
      .replace(LOOKALIKE, (letter) => LOOKALIKES[letter]!)
      .replaceAll('⁄', '/')
      .replace(/[‐-―−]|(?<=\d)ー(?=\d)/g, '-')
      .trim()
      .replace(MARK_BEFORE, '')
      .replace(MARK_BEHIND, ''),
  );
  return key
    .replace(/(\d)\s+(?=\d)/g, '$1-')
    .replace(/\s+/g, '')
    .replace(/(?<!\d)\.|\.(?!\d)/g, '')
    .replace(/(\d)[/.-](?=\p{L}+$)/u, '$1');
}

/** Leading digits of a number that count. */
export const MOST_DIGITS = 15;
const LEADING_DIGITS = new RegExp(`^\\d{1,${MOST_DIGITS}}`);

/** Returns the digits that a number begins with, of any script, which order a street's addresses; 0 if there are none. */
export function leadingDigits(number: string): number {
  return Number(LEADING_DIGITS.exec(asciiDigits(number))?.[0] ?? 0);
}

/** Shapes of house numbers, as keys. */
const SHAPES = [
  /^\d{1,5}\p{L}?(?:-\d{1,5}\p{L}?)?$/u,
  /^\p{L}?\d{1,5}\p{L}?(?:-\d{1,5}\p{L}?)?\/\d{1,5}\p{L}?(?:-\d{1,5}\p{L}?)?$/u,
  // Buildings behind a house in Switzerland; thousands in Brazil.
  /^\d{1,5}(?:\.\d{1,4}){1,2}\p{L}?$/u,
  // Block, house and flat in Japan.
  /^\d{1,4}(?:-\d{1,3}){2,3}$/,
  // Buildings of a house in Russia: 12K2, 12C1.
  /^\d{1,5}\p{L}?(?:[KC]\d{1,3}\p{L}?){1,2}$/u,
  /^\d{1,5}(?:BIS|TER|QUATER|QUINQUIES)\p{L}?$/u,
  /^\d{1,5}-1\/2$/,
  /^[NSEW]?\d{1,3}[NSEW]\d{1,5}$/,
  /^LOT\d{1,5}$/,
];

/** Returns whether a text may be a house number: "10", "10a", "10-19a", "1b/135", "12.1", "12 bis", "6N23", "W350N5337"; not "123456". */
export function isHouseNumber(text: string): boolean {
  const key = houseNumberKey(text);
  return SHAPES.some((shape) => shape.test(key));
}
