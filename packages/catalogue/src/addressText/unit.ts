import { houseNumberKey } from './houseNumber.ts';
import { tidyLine } from './tidyLine.ts';
import { type UnitForm, type UnitPatterns, type UnitPlace, unitPatternsOf } from './unitPatterns.ts';

/** A line without its unit. */
export interface UnitTaken {
  /** Key of the unit: values of its parts one after the other, "2B" of "piso 2, puerta B"; "" if the line has none. */
  readonly unit: string;
  /** Key of a number that may be the unit or the house's, as in "Street 2, 19" and "Street #75"; "" if the line has none. */
  readonly unsure: string;
  /** With the unsure number. */
  readonly rest: string;
}

/** Units are looked for among these many characters; no address is longer. */
const MOST_CHARACTERS = 300;
const HOUSE_NUMBER = '(?:^|[\\s,;])\\p{L}?\\d{1,5}\\p{L}?(?:[-/][\\p{L}\\p{N}]{1,6})*';
const HAS_NUMBER = new RegExp(`${HOUSE_NUMBER}[\\s,;.]`, 'u');
const ENDS_WITH_NUMBER = new RegExp(`${HOUSE_NUMBER}\\.?[\\s,;-]*$`, 'u');
/** A line may have units in as many places: "Flat 5, 36 High St, 2nd Floor". */
const MOST_PLACES = 3;
const HASH_ALONE = /^#\s*\d+\p{L}?$/u;
const BETWEEN_PARTS = /[\s,;./-]*/y;
/** A door behind its floor: the "B" of "2º B", the "1a" of "3r 1a". */
const DOOR = /([a-z]|\d{1,2})(?:°|[ao])?(?![\p{L}\p{N}])/iuy;

/** A flat behind a comma, without a word for it: "719 East 6th Street, 5C", ", PH-B"; four digits are a postcode. */
const BARE_UNIT = /^(?:[a-z]{0,3}-?\d{1,3}[a-z]{0,3}(?:[-/ ][a-z0-9]{1,3})?|(?:ph|bsmt|gf)[-\w]{0,3})$/i;
/** Postcodes that look like flats: "110 00", "80-827", "SW1A 1AA", "K1A 0B1". */
const POSTCODE = /^(?:\d{2,3}[- ]\d{2,3}|[a-z]{1,2}\d[a-z\d]?[ -]?\d[a-z]{2}|[a-z]\d[a-z][ -]?\d[a-z]\d)$/i;
const NUMBER_THEN_WORD = /\d\S*\s+\S*\p{L}{2}/u;
const WORD_THEN_NUMBER = /\p{L}{3}.*\p{L}{2}\S*,?\s+\d{1,4}\p{L}?(?:[-/]\w+)?\s*$/u;

/**
 * Takes flat, floor and door out of an address line, tidied by `tidyLine`: "24, 2º B", "Unit 3, 17 High St", "5, 2. OG links".
 * Words for them are those of the countries' languages and of English.
 */
export function takeUnit(tidied: string, countries: readonly string[]): UnitTaken {
  const patterns = unitPatternsOf(countries);
  let line = tidied.replace(patterns.joined, ' ');
  let [unit, unsure] = ['', ''];
  let from = 0;
  for (let places = 0; places < MOST_PLACES; places++) {
    const found = firstUnit(line, from, patterns);
    if (found === null) break;
    from = found.index;
    if (found.isUnsure) unsure = found.key;
    else unit += found.key;
    line = found.rest;
  }
  return unit === '' && unsure === '' ? takeBareUnit(line, patterns) : { unit, unsure, rest: line };
}

/** Finds the first unit from a place on with a word or sign for it, and the line without it; a number behind "#" stays there. */
function firstUnit(line: string, from: number, patterns: UnitPatterns) {
  for (const { index } of line.slice(0, MOST_CHARACTERS).matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}#]/gu)) {
    const found = index < from ? null : unitFrom(line, index, patterns, (place) => mayStand(line, index, place));
    if (found === null) continue;
    const isUnsure = HASH_ALONE.test(line.slice(index, found.end));
    const rest = isUnsure
      ? `${line.slice(0, index)} ${line.slice(index + 1)}`
      : `${line.slice(0, index)} ${line.slice(found.end).replace(/^[\s,/]+/, '')}`;
    return { key: found.key, index, rest, isUnsure };
  }
  return null;
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
    // Behind "#", which may be the house number, another unit may follow.
    found = next === end || HASH_ALONE.test(line.slice(at, end)) ? null : formAt(line, next, forms, () => true);
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
    if (i === 0 || !BARE_UNIT.test(text.trim()) || POSTCODE.test(text.trim())) return false;
    const before = segments.slice(0, i).join(',');
    // "Straße des 17. Juni, 135": a number alone is the house's where streets come first.
    const isFlat = numberFirst || /[a-z]/i.test(text);
    return (isFlat && NUMBER_THEN_WORD.test(segments[i - 1]!)) || WORD_THEN_NUMBER.test(before);
  });
  if (at < 0) return { unit: '', unsure: '', rest: line };
  const key = houseNumberKey(segments[at]!);
  // It may be a postcode that lost its zero, too.
  if (/^\s*\d+\s*$/.test(segments[at]!)) return { unit: '', unsure: key, rest: line };
  return { unit: key, unsure: '', rest: segments.filter((_, i) => i !== at).join(',') };
}
