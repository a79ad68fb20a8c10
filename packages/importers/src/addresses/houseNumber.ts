import { type HouseNumber, type HouseNumberStyle, parseHouseNumbers } from '../osm/houseNumber.ts';

const ABBREVIATED_RANGE = /^(\d+)-(\d+)$/;
/** A wider span is no range but a hyphenated number, such as "137-42" in Queens. */
const WIDEST_RANGE = 60;

/**
 * Takes the number of a register apart, which holds one number per row: "10-14" runs from 10 to 14, and "1016-18" to
 * 1018 where that is on the same side of the street.
 */
export function registerNumber(text: string, style: HouseNumberStyle): HouseNumber {
  const [first] = parseHouseNumbers(style.hyphen === 'range' ? spelledOut(text.trim()) : text, '', style);
  return first ?? { number: '', numberLast: '', unit: '' };
}

function spelledOut(text: string): string {
  const [, first, last] = ABBREVIATED_RANGE.exec(text) ?? [];
  if (first === undefined || last === undefined || last.length >= first.length) return text;
  const whole = first.slice(0, first.length - last.length) + last;
  const span = Number(whole) - Number(first);
  return span > 0 && span <= WIDEST_RANGE && span % 2 === 0 ? `${first}-${whole}` : text;
}

const NUMBER_AND_STREET = /^(\d+[A-Za-z]?(?:-\d+[A-Za-z]?)?)\s+\p{L}{3,}/u;

/** Some registers put the whole address into a column: "1016-18 WILLOW AVE" has the number "1016-18". */
export function leadingNumber(text: string): string | null {
  return NUMBER_AND_STREET.exec(text.trim())?.[1] ?? null;
}
