import { houseNumberKey } from './houseNumber.ts';
import { tidyLine } from './tidyLine.ts';
import { type UnitForm, type UnitPatterns, type UnitPlace, unitPatternsOf } from './unitPatterns.ts';

/** A line without its unit. */
export interface UnitTaken {
  /** Key of the unit: values of its parts one after the other, "2B" of "piso 2, puerta B"; "" if the line has none. */
  readonly unit: string;
  readonly rest: string;
  /** Whether the unit may as well be the house number, as in "Street 2, 19"; then it is still in `rest`. */
  readonly mayBeNumber: boolean;
}

/** Units are looked for among these many characters; no address is longer. */
const MOST_CHARACTERS = 300;
const HOUSE_NUMBER = '(?:^|[\\s,;])\\p{L}?\\d{1,5}\\p{L}?(?:[-/][\\p{L}\\p{N}]{1,6})*';
const HAS_NUMBER = new RegExp(`${HOUSE_NUMBER}[\\s,;.]`, 'u');
const ENDS_WITH_NUMBER = new RegExp(`${HOUSE_NUMBER}[\\s,;-]*$`, 'u');
const BETWEEN_PARTS = /[\s,;./-]*/y;
/** A door behind its floor: the "B" of "2º B", the "1a" of "3r 1a". */
const DOOR = /([a-z]|\d{1,2})(?:°|[ao])?(?![\p{L}\p{N}])/iuy;

/** A flat behind a comma, without a word for it: "719 East 6th Street, 5C", ", PH-B"; four digits are a postcode. */
const BARE_UNIT = /^(?:[a-z]{0,3}-?\d{1,3}[a-z]{0,3}(?:[-/ ][a-z0-9]{1,3})?|(?:ph|bsmt|gf)[-\w]{0,3})$/i;
const NUMBER_THEN_WORD = /\d\S*\s+\S*\p{L}{2}/u;
const WORD_THEN_NUMBER = /\p{L}{3}.*\p{L}{2}\S*,?\s+\d{1,4}\p{L}?(?:[-/]\w+)?\s*$/u;

/**
 * Takes flat, floor and door out of an address line, tidied by `tidyLine`: "24, 2º B", "Unit 3, 17 High St", "5, 2. OG links".
 * Words for them are those of the countries' languages and of English.
 */
export function takeUnit(line: string, countries: readonly string[]): UnitTaken {
  const patterns = unitPatternsOf(countries);
  for (const { index } of line.slice(0, MOST_CHARACTERS).matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}#]/gu)) {
    const found = unitFrom(line, index, patterns, (place) => mayStand(line, index, place));
    if (found === null) continue;
    const rest = `${line.slice(0, index)} ${line.slice(found.end).replace(/^[\s,/]+/, '')}`;
    return { unit: found.key, rest, mayBeNumber: false };
  }
  return takeBareUnit(line, patterns);
}

/** Returns a unit without the words for it: "Unit 3" and "3" are "3", "2º B" and "piso 2, puerta B" are "2B". */
export function unitKey(text: string, countries: readonly string[]): string {
  const line = tidyLine(text, countries).trim();
  const found = unitFrom(line, 0, unitPatternsOf(countries), () => true);
  return found === null ? houseNumberKey(line) : found.key;
}

/** Reads all parts of a unit that begins at a place. */
function unitFrom(line: string, at: number, { forms }: UnitPatterns, may: (place: UnitPlace) => boolean) {
  let found = formAt(line, at, forms, may);
  if (found === null) return null;
  let key = found.key;
  let { end, more } = found;
  for (;;) {
    BETWEEN_PARTS.lastIndex = end;
    BETWEEN_PARTS.exec(line);
    const next = BETWEEN_PARTS.lastIndex;
    found = next === end ? null : formAt(line, next, forms, () => true);
    if (found === null && more) found = doorAt(line, next);
    if (found === null) return { key, end };
    key += found.key;
    ({ end, more } = found);
  }
}

function formAt(line: string, at: number, forms: readonly UnitForm[], may: (place: UnitPlace) => boolean) {
  for (const { pattern, place, key, more } of forms) {
    pattern.lastIndex = at;
    const found = pattern.exec(line);
    if (found === null || !may(place)) continue;
    return { key: found[1] === undefined ? key : houseNumberKey(found[1]), end: at + found[0].length, more };
  }
  return null;
}

function doorAt(line: string, at: number) {
  DOOR.lastIndex = at;
  const found = DOOR.exec(line);
  return found === null ? null : { key: houseNumberKey(found[1]!), end: at + found[0].length, more: false };
}

function mayStand(line: string, at: number, place: UnitPlace): boolean {
  if (place === 'anywhere') return true;
  const before = line.slice(0, at);
  if (place === 'behind number') return HAS_NUMBER.test(before);
  return ENDS_WITH_NUMBER.test(before) || (/,\s*$/.test(before) && HAS_NUMBER.test(before));
}

function takeBareUnit(line: string, { numberFirst }: UnitPatterns): UnitTaken {
  const segments = line.split(',');
  const at = segments.findIndex((text, i) => {
    if (i === 0 || !BARE_UNIT.test(text.trim())) return false;
    const before = segments.slice(0, i).join(',');
    // "Straße des 17. Juni, 135": a number alone is the house's where streets come first.
    const isFlat = numberFirst || /[a-z]/i.test(text);
    return (isFlat && NUMBER_THEN_WORD.test(segments[i - 1]!)) || WORD_THEN_NUMBER.test(before);
  });
  if (at < 0) return { unit: '', rest: line, mayBeNumber: false };
  const mayBeNumber = !numberFirst && /^\s*\d+\s*$/.test(segments[at]!);
  const rest = mayBeNumber ? line : segments.filter((_, i) => i !== at).join(',');
  return { unit: houseNumberKey(segments[at]!), rest, mayBeNumber };
}
