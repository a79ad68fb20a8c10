import { registerNumber } from '../addresses/houseNumber.ts';
import type { HouseNumberStyle } from '../osm/houseNumber.ts';

const NUMBER_FIRST = /^(\d+[A-Za-z]?(?:\s?[-–/]\s?\d+[A-Za-z]?)?(?:\s1\/2)?)\s+(\S.*)$/;
const NUMBER_LAST = /^(\D.*?\D)\s+(\d+\s?[A-Za-z]?(?:\s?[-–/]\s?\d+[A-Za-z]?)?)$/;
/** Text behind the street: after a comma, or after a word for a flat. */
const UNIT_AFTER = /\s*(?:,\s*|\s(?=(?:apt|apartment|unit|suite|ste|flat|#)\b|\s?#))(.+)$/i;
const UNIT_WORD = /^(?:apt|apartment|unit|suite|ste|flat|no)\b\.?\s*|^#\s*/i;

/**
 * Takes an address in one text apart: "719 EAST SIXTH STREET, 5C" is flat 5C at number 719 of East Sixth Street,
 * "Hauptstr. 12" number 12 of Hauptstr.
 */
export function splitAddress(text: string, numberStyle: HouseNumberStyle) {
  const clean = text.replace(/\s+/g, ' ').trim();
  const unitText = UNIT_AFTER.exec(clean)?.[1] ?? '';
  const rest = unitText === '' ? clean : clean.slice(0, clean.length - UNIT_AFTER.exec(clean)![0].length);
  const first = NUMBER_FIRST.exec(rest);
  const last = first === null ? NUMBER_LAST.exec(rest) : null;
  const [number, street] = first !== null ? [first[1]!, first[2]!] : last !== null ? [last[2]!, last[1]!] : ['', rest];
  const parsed = registerNumber(number.replace(/\s?([-–/])\s?/, '$1'), numberStyle);
  return {
    number: parsed.number,
    numberLast: parsed.numberLast,
    unit: unitText.replace(UNIT_WORD, '').trim() || parsed.unit,
    street: street.trim(),
  };
}
