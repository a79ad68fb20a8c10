/** Words that follow a number in Romance languages: 12 bis. */
export const NUMBER_WORDS: ReadonlySet<string> = new Set(['bis', 'ter', 'quater', 'quinquies']);

/**
 * Returns a house number as search compares it: capital letters, no spaces, and nothing between the number and its
 * letter, so that "12/a", "12 A", "12-A" and "12A" are the same. Other signs stay: "573-2", "3/17", "12 1/2" become
 * "573-2", "3/17" and "12-1/2".
 */
export function houseNumberKey(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll('⁄', '/')
    .replace(/[–—−]/g, '-')
    .trim()
    .replace(/(\d)\s+(?=\d)/g, '$1-')
    .replace(/[\s.]+/g, '')
    .replace(/(\d)[/-](?=\p{L}+$)/u, '$1');
}

/** Leading digits of a number that count. */
export const MOST_DIGITS = 15;
const LEADING_DIGITS = new RegExp(`^\\d{1,${MOST_DIGITS}}`);

/** Returns the digits that a number begins with, which order a street's addresses; 0 if there are none. */
export function leadingDigits(number: string): number {
  return Number(LEADING_DIGITS.exec(number)?.[0] ?? 0);
}

/** Shapes of house numbers, as keys. */
const SHAPES = [
  /^\d{1,5}\p{L}?(?:-\d{1,5}\p{L}?)?$/u,
  /^\p{L}?\d{1,5}\p{L}?(?:-\d{1,5}\p{L}?)?\/\d{1,5}\p{L}?(?:-\d{1,5}\p{L}?)?$/u,
  /^\d{1,5}(?:BIS|TER|QUATER|QUINQUIES)\p{L}?$/u,
  /^\d{1,5}-1\/2$/,
  /^[NSEW]?\d{1,3}[NSEW]\d{1,5}$/,
  /^LOT\d{1,5}$/,
];

/** Returns whether a text may be a house number: "10", "10a", "10-19a", "1b/135", "12 bis", "6N23", "W350N5337"; not "123456". */
export function isHouseNumber(text: string): boolean {
  const key = houseNumberKey(text);
  return SHAPES.some((shape) => shape.test(key));
}
