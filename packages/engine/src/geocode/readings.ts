import { countryHabits, houseNumberKey, NUMBER_WORDS } from '@hinterland/catalogue';

/** One way to read a house number in a query. Tokens are bits. */
export interface NumberReading {
  /** Key of the number, "" where the query has none. */
  readonly number: string;
  readonly unit: string;
  readonly tokens: number;
  /** How likely it is meant like this, above 0 and at most 1; 1 for the number as it stands. */
  readonly quality: number;
}

/** A piece of a line with digits, and its neighbors. */
export interface NumberPiece {
  /** Without signs around it. */
  readonly text: string;
  /** The piece before, "" at the beginning of the line. */
  readonly before: string;
  /** The pieces behind, up to the next comma. */
  readonly after: readonly string[];
  /** The piece behind a comma without a space, as in "12,1". */
  readonly behindComma: string;
  /** Whether words stand before it, up to the comma. */
  readonly isBehindWords: boolean;
}

/** A reading of a piece: how many pieces behind it belong to it. */
export interface PieceReading {
  readonly number: string;
  readonly unit: string;
  readonly pieces: number;
  readonly quality: number;
}

/** Qualities of the readings of a number that is not taken as it stands, the likelier one first. */
const LIKELY = 0.99;
const UNLIKELY = 0.95;

const FRACTION = /^[1-3]\/[2-4]$/;
/** House, staircase, floor and door: "12/3/4", "42/4/5/30", "7/EG/2". */
export const STAIRS_AND_DOORS = /^\d{1,4}\p{L}?(?:-\d{1,4}\p{L}?)?(?:\/[\p{L}\d]{1,4}){2,5}$/u;
const THOUSANDS = /^\d{1,3}\.\d{3}$/;
const SUFFIX = /^(?:\p{L}\.?|\p{L}-\p{L}|1\/2|rear\S{0,2}|\d{1,2})$/iu;
/** Door or staircase without a word for it, behind the number: "12 B 45". */
const DOOR = /^(?:\p{L}|\d{1,3}\p{L}?|\d{1,2}\/\d{1,3})$/u;
const BUILDING = /^[кс]\d{1,3}\p{L}?$/iu;

/** Returns the ways to read a piece as a house number, the number as it stands first. */
export function readingsOf(piece: NumberPiece, countries: readonly string[]): PieceReading[] {
  const { text, before, after, behindComma, isBehindWords } = piece;
  const [next = ''] = after;
  // In "6 1/2" the fraction is no number of its own, or hardly.
  const likely = FRACTION.test(text) && /^\d+$/.test(before) ? UNLIKELY : 1;
  const readings: PieceReading[] = [];
  const add = (number: string, unit: string, pieces = 0, quality = 1) => {
    readings.push({
      number: houseNumberKey(number),
      unit: unit && houseNumberKey(unit),
      pieces,
      quality: likely * quality,
    });
  };
  const parts = partsOf(text, countries);
  if (NUMBER_WORDS.has(next.toLowerCase()) || SUFFIX.test(next) || BUILDING.test(next)) {
    const suffix = next.replace('.', '');
    add(`${text} ${suffix}`, '', 1);
    for (const { number, unit, quality } of parts) add(`${number} ${suffix}`, unit, 1, quality);
  }
  if (before.toLowerCase() === 'lot') add(`lot ${text}`, '');
  add(text, '');
  if (THOUSANDS.test(text)) add(text.replace('.', ''), '', 0, LIKELY);
  for (const { number, unit, quality } of parts) add(number, unit, 0, quality);
  if (isBehindWords && after.length > 0 && after.length <= 2 && after.every((one) => DOOR.test(one))) {
    if (after.length === 2 && /^\p{L}$/u.test(next)) add(`${text}${next}`, after[1]!, 2, LIKELY);
    add(text, after.join(''), after.length, UNLIKELY);
  }
  // "12,1" where spreadsheets write a comma, and "1,234".
  if (/^\d+$/.test(text) && /^\d{1,3}$/.test(behindComma)) {
    if (behindComma.length === 3 && text.length <= 3) add(text + behindComma, '', 1, UNLIKELY);
    if (behindComma.length < 3) add(`${text}.${behindComma}`, '', 1);
  }
  return readings;
}

/** A house number with a part of it that may be something else: a flat, or the other number of the house. */
interface NumberPart {
  readonly number: string;
  readonly unit: string;
  readonly quality: number;
}

/** Returns the ways to read "3/17", "12/A", "12/3/4" and "3-17" besides as one number. */
function partsOf(text: string, countries: readonly string[]): NumberPart[] {
  const habits = countries.map(countryHabits);
  const has = (sign: '/' | '-') => habits.some(({ unitBeforeNumber }) => unitBeforeNumber === sign);
  if (has('-')) {
    const [, unit, number] = /^(\w{1,5})-(\d{1,5}\p{L}?)$/u.exec(text) ?? [];
    if (unit !== undefined) return [{ number: number!, unit, quality: UNLIKELY }];
  }
  const [, house, flat] = /^(\d{1,4}\p{L}?)-(\d{1,4}\p{L}?)$/u.exec(text) ?? [];
  if (house !== undefined && habits.some(({ unitBehindHyphen }) => unitBehindHyphen)) {
    return [{ number: house, unit: flat!, quality: LIKELY }];
  }
  const [left = '', ...others] = text.split('/');
  const right = others.join('/');
  if (right === '') return [];
  if (!/^\d/.test(right) || others.length > 1) return [{ number: left, unit: right, quality: LIKELY }];
  if (habits.some(({ doubleNumbers }) => doubleNumbers === 'usual')) {
    return [
      { number: right, unit: '', quality: LIKELY },
      { number: left, unit: '', quality: UNLIKELY },
    ];
  }
  const isFirst = has('/');
  return [
    { number: right, unit: left, quality: isFirst ? 1 : UNLIKELY },
    { number: left, unit: right, quality: isFirst ? UNLIKELY : LIKELY },
  ];
}
