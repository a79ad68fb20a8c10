const ASCII = /^[\x20-\x7e]*$/;
const DIGIT = /\p{Nd}/u;
const DIGITS = /\p{Nd}/gu;
/** Marks of direction, joiners and byte order marks: they show nothing. */
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** Signs that stand for one of ASCII wherever they stand in a number. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/[\u2010-\u2015\u2212\u207b\ufe58\ufe63\uff0d]/g, '-'],
  [/[\ufe62\uff0b]/g, '+'],
  [/[\u2018\u2019\u201b\u02bc\u02b9\u00b4`\uff07]/g, "'"],
  [/\uff0e/g, '.'],
  [/[\uff0c\u060c]/g, ','],
  [/[\uff05\ufe6a\u066a]/g, '%'],
  [/\s+/g, ' '],
];

/** Returns a text in which the digits of every script (Unicode's `Nd`) are 0 to 9; all else stays. */
export function asciiDigits(text: string): string {
  if (ASCII.test(text)) return text;
  return text.replace(DIGITS, (digit) => (digit <= '9' ? digit : String(digitValue(digit.codePointAt(0)!))));
}

/** Digits of a script stand side by side in tens, from its zero on. */
function digitValue(code: number): number {
  let before = 0;
  while (DIGIT.test(String.fromCodePoint(code - before - 1))) before++;
  return before % 10;
}

/** Returns a text as numbers are read: digits and signs of ASCII, one blank for every space, none around, nothing invisible. */
export function plainText(text: string): string {
  if (ASCII.test(text)) return text.trim().replace(/ {2,}/g, ' ');
  const visible = asciiDigits(text.replace(INVISIBLE, ''));
  return SIGNS.reduce((plain, [signs, sign]) => plain.replace(signs, sign), visible).trim();
}
